//! What a search tells its caller. The search never prints: UCI prints, the benchmark ignores,
//! tests record.

use super::node::{Depth, Estimate, NodeContext};
use super::pv::Line;
use super::root::RootMove;
use super::statistics::Statistic;
use super::table::{Bound, TtHit};
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
    /// What is known of a root move, told as line number `multi_pv` (from 1) of the iteration of
    /// this depth in plies.
    pub fn of(
        root_move: &'a RootMove,
        depth: Depth,
        multi_pv: usize,
        bound: Bound,
        progress: Progress,
    ) -> Report<'a> {
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

/// What the search tells of its tree as it walks. Nodes entered between an attempt and its verdict
/// are part of the attempt.
#[derive(Clone, Copy, Debug)]
pub enum TreeStep {
    /// A move is made to a position so many plies from the root; `None` passes the turn.
    Move(usize, Option<Move>),
    /// A node so many plies from the root is entered with this window, to be searched so deep; no
    /// context leads into quiescence.
    Enter(usize, [Score; 2], Depth, Option<NodeContext>),
    /// What the node is taken to be worth; `None` in check.
    Worth(Option<Estimate>),
    /// The record of the table that decides the node.
    TtHit(TtHit),
    /// The node is over before a room is asked.
    End(Ending),
    /// A technique begins to search.
    Attempt(Statistic),
    /// A technique is counted, and whether it has won.
    Counted(Statistic, bool),
    /// The search of a cut node all the same begins or ends; it is no part of the tree.
    Audit(bool),
    /// The node is left with its score; `None` where the search is broken off.
    Leave(Option<Score>),
}

/// Why a node is over as soon as it is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Drawn by rule.
    Draw,
    /// The side to move can repeat, and that is good enough.
    Repetition,
    /// A mate already found is shorter than any below.
    MateDistance,
}

/// Takes reports. Every method may be left out.
pub trait Listener {
    /// Does it want to be told the tree, [step](TreeStep) by step? Then the search is of the kind of an
    /// experiment.
    fn wants_tree(&self) -> bool {
        false
    }
    /// A step of the walk through the tree.
    fn step(&mut self, _step: &TreeStep) {}
    /// Is it worth the trouble to make lines fit to be shown?
    fn wants_lines(&self) -> bool {
        true
    }
    /// A line of an iteration has been found, or its window has failed.
    fn line(&mut self, _report: &Report<'_>) {}
    /// A root move is about to be searched, in a search that has lasted a while. `number` counts
    /// from 1.
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
