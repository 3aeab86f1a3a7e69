//! The smallest finished pieces of a run: one search, one pair of games. A run that was stopped
//! goes on behind them.

use secateur::score::Score;
use serde::{Deserialize, Serialize};

/// One search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Configuration, depth and position.
    pub at: (String, u32, usize),
    /// Root score.
    pub score: Score,
    /// Solved, where the position names a solution.
    pub solved: Option<bool>,
    /// Milliseconds.
    pub milliseconds: f64,
    /// Nodes above, at and below the horizon.
    pub nodes: [u64; 3],
    /// Static evaluations.
    pub evaluations: u64,
    /// Nodes cut, and nodes cut by the first move.
    pub cuts: [u64; 2],
    /// Attempts, successes and nodes of each technique, in the order of
    /// [`Statistic::ALL`](secateur::search::statistics::Statistic::ALL).
    pub counts: Vec<[u64; 3]>,
}

impl Sample {
    /// Nodes of every kind.
    pub fn total(&self) -> f64 {
        self.nodes.iter().sum::<u64>() as f64
    }
}

/// 2 for a win, 1 for a draw.
pub type HalfPoints = u64;

/// A pair of games from one opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// Label of the match and number of the pair.
    pub at: (String, usize),
    /// Half points of the first side, as White and as Black.
    pub points: [HalfPoints; 2],
    /// Seconds that each side thought.
    pub seconds: [f64; 2],
    /// Games that each side has lost on time.
    #[serde(default)]
    pub overstepped: [u64; 2],
}
