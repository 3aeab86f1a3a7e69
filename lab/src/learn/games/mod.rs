//! Stored games: what they are, how they are read and written, and which of their positions are
//! worth learning from.
//!
//! The form on disk is the public *viriformat* ([`packed`] gives the bytes): every game whole, its
//! start in 32 bytes and four bytes a move, so that ten million positions take 40 megabytes and a
//! filter can be changed after the games were played.

pub mod filter;
pub mod packed;
mod reader;
mod writer;

pub use filter::{Filter, Position, positions};
pub use reader::{FormatError, Reader, Reason};
pub use writer::Writer;

use secateur::chess::{Board, Color, Move};
use secateur::seeds::mix;

/// How a game ended, by its rules or by adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// 0–1.
    BlackWins,
    /// ½–½.
    Draw,
    /// 1–0.
    WhiteWins,
}

impl Outcome {
    /// All outcomes, by their half points for White.
    pub const ALL: [Outcome; 3] = [Outcome::BlackWins, Outcome::Draw, Outcome::WhiteWins];

    /// The side that wins.
    pub fn win_of(color: Color) -> Outcome {
        if color == Color::White { Outcome::WhiteWins } else { Outcome::BlackWins }
    }

    /// Half points of White: 0, 1 or 2.
    pub fn half_points(self) -> u8 {
        self as u8
    }

    /// As games are written down: `1-0`, `1/2-1/2` or `0-1`.
    pub fn text(self) -> &'static str {
        match self {
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::WhiteWins => "1-0",
        }
    }
}

/// One move of a stored game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move played.
    pub mv: Move,
    /// The score of the position before the move, for White, in internal units; mates as in
    /// [`secateur::score`].
    pub score: i16,
}

/// A game as it is stored: every move is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position from which scores were kept: behind the random opening.
    pub start: Board,
    /// How it ended.
    pub outcome: Outcome,
    /// The moves and their scores.
    pub plies: Vec<Ply>,
}

impl Game {
    /// Every ply with the position it was played in.
    pub fn replay(&self) -> impl Iterator<Item = (Board, Ply)> + '_ {
        let mut board = self.start;
        self.plies.iter().map(move |&ply| {
            let before = board;
            board = board.after(ply.mv);
            (before, ply)
        })
    }

    /// A number made of start and moves: the same for the same game wherever it is stored,
    /// different for different ones as good as always. It tells duplicates, and by it games are
    /// held out from training.
    pub fn id(&self) -> u64 {
        self.plies
            .iter()
            .fold(mix(0, self.start.key()), |hash, ply| mix(hash, u64::from(ply.mv.bits())))
    }

    /// Is it one of the so many in a thousand that this seed holds out from training?
    pub fn is_held_out(&self, seed: u64, permille: u64) -> bool {
        mix(seed, self.id()) % 1000 < permille
    }
}
