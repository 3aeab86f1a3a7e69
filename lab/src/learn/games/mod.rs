//! Stored games: data types, reader, writer, and the filter for training positions.
//!
//! The format on disk is the public *viriformat* (see [`packed`]): whole games, 32 bytes for the
//! start and four bytes a move. Ten million positions take 40 megabytes, and the filter can change
//! after the games are played.

pub mod filter;
pub mod packed;
mod reader;
mod writer;

pub use filter::{is_training_position, training_positions};
pub use reader::{FormatError, Reader, Reason};
pub use writer::Writer;

use secateur::chess::{Board, Color, Move};
use secateur::seeds::mix;
use std::ops::Neg;

/// A score for White as one for this side, or the reverse.
pub fn score_of<T: Neg<Output = T>>(side: Color, score: T) -> T {
    if side == Color::White { score } else { -score }
}

/// The result of a game, by the rules or by adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Black wins, 0–1.
    BlackWins,
    /// A draw, ½–½.
    Draw,
    /// White wins, 1–0.
    WhiteWins,
}

impl GameResult {
    /// All outcomes, by half points of White.
    pub const ALL: [GameResult; 3] =
        [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];

    /// The outcome in which this colour wins.
    pub fn win_of(color: Color) -> GameResult {
        if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins }
    }

    /// Half points of White: 0, 1 or 2.
    pub fn half_points(self) -> u8 {
        self as u8
    }

    /// Half points of this side.
    pub fn half_points_of(self, side: Color) -> u8 {
        if side == Color::White { self.half_points() } else { 2 - self.half_points() }
    }

    /// The outcome in PGN notation: `1-0`, `1/2-1/2` or `0-1`.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::WhiteWins => "1-0",
        }
    }
}

/// One move of a stored game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move played.
    pub mv: Move,
    /// Score of the position before the move for White, internal units; mates as in
    /// [`secateur::score`].
    pub score: i16,
}

/// A stored game; every move is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// The first position with a score, after the random opening.
    pub start: Board,
    /// The result of the game.
    pub outcome: GameResult,
    /// The moves and their scores.
    pub plies: Vec<Ply>,
}

impl ScoredGame {
    /// Every ply with its position.
    pub fn replay(&self) -> impl Iterator<Item = (Board, Ply)> + '_ {
        let mut board = self.start;
        self.plies.iter().map(move |&ply| {
            let before = board;
            board = board.after(ply.mv);
            (before, ply)
        })
    }

    /// Hash of the start and the moves, independent of the file.
    /// It detects duplicates and selects held-out games.
    pub fn id(&self) -> u64 {
        self.plies
            .iter()
            .fold(mix(0, self.start.key()), |hash, ply| mix(hash, u64::from(ply.mv.bits())))
    }

    /// Whether the game is held out from training, for this seed and share in permille.
    pub fn is_held_out(&self, seed: u64, permille: u64) -> bool {
        mix(seed, self.id()) % 1000 < permille
    }
}
