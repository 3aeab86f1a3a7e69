//! Detects from the reports of a search when the answer became right.

use super::judge::judge;
use super::record::Effort;
use crate::chess::epd::Epd;
use crate::search::table::Bound;
use crate::search::{Listener, Progress, Report, Signals};
use crate::stop::Stop;

/// Search listener that records since when the best move has been a solution of the suite position.
/// It also stops the search when the stop request is urgent.
pub struct SolutionTracker<'a> {
    epd: &'a Epd,
    stop: &'a Stop,
    signals: &'a Signals,
    /// The effort at the first report since which all reports have been right.
    effort_to_solution: Option<Effort>,
}

impl<'a> SolutionTracker<'a> {
    /// Creates the listener for the search of one suite position.
    pub fn new(epd: &'a Epd, stop: &'a Stop, signals: &'a Signals) -> SolutionTracker<'a> {
        SolutionTracker { epd, stop, signals, effort_to_solution: None }
    }

    /// Returns nodes and time from which the best move stayed a solution; the final move must be
    /// one.
    pub fn effort_to_solution(&self, end: &Progress) -> Effort {
        self.effort_to_solution.unwrap_or_else(|| effort(end))
    }

    fn obey_urgent_stop(&self) {
        if self.stop.is_urgent() {
            self.signals.stop();
        }
    }
}

impl Listener for SolutionTracker<'_> {
    fn pv(&mut self, report: &Report<'_>) {
        self.obey_urgent_stop();
        // A fail-low lowers the score of the move but gives no better move.
        if report.multi_pv != 1 || report.bound == Bound::Upper {
            return;
        }
        if judge(self.epd, report.pv.first().copied(), report.score) == Some(true) {
            self.effort_to_solution.get_or_insert(effort(&report.progress));
        } else {
            self.effort_to_solution = None;
        }
    }

    fn heartbeat(&mut self, _progress: &Progress) {
        self.obey_urgent_stop();
    }
}

fn effort(progress: &Progress) -> Effort {
    Effort { nodes: progress.nodes, seconds: progress.time.as_secs_f64() }
}
