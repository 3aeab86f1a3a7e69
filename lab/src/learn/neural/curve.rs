//! Training curve of the network as a table and as a plot.

use super::training::PassRecord;
use crate::chart;
use std::fmt::Write;

/// The training curve as CSV, one line per pass below a header.
pub fn csv(records: &[PassRecord]) -> String {
    records.iter().fold(String::from("pass,loss,held_out_loss\n"), |mut text, record| {
        let _ = writeln!(text, "{},{:.8},{:.8}", record.pass, record.loss, record.held_out);
        text
    })
}

/// Training loss and held-out loss by pass, as SVG; `None` before the first pass.
pub fn plot(records: &[PassRecord]) -> Option<String> {
    let line = |name: &str, pick: fn(&PassRecord) -> f64| {
        (name.to_owned(), records.iter().map(|record| (record.pass as f64, pick(record))).collect())
    };
    let series =
        [line("trained on", |record| record.loss), line("held out", |record| record.held_out)];
    chart::lines("Mean squared error of the expected result", ("pass", "loss"), false, &series)
}
