//! Stands between the search and whoever listens: lines are made fit to be shown, and those that
//! only serve to choose a weaker move are kept back.

use crate::chess::Move;
use crate::search::lines::Finisher;
use crate::search::report::{Listener, Progress, Report, TreeStep};

/// Passes on what a search tells.
pub(super) struct PvFinisher<'a, 'b> {
    /// Makes lines fit to be shown.
    pub finisher: Finisher<'a>,
    /// Lines of an iteration that are passed on.
    pub lines: usize,
    /// Who is told.
    pub listener: &'b mut (dyn Listener + Send),
}

impl Listener for PvFinisher<'_, '_> {
    fn line(&mut self, report: &Report<'_>) {
        if report.multi_pv > self.lines {
            return;
        }
        if !self.listener.wants_lines() {
            return self.listener.line(report);
        }
        let (pv, bound) =
            self.finisher.finish(report.pv, report.score, report.bound, report.progress.nodes);
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

    fn step(&mut self, step: &TreeStep) {
        self.listener.step(step);
    }
}
