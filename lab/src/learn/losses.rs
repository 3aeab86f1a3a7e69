//! Losses of a training as text.

/// Stands for the held-out loss of a training without held-out positions.
const NONE_HELD_OUT: &str = "no held-out positions";

/// The training loss and the held-out loss as two columns of CSV.
pub fn columns(loss: f64, held_out: Option<f64>) -> String {
    let held_out = held_out.map_or(NONE_HELD_OUT.to_owned(), |loss| format!("{loss:.8}"));
    format!("{loss:.8},{held_out}")
}

/// The training loss and the held-out loss for a message.
pub fn describe(loss: f64, held_out: Option<f64>) -> String {
    let held_out = held_out.map_or(NONE_HELD_OUT.to_owned(), |loss| format!("held out {loss:.6}"));
    format!("loss {loss:.6}, {held_out}")
}
