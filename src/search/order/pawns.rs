//! Pawn history.
//!
//! **Idea** Where a piece belongs depends on the pawns: scores of quiet moves by pawn structure.
//! **Paper** None; folklore. Stockfish 16 (2023) has it.
//! **Condition** Quiet moves; credits and debits as those of the [history](super::history).
//! **Parameters** A row for each of 512 structures.
//! **Where we differ** Nothing.

use super::tables::{PieceTo, pull};
use crate::chess::Board;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Structures that have a row of their own; others share one.
const ROWS: usize = 512;

/// A row for each pawn structure.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct PawnHistory {
    rows: [PieceTo; ROWS],
}

#[inline]
fn row(board: &Board) -> usize {
    board.pawn_key() as usize % ROWS
}

impl PawnHistory {
    /// The scores of moves among these pawns.
    #[inline]
    pub fn among(&self, board: &Board) -> &PieceTo {
        &self.rows[row(board)]
    }

    /// Credits or debits a move, by piece and square.
    #[inline]
    pub fn update(&mut self, board: &Board, piece_to: usize, credit: i32) {
        pull(&mut self.rows[row(board)][piece_to], credit);
    }
}
