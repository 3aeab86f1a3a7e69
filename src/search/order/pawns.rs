//! Pawn history.
//!
//! **Idea** Where a piece belongs depends on the pawns: scores of quiet moves by pawn structure.
//! **Paper** None; folklore, first in Seer by Connor McMonigle, then in Stockfish 16.1 (2024).
//! **Condition** Quiet moves. A bonus on a cutoff, with a malus for the moves tried before; a bonus
//! for the TT move on a TT cutoff, with a malus for the previous move; a bonus for the previous
//! move if all replies fail low.
//! **Parameters** A row for each of 512 structures.
//! **Differences** None.

use super::tables::{PieceTo, add_bonus};
use crate::chess::Board;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Number of rows; structures share them.
const ROWS: usize = 512;

/// Pawn history, the scores of quiet moves by pawn structure, piece and target square.
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
    /// Pawn-history scores of all moves for the pawn structure of this board.
    #[inline]
    pub fn scores_for(&self, board: &Board) -> &PieceTo {
        &self.rows[row(board)]
    }

    /// Adds a bonus (a malus if negative) to a quiet move's pawn history for the pawn structure of
    /// this board.
    #[inline]
    pub fn update(&mut self, board: &Board, piece_to: usize, bonus: i32) {
        add_bonus(&mut self.rows[row(board)][piece_to], bonus);
    }
}
