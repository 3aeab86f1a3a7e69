//! Training curve of the network as a table and as a plot.

use super::training::PassRecord;
use crate::chart;
use std::fmt::Write;

/// Stands for the held-out loss of a training without held-out positions.
pub const NONE_HELD_OUT: &str = "no held-out positions";

/// The training curve as CSV, one line per pass below a header. The held-out loss is
/// [`NONE_HELD_OUT`] if there are no such positions.
pub fn csv(records: &[PassRecord]) -> String {
    records.iter().fold(String::from("pass,loss,held_out_loss\n"), |mut text, record| {
        let held_out =
            record.held_out.map_or(NONE_HELD_OUT.to_owned(), |loss| format!("{loss:.8}"));
        let _ = writeln!(text, "{},{:.8},{held_out}", record.pass, record.loss);
        text
    })
}

/// Training loss and held-out loss by pass, as SVG; `None` before the first pass.
pub fn plot(records: &[PassRecord]) -> Option<String> {
    let line = |name: &str, pick: fn(&PassRecord) -> Option<f64>| {
        let points = records.iter().filter_map(|record| Some((record.pass as f64, pick(record)?)));
        (name.to_owned(), points.collect::<Vec<_>>())
    };
    let mut series = vec![line("trained on", |record| Some(record.loss))];
    series
        .extend(Some(line("held out", |record| record.held_out)).filter(|held| !held.1.is_empty()));
    chart::lines("Mean squared error of the expected result", ("pass", "loss"), false, &series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_held_out_loss_is_named() {
        let records = [PassRecord { pass: 1, loss: 0.5, held_out: None }];
        assert!(csv(&records).ends_with("\n1,0.50000000,no held-out positions\n"));
        assert!(plot(&records).is_some_and(|plot| !plot.contains("held out")));
    }
}
