//! Training curve of the network as a table and as a plot.

use super::training::EpochRecord;
use crate::chart;
use crate::learn::losses;
use std::fmt::Write;

/// The training curve as CSV, one line per epoch below a header.
pub fn csv(records: &[EpochRecord]) -> String {
    records.iter().fold(String::from("epoch,loss,held_out_loss\n"), |mut text, record| {
        let losses = losses::columns(record.loss, record.held_out);
        let _ = writeln!(text, "{},{losses}", record.epoch);
        text
    })
}

/// Training loss and held-out loss by epoch, as SVG; `None` before the first epoch.
pub fn plot(records: &[EpochRecord]) -> Option<String> {
    let line = |name: &str, pick: fn(&EpochRecord) -> Option<f64>| {
        let points = records.iter().filter_map(|record| Some((record.epoch as f64, pick(record)?)));
        (name.to_owned(), points.collect::<Vec<_>>())
    };
    let mut series = vec![line("trained on", |record| Some(record.loss))];
    series
        .extend(Some(line("held out", |record| record.held_out)).filter(|held| !held.1.is_empty()));
    chart::lines("Mean squared error of the expected score", ("epoch", "loss"), false, &series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_held_out_loss_is_named() {
        let records = [EpochRecord { epoch: 1, loss: 0.5, held_out: None }];
        assert!(csv(&records).ends_with("\n1,0.50000000,no held-out positions\n"));
        assert!(plot(&records).is_some_and(|plot| !plot.contains("held out")));
    }
}
