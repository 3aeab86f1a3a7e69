//! Training curves of the regression as a table and as plots: Figures 3 and 4 of S3.

use super::training::IterationRecord;
use crate::chart;
use crate::evaluations::linear::weights::STAGES;
use crate::learn::losses;
use std::fmt::Write;

/// The training curve as CSV, one line per iteration below a header. `units` are internal units.
pub fn csv(records: &[IterationRecord]) -> String {
    let mut text =
        String::from("iteration,loss,held_out_loss,most_changed_units,mean_change_units");
    for stage in 0..STAGES {
        let _ = write!(text, ",distance_{}_{}_pieces", stage * 4 + 1, stage * 4 + 4);
    }
    text.push('\n');
    for record in records {
        let _ = write!(
            text,
            "{},{},{:.4},{:.5}",
            record.iteration,
            losses::columns(record.loss, record.held_out),
            record.most_changed,
            record.mean_change
        );
        for distance in record.distance {
            let _ = write!(text, ",{distance:.4}");
        }
        text.push('\n');
    }
    text
}

/// Mean absolute error by stage and iteration (Figure 3 of S3), as SVG.
pub fn distances(records: &[IterationRecord], unit: &str) -> Option<String> {
    let series = (0..STAGES).rev().map(|stage| {
        let points = records.iter().map(|record| (record.iteration as f64, record.distance[stage]));
        (
            format!("{} to {} pieces", stage * 4 + 1, stage * 4 + 4),
            points.filter(|point| point.1 > 0.0).collect(),
        )
    });
    let series: Vec<chart::Series> = series.collect();
    chart::lines("Mean distance from the label, by stage", ("iteration", unit), false, &series)
}

/// Largest and mean weight change by iteration (Figure 4 of S3), as SVG.
pub fn changes(records: &[IterationRecord]) -> Option<String> {
    let line = |name: &str, pick: fn(&IterationRecord) -> f64| {
        (
            name.to_owned(),
            records.iter().map(|record| (record.iteration as f64, pick(record))).collect(),
        )
    };
    let series =
        [line("largest", |record| record.most_changed), line("mean", |record| record.mean_change)];
    chart::lines("Change of the weights", ("iteration", "internal units"), true, &series)
}
