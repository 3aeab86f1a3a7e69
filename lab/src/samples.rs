//! The smallest results of a run: one search, one pair of games. A resumed run reuses them.

use secateur::chess::Outcome;
use secateur::score::Score;
use serde::{Deserialize, Serialize};

/// Result of one search of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Configuration, depth and position.
    pub at: (String, u32, usize),
    /// Root score.
    pub score: Score,
    /// Whether the position is solved; `None` if it has no solution.
    pub solved: Option<bool>,
    /// Search time, milliseconds.
    pub milliseconds: f64,
    /// Nodes above, at and below the horizon.
    pub nodes: [u64; 3],
    /// Number of static evaluations.
    pub evaluations: u64,
    /// Number of cutoffs, and of cutoffs by the first move.
    pub cuts: [u64; 2],
    /// Attempts, successes and nodes of each technique, in the order of
    /// [`Statistic::ALL`](secateur::search::statistics::Statistic::ALL).
    pub counts: Vec<[u64; 3]>,
}

impl Sample {
    /// Number of nodes of the search, all kinds together.
    pub fn total(&self) -> f64 {
        self.nodes.iter().sum::<u64>() as f64
    }
}

/// Half points of a game: 2 for a win, 1 for a draw.
pub type HalfPoints = u64;

/// A pair of games from one opening, with colours reversed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// Label of the match and number of the pair.
    pub at: (String, usize),
    /// Half points of the first side, as White and as Black.
    pub points: [HalfPoints; 2],
    /// Thinking time of each side, seconds.
    pub seconds: [f64; 2],
    /// Losses on time of each side.
    #[serde(default, rename = "overstepped")]
    pub time_forfeits: [u64; 2],
    /// Both games, if the match records them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<PlayedGame>,
}

/// A game as it was played from its opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// Half points of White.
    pub points: u64,
    /// Why the game ended.
    pub end: GameEnd,
}

/// A move with the result of its search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move in UCI notation.
    #[serde(rename = "move")]
    pub uci: String,
    /// Score of the side that moved, internal units.
    pub score: Score,
    /// Depth of the search, plies.
    pub depth: u32,
    /// Time of the search, seconds.
    pub seconds: f64,
}

/// The reason of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameEnd {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Threefold repetition.
    Threefold,
    /// Fifty-move rule.
    FiftyMoves,
    /// Insufficient material.
    InsufficientMaterial,
    /// Loss on time.
    Time,
    /// Adjudication by the scores.
    Adjudication,
    /// The maximum number of moves.
    MoveLimit,
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> GameEnd {
        match outcome {
            Outcome::Checkmate => GameEnd::Checkmate,
            Outcome::Stalemate => GameEnd::Stalemate,
            Outcome::Threefold => GameEnd::Threefold,
            Outcome::FiftyMoves => GameEnd::FiftyMoves,
            Outcome::InsufficientMaterial => GameEnd::InsufficientMaterial,
        }
    }
}
