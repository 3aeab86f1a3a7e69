//! Finds repeated lines of a search. Once the result is certain, iterations end immediately, and
//! their lines differ in nothing but the depth.

use crate::chess::Move;
use crate::score::Score;
use crate::search::report::Report;
use crate::search::table::Bound;
use std::time::Duration;

/// Interval after a line in which an equal line is a repetition.
const REPEAT_INTERVAL: Duration = Duration::from_millis(100);

/// The last line that is not a repetition.
#[derive(Debug, Default)]
pub struct Repeats {
    last: Option<(Score, Bound, Vec<Move>, Duration)>,
    /// Clients group the lines of a depth, so no line of a MultiPV search is a repetition.
    is_multi_pv: bool,
}

impl Repeats {
    /// Records a line; returns whether it equals the last one and comes within 100 ms. Always false
    /// once the search has reported a second variation.
    pub fn record(&mut self, report: &Report<'_>) -> bool {
        self.is_multi_pv |= report.multi_pv > 1;
        let time = report.progress.time;
        let last = self.last.as_ref().filter(|_| !self.is_multi_pv);
        let is_repeated = last.is_some_and(|(score, bound, moves, before)| {
            (*score, *bound) == (report.score, report.bound)
                && moves[..] == report.pv[..]
                && time.saturating_sub(*before) < REPEAT_INTERVAL
        });
        if !is_repeated {
            self.last = Some((report.score, report.bound, report.pv.to_vec(), time));
        }
        is_repeated
    }
}
