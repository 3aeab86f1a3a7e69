//! Capture history.
//!
//! **Idea** Some captures refute again and again, others never, whatever they win at once.
//! **Paper** None; folklore. Stockfish 9 (2018) has it by piece, square and what is taken.
//! **Condition** CaptureHistory and promotions: credited on a cutoff; those tried before any cutoff are
//! debited. **Parameters** None. **Where we differ** Nothing.

use super::tables::{piece_to, pull};
use crate::chess::{Board, Move, PieceKind};
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// By piece, square and kind of the victim; a promotion without capture counts as one of a king.
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
    /// The history score of a capture or promotion.
    #[inline]
    pub fn of(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.entries[piece_to(board, mv)][victim(board, mv)])
    }

    /// Credits or debits one.
    pub fn update(&mut self, board: &Board, mv: Move, credit: i32) {
        pull(&mut self.entries[piece_to(board, mv)][victim(board, mv)], credit);
    }
}
