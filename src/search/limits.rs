//! What ends a search. All limits combine: whichever is reached first.

use crate::chess::{Color, Move};
use std::time::Duration;

/// The clocks of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimes {
    /// What is left to White and to Black; a side whose clock is unknown has none.
    pub left: [Option<Duration>; 2],
    /// Added after each move.
    pub increment: [Duration; 2],
    /// Moves until more time is given; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// If not 0, clocks and times are counted in nodes, and this many stand for a millisecond.
    pub nodes_per_millisecond: u64,
}

impl ClockTimes {
    /// What this side has left, if its clock is known.
    pub fn left_of(&self, color: Color) -> Option<Duration> {
        self.left[color.index()]
    }
}

/// Hard limit of nodes, in multiples of the soft limit, where only the soft one is given.
pub const HARD_FACTOR: u64 = 8;

/// The limits of one search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Nodes, all threads together: at these the search is broken off.
    pub nodes: Option<u64>,
    /// Nodes, all threads together, to take on average: no iteration is begun that would end
    /// farther from them, and the one under way is finished.
    pub soft_nodes: Option<u64>,
    /// End once a mate in this many moves is proved.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Clocks to divide.
    pub clock: ClockTimes,
    /// Go on until told to stop, and answer only then.
    pub infinite: bool,
    /// The opponent is still thinking: as infinite until the ponder hit.
    pub ponder: bool,
    /// Look only at these root moves; all if empty.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// A search to a fixed depth in plies.
    pub fn to_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of about the first number of nodes, in whole iterations; broken off at the second.
    pub fn to_soft_nodes(soft: u64, hard: u64) -> Limits {
        Limits { nodes: Some(hard), soft_nodes: Some(soft), ..Limits::default() }
    }

    /// A search of about this number of nodes, in whole iterations, broken off at
    /// [`HARD_FACTOR`] times as many.
    pub fn with_soft_nodes(nodes: u64) -> Limits {
        Limits::to_soft_nodes(nodes, nodes.saturating_mul(HARD_FACTOR))
    }

    /// A search of a fixed time.
    pub fn for_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}
