//! Ends of a game by rule: checkmate, stalemate, insufficient material, fifty-move rule,
//! repetition.

use super::bitboard::Bitboard;
use super::board::Board;
use super::piece::PieceKind;
use crate::score::FIFTY_MOVE_PLIES;

impl Board {
    /// Whether the side to move has no legal move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && self.count_moves() == 0
    }

    /// Whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.count_moves() == 0
    }

    /// Whether neither side can mate by any moves (bare kings, one minor piece, or bishops of one
    /// square colour).
    pub fn is_insufficient_material(&self) -> bool {
        let mating =
            self.kind(PieceKind::Pawn) | self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        if mating.any() {
            return false;
        }
        let bishops = self.kind(PieceKind::Bishop);
        match self.kind(PieceKind::Knight).count() {
            0 => {
                bishops.without(Bitboard::LIGHT).is_empty() || !bishops.intersects(Bitboard::LIGHT)
            }
            1 => bishops.is_empty(),
            _ => false,
        }
    }

    /// Whether the game is certainly drawn: stalemate or insufficient material.
    pub fn is_certain_draw(&self) -> bool {
        self.is_stalemate() || self.is_insufficient_material()
    }

    /// Whether the fifty-move rule makes the position a draw (100 plies without capture or pawn
    /// move, no checkmate).
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmoves >= FIFTY_MOVE_PLIES && (!self.in_check() || self.count_moves() > 0)
    }
}

/// Whether the last of these positions (Zobrist keys of game and search line) is a draw by
/// repetition.
///
/// `reversible` limits how many plies back a repetition can be. `root` is the index of the search's
/// root. One repetition after the root is a draw; at or before the root, the position must have
/// occurred twice.
pub fn is_repetition(keys: &[u64], reversible: u16, root: usize) -> bool {
    let Some((&key, earlier)) = keys.split_last() else { return false };
    let newest = earlier.len();
    let mut seen = 0;
    // The same side is to move every second ply, and a cycle has at least four plies.
    for back in (4..=usize::from(reversible).min(newest)).step_by(2) {
        let index = newest - back;
        if earlier[index] == key {
            seen += 1;
            if index > root || seen == 2 {
                return true;
            }
        }
    }
    false
}
