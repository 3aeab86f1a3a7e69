//! The material evaluation, with the classical piece values. Training starts from it.

use crate::chess::{Board, PieceKind};
use crate::score::Score;

/// Piece values by kind. A pawn is 100, as in the papers; the margins of the search assume about
/// 250.
const VALUES: [Score; 6] = [100, 300, 300, 500, 900, 0];

/// Returns the material balance (own minus opposing) for the side to move, in internal units.
pub fn evaluate(board: &Board) -> Score {
    balance(board, |kind| VALUES[kind.index()])
}

/// Returns the material balance for the side to move with these piece values.
pub fn balance(board: &Board, value: impl Fn(PieceKind) -> Score) -> Score {
    let us = board.side_to_move();
    let count = |side, kind| board.pieces(side, kind).count() as Score;
    PieceKind::ALL.iter().map(|&kind| (count(us, kind) - count(!us, kind)) * value(kind)).sum()
}
