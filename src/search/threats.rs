//! The squares that the opponent attacks, for the quiet history and exchanges.

use crate::chess::{Bitboard, Board, Move};
use std::cell::OnceCell;

/// Position with the squares that the opponent attacks, which are computed at the first use.
#[derive(Clone, Copy, Debug)]
pub struct BoardWithThreats<'a> {
    /// The position.
    pub board: &'a Board,
    /// The squares that the opponent attacks, once computed.
    pub threats: &'a OnceCell<Bitboard>,
}

impl BoardWithThreats<'_> {
    /// The squares that the opponent attacks, computed at the first use.
    #[inline]
    pub(super) fn threats(&self) -> Bitboard {
        *self.threats.get_or_init(|| self.board.threats())
    }

    /// Whether this quiet move loses nothing by exchange because no piece can capture on its target
    /// square: none attacks it now, and none attacks the origin square, so that the move opens no
    /// line. En passant is ignored, as in the exchange.
    #[inline]
    pub fn is_safe_from_capture(&self, mv: Move) -> bool {
        threat_index(self.threats(), mv) == 0
    }
}

/// Planes of a side, by whether the squares of a move are attacked.
pub(super) const THREAT_PLANES: usize = 4;

/// The plane by whether the origin and the target of the move are attacked.
#[inline]
pub(super) fn threat_index(threats: Bitboard, mv: Move) -> usize {
    2 * usize::from(threats.has(mv.from())) + usize::from(threats.has(mv.to()))
}
