//! Finds repeated lines of a search. Once the result is certain, iterations end immediately, and
//! their lines differ in nothing but the depth.

use crate::chess::Move;
use crate::score::Score;
use crate::search::report::Report;
use crate::search::table::Bound;
use std::collections::BTreeMap;
use std::time::Duration;

/// Interval after a line in which an equal line of the same rank is a repetition.
const REPEAT_INTERVAL: Duration = Duration::from_millis(100);

/// The last line that is not a repetition, for each MultiPV rank.
#[derive(Debug, Default)]
pub struct Repeats {
    last: BTreeMap<usize, (Score, Bound, Vec<Move>, Duration)>,
}

impl Repeats {
    /// Whether a line equals the last one of its rank and comes within 100 ms.
    pub fn has(&mut self, report: &Report<'_>) -> bool {
        let time = report.progress.time;
        let is_repeated = self.last.get(&report.multi_pv).is_some_and(|last| {
            let (score, bound, moves, before) = last;
            (*score, *bound) == (report.score, report.bound)
                && moves[..] == report.pv[..]
                && time.saturating_sub(*before) < REPEAT_INTERVAL
        });
        if !is_repeated {
            let line = (report.score, report.bound, report.pv.to_vec(), time);
            self.last.insert(report.multi_pv, line);
        }
        is_repeated
    }
}
