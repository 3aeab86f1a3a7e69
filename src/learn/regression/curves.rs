//! The course of a training run as a table and as plots: Figures 3 and 4 of S3.

use super::training::Record;
use crate::eval::linear::weights::STAGES;
use std::fmt::Write;

/// One line an iteration, comma-separated, with a head.
pub fn csv(records: &[Record]) -> String {
    let mut text = String::from("iteration,loss,held_out_loss,most_changed_cp,mean_change_cp");
    for stage in 0..STAGES {
        let _ = write!(text, ",distance_{}_{}_pieces", stage * 4 + 1, stage * 4 + 4);
    }
    text.push('\n');
    for record in records {
        let _ = write!(
            text,
            "{},{:.8},{:.8},{:.4},{:.5}",
            record.iteration, record.loss, record.held_out, record.most_changed, record.mean_change
        );
        for distance in record.distance {
            let _ = write!(text, ",{distance:.4}");
        }
        text.push('\n');
    }
    text
}
