//! The material evaluation, with the classical piece values. Training starts from it.

use crate::chess::{Board, Color, PieceKind};
use crate::score::Score;

/// The piece values by kind, internal units. They are less than half of those of the search's
/// margins: papers count a pawn as 100.
const VALUES: [Score; 6] = [100, 300, 300, 500, 900, 0];

/// Returns the material balance (own minus opposing) for the side to move, in internal units.
pub fn evaluate(board: &Board) -> Score {
    let us = board.side_to_move();
    PieceKind::ALL.iter().map(|&kind| VALUES[kind.index()] * difference(board, us, kind)).sum()
}

/// The difference between the numbers of pieces of this kind.
fn difference(board: &Board, us: Color, kind: PieceKind) -> Score {
    board.pieces(us, kind).count() as Score - board.pieces(!us, kind).count() as Score
}
