//! What a search tells its caller. The search never prints: UCI prints, the benchmark ignores, tests record.

use super::node::Depth;
use super::pv::Line;
use super::root::RootMove;
use super::table::Bound;
use crate::chess::Move;
use crate::score::Score;
use std::time::Duration;

/// One line of one iteration.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// Score of the line.
    pub score: Score,
    /// [`Bound::Exact`] unless the window failed.
    pub bound: Bound,
    /// Effort so far.
    pub progress: Progress,
    /// The line.
    pub pv: &'a Line,
}

impl<'a> Report<'a> {
    /// What is known of a root move, told as line number `multi_pv` (from 1) of the iteration of this depth in plies.
    pub fn of(root_move: &'a RootMove, depth: Depth, multi_pv: usize, bound: Bound, progress: Progress) -> Report<'a> {
        Report {
            depth: depth as u32,
            selective_depth: root_move.selective_depth,
            multi_pv,
            score: root_move.known_score(),
            bound: if root_move.is_known_from_tables() { Bound::Exact } else { bound },
            progress,
            pv: &root_move.pv,
        }
    }
}

/// Effort so far, all threads together.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Nodes entered.
    pub nodes: u64,
    /// Since the command to search was read.
    pub time: Duration,
    /// How full the table is, in permille.
    pub permille_full: u32,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
}

impl Progress {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// Takes reports. Every method may be left out.
pub trait Listener {
    /// Is it worth the trouble to make lines fit to be shown?
    fn wants_lines(&self) -> bool {
        true
    }
    /// A line of an iteration has been found, or its window has failed.
    fn line(&mut self, _report: &Report<'_>) {}
    /// A root move is about to be searched, in a search that has lasted a while. `number` counts from 1.
    fn root_move(&mut self, _depth: u32, _mv: Move, _number: usize) {}
    /// About once a second while nothing else is told.
    fn heartbeat(&mut self, _progress: &Progress) {}
    /// Something is not as asked for; one line for people.
    fn remark(&mut self, _text: &str) {}
}

/// Hears nothing.
#[derive(Debug)]
pub struct Silent;

impl Listener for Silent {
    fn wants_lines(&self) -> bool {
        false
    }
}
