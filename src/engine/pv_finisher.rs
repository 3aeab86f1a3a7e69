//! Completes the PVs of the search for the listener, and omits those that only serve to choose a
//! weaker move.

use crate::chess::Move;
use crate::mate::completion::PvCompleter;
use crate::score::{DRAW, INFINITE, Score};
use crate::search::report::{Listener, Progress, Report, TreeEvent};
use crate::search::root::RootMove;
use crate::search::table::Bound;

/// Listener that completes the principal variations of mate scores before it passes reports on.
pub(super) struct PvFinisher<'a, 'b> {
    /// Completes the PVs.
    pub completer: PvCompleter<'a>,
    /// Number of PVs of an iteration that are reported.
    pub lines: usize,
    /// First move, score and type of the best line reported last.
    pub last: Option<(Move, Score, Bound)>,
    /// Receives the reports.
    pub listener: &'b mut (dyn Listener + Send),
}

impl PvFinisher<'_, '_> {
    /// Score of the move to play, as reported last, and its type. An iteration that was stopped
    /// without a better move is not reported: its score may be a bound. A search that ended before
    /// its first move had a score has none: [`DRAW`] without a bound.
    pub fn score_of(&self, played: &RootMove) -> (Score, Bound) {
        match self.last {
            Some((mv, score, bound)) if mv == played.mv => (score, bound),
            _ if played.known_score() == -INFINITE => (DRAW, Bound::None),
            _ => (played.known_score(), played.known_bound()),
        }
    }
}

impl Listener for PvFinisher<'_, '_> {
    fn line(&mut self, report: &Report<'_>) {
        if report.multi_pv == 1 {
            self.last = report.pv.first().map(|&mv| (mv, report.score, report.bound));
        }
        if report.multi_pv > self.lines {
            return;
        }
        if !self.listener.wants_complete_mate_pvs() {
            return self.listener.line(report);
        }
        let (pv, bound) =
            self.completer.complete(report.pv, report.score, report.bound, report.progress.nodes);
        self.listener.line(&Report { bound, pv: &pv, ..report.clone() });
    }

    fn root_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.listener.root_move(depth, mv, number);
    }

    fn heartbeat(&mut self, progress: &Progress) {
        self.listener.heartbeat(progress);
    }

    fn remark(&mut self, text: &str) {
        self.listener.remark(text);
    }

    fn wants_tree(&self) -> bool {
        self.listener.wants_tree()
    }

    fn is_silent(&self) -> bool {
        self.listener.is_silent()
    }

    fn step(&mut self, step: &TreeEvent) {
        self.listener.step(step);
    }
}
