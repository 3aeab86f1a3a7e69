//! Capture history.
//!
//! **Idea** How often a capture causes a cutoff depends on more than the material it wins.
//! **Paper** None; folklore. Stockfish 9 (2018) has it by piece, square and captured piece.
//! **Condition** Captures and promotions: a bonus on a cutoff, a malus for those tried before any
//! cutoff.
//! **Parameters** None.
//! **Differences** None.

use super::tables::{add_bonus, piece_to};
use crate::chess::{Board, Move, PieceKind};
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Capture history, the scores of captures by piece, target square and captured piece. A promotion
/// without capture counts as the capture of a king.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct CaptureHistory {
    entries: [[i16; 6]; 12 * 64],
}

#[inline]
fn victim(board: &Board, mv: Move) -> usize {
    if mv.is_en_passant() {
        return PieceKind::Pawn.index();
    }
    let taken = if mv.is_capture() { board.kind_on(mv.to()) } else { None };
    taken.unwrap_or(PieceKind::King).index()
}

impl CaptureHistory {
    /// Capture-history score of a capture or promotion.
    #[inline]
    pub fn score(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.entries[piece_to(board, mv)][victim(board, mv)])
    }

    /// Adds a bonus (a malus if negative) to the capture-history entry of a move.
    pub fn update(&mut self, board: &Board, mv: Move, bonus: i32) {
        add_bonus(&mut self.entries[piece_to(board, mv)][victim(board, mv)], bonus);
    }
}
