//! Reports of a search to its listener. The search never prints.

use super::node::{Depth, NodeContext, StaticEvals};
use super::pv::Line;
use super::root::RootMove;
use super::statistics::{Statistic, Statistics};
use super::table::{Bound, TtHit};
use crate::chess::Move;
use crate::score::Score;
use std::time::Duration;

/// Principal variation with score and statistics, as reported after an iteration or a failed
/// aspiration window.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Rank of the PV, from 1.
    pub multi_pv: usize,
    /// Score of the PV.
    pub score: Score,
    /// Type of the score: [`Bound::Exact`] unless the aspiration window failed.
    pub bound: Bound,
    /// Nodes, time, hash usage and tablebase hits so far.
    pub progress: Progress,
    /// Moves of the principal variation.
    pub pv: &'a [Move],
}

impl<'a> Report<'a> {
    /// Builds the report of a root move as PV number `multi_pv` (from 1) of an iteration.
    pub fn from_root_move(
        root_move: &'a RootMove,
        depth: Depth,
        multi_pv: usize,
        progress: Progress,
    ) -> Report<'a> {
        Report {
            depth: depth as u32,
            selective_depth: root_move.selective_depth,
            multi_pv,
            score: root_move.known_score(),
            bound: root_move.known_bound(),
            progress,
            pv: &root_move.pv,
        }
    }
}

/// Nodes, time, hash usage and tablebase hits of a search so far, summed over all threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Nodes entered.
    pub nodes: u64,
    /// Time since the search command was read.
    pub time: Duration,
    /// Used share of the transposition table in permille (`hashfull`).
    pub permille_full: u32,
    /// Number of positions found in tablebases.
    pub tb_hits: u64,
}

impl Progress {
    /// Search speed in nodes per second.
    pub fn speed(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// Returns the speed of a search, in nodes per second.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// Result of a search, with best move, ponder move, score, depth and principal variation.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Best move; `None` without a legal move.
    pub best: Option<Move>,
    /// Expected reply.
    pub ponder: Option<Move>,
    /// Score for the side to move, as reported last.
    pub score: Score,
    /// Type of the score: a bound if the search was stopped after its window had failed.
    pub bound: Bound,
    /// Iteration of the principal variation, in plies; without reports the last complete iteration.
    pub depth: u32,
    /// Principal variation, as reported last.
    pub pv: Line,
    /// Nodes, time, hash usage and tablebase hits of all threads.
    pub progress: Progress,
    /// Counters of the techniques.
    pub statistics: Statistics,
}

/// Event in the search tree (such as entering a node), for listeners that record the tree. Nodes
/// between an `Attempt` and its `Counted` are part of the attempt.
#[derive(Clone, Copy, Debug)]
pub enum TreeEvent {
    /// A move is made.
    Move {
        /// Ply of the position after the move.
        ply: usize,
        /// The move; `None` for a null move.
        mv: Option<Move>,
    },
    /// A node is entered.
    Enter {
        /// Distance from the root.
        ply: usize,
        /// Alpha and beta.
        window: [Score; 2],
        /// Depth left; in quiescence, minus the plies since its root.
        depth: Depth,
        /// What its parent passes to it; `None` in quiescence.
        context: Option<NodeContext>,
    },
    /// The evaluations of the node; `None` in check.
    Evaluated(Option<StaticEvals>),
    /// The table entry that decides the node.
    TtHit(TtHit),
    /// The node ends by rule.
    End(Ending),
    /// A technique begins to search.
    Attempt(Statistic),
    /// A technique is counted.
    Counted {
        /// The technique.
        technique: Statistic,
        /// Whether it succeeded.
        success: bool,
    },
    /// An audit begins; its nodes are not part of the tree.
    AuditBegin,
    /// The audit ends.
    AuditEnd,
    /// The node is left with its score; `None` if the search is stopped.
    Leave(Option<Score>),
}

/// Rule that ends a node before any of its moves is searched, such as a draw by repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The position is a draw by rule.
    Draw,
    /// Upcoming repetition: a draw score is available and at least beta.
    Repetition,
    /// A mate already found is shorter than any below.
    MateDistance,
}

/// Receiver of search reports, such as UCI output; every method has a default that ignores the
/// report.
pub trait Listener {
    /// Whether the listener receives every event of the search tree ([`TreeEvent`]), which slows
    /// the search. The search then runs as an experiment.
    fn records_tree(&self) -> bool {
        false
    }
    /// Whether the listener ignores all reports, so that the search need not compose them. This
    /// saves a search of few nodes some time.
    fn is_silent(&self) -> bool {
        false
    }
    /// Called for each event in the search tree, if [`Listener::records_tree`] is true.
    fn tree_event(&mut self, _event: &TreeEvent) {}
    /// Whether principal variations are shown to users, so that PVs of mate scores are extended to
    /// checkmate.
    fn shows_mate_pvs(&self) -> bool {
        true
    }
    /// Called with each principal variation, after an iteration or a failed aspiration window.
    fn pv(&mut self, _report: &Report<'_>) {}
    /// Called before a root move is searched (`currmove`), once the search has lasted a while.
    /// `number` counts from 1.
    fn root_move(&mut self, _depth: u32, _mv: Move, _number: usize) {}
    /// Called with the search progress about once a second if nothing else is reported.
    fn heartbeat(&mut self, _progress: &Progress) {}
    /// Called at the end of the search, before an infinite search waits for its stop.
    fn finished(&mut self, _progress: &Progress) {}
    /// Called with a warning for the user, in one line.
    fn remark(&mut self, _text: &str) {}
}

/// Listener that ignores all search reports.
#[derive(Debug)]
pub struct Silent;

impl Listener for Silent {
    fn is_silent(&self) -> bool {
        true
    }
    fn shows_mate_pvs(&self) -> bool {
        false
    }
}
