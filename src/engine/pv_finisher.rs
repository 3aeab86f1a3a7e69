//! Completes the PVs of the search for the listener, and omits those that only serve to choose a
//! weaker move.

use crate::chess::Move;
use crate::mate::completion::PvCompleter;
use crate::score::{DRAW, INFINITE, Score};
use crate::search::node::Depth;
use crate::search::pv::Line;
use crate::search::report::{Listener, Progress, Report, TreeEvent};
use crate::search::root::RootMove;
use crate::search::table::Bound;

/// Listener that completes the principal variations of mate scores before it passes reports on.
pub(super) struct PvFinisher<'a, 'b> {
    /// Completes the PVs.
    pub completer: PvCompleter<'a>,
    /// Number of PVs of an iteration that are reported.
    pub multi_pv: usize,
    /// The best PV reported last.
    pub last: Option<ReportedPv>,
    /// Receives the reports.
    pub listener: &'b mut (dyn Listener + Send),
}

/// Principal variation as it was reported.
pub(super) struct ReportedPv {
    /// The moves.
    pub pv: Line,
    /// Score for the side to move.
    pub score: Score,
    /// Type of the score; exact also if the PV of a mate is incomplete.
    pub bound: Bound,
    /// Iteration, in plies.
    pub depth: u32,
}

impl PvFinisher<'_, '_> {
    /// The PV of the move to play, as reported last. An iteration that was stopped without a better
    /// move is not reported: its score may be a bound, and its PV may differ. Without a report, as
    /// for a silent listener, the PV is that of `played` in a search with this last depth. A search
    /// that ended before its first move had a score has none: [`DRAW`] without a bound.
    pub fn pv_of(&mut self, played: &RootMove, depth: Depth, nodes: u64) -> ReportedPv {
        if let Some(mut last) = self.last.take_if(|last| last.pv.first() == Some(&played.mv)) {
            if !self.listener.shows_mate_pvs() {
                (last.pv, _) = self.completer.complete(&last.pv, last.score, Bound::Exact, nodes);
            }
            return last;
        }
        let (score, bound) = match played.known_score() {
            score if score == -INFINITE => (DRAW, Bound::None),
            score => (score, played.known_bound()),
        };
        let (pv, _) = self.completer.complete(&played.pv, score, Bound::Exact, nodes);
        ReportedPv { pv, score, bound, depth: depth as u32 }
    }
}

impl Listener for PvFinisher<'_, '_> {
    fn pv(&mut self, report: &Report<'_>) {
        if report.multi_pv > self.multi_pv {
            return;
        }
        let &Report { depth, score, progress, .. } = report;
        let (pv, bound) = if self.listener.shows_mate_pvs() {
            self.completer.complete(report.pv, score, report.bound, progress.nodes)
        } else {
            (report.pv.iter().copied().collect(), report.bound)
        };
        self.listener.pv(&Report { bound, pv: &pv, ..report.clone() });
        if report.multi_pv == 1 {
            self.last = Some(ReportedPv { pv, score, bound: report.bound, depth });
        }
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

    fn records_tree(&self) -> bool {
        self.listener.records_tree()
    }

    fn is_silent(&self) -> bool {
        self.listener.is_silent()
    }

    fn tree_event(&mut self, event: &TreeEvent) {
        self.listener.tree_event(event);
    }
}
