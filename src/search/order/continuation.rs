//! Continuation history.
//!
//! **Idea** Whether a quiet move is good depends on what it answers, and on what it follows up: scores by the pair of moves.
//! **Paper** None; folklore, after Jos Uiterwijk's countermove heuristic (ICCA Journal 15(1), 1992). Stockfish 7 (2016) made it a
//! table by piece and square of both moves.
//! **Condition** Quiet moves; credits and debits as those of the [history](super::history).
//! **Parameters** The moves one, two and four plies before ([`BACK`]).
//! **Where we differ** Nothing.

use super::tables::{PieceTo, pull};
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// How many plies before lies the move that a row belongs to.
pub const BACK: [usize; 3] = [1, 2, 4];

/// A row for each move that may have come before, by piece and square.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct Continuation {
    rows: [PieceTo; 12 * 64],
}

impl Continuation {
    /// The scores of moves that come after this one.
    #[inline]
    pub fn after(&self, previous: u16) -> &PieceTo {
        &self.rows[usize::from(previous)]
    }

    /// Credits a move, by piece and square, that came after this one.
    #[inline]
    pub fn credit(&mut self, previous: u16, piece_to: usize, credit: i32) {
        pull(&mut self.rows[usize::from(previous)][piece_to], credit);
    }
}
