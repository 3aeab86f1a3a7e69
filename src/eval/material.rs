//! The material evaluation, with the classical piece values. Training starts from it.

use crate::chess::{Board, Color, PieceKind};
use crate::score::Score;

/// The piece values by kind, internal units.
const VALUES: [Score; 6] = [100, 300, 300, 500, 900, 0];

/// Returns the material balance for the side to move, in internal units.
pub fn evaluate(board: &Board) -> Score {
    let us = board.side_to_move();
    PieceKind::ALL.iter().map(|&kind| VALUES[kind.index()] * difference(board, us, kind)).sum()
}

/// The difference between the numbers of pieces of this kind.
fn difference(board: &Board, us: Color, kind: PieceKind) -> Score {
    board.pieces(us, kind).count() as Score - board.pieces(!us, kind).count() as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_for_the_side_to_move() {
        let board: Board = "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1".parse().expect("sound");
        assert_eq!(evaluate(&board), 600);
        assert_eq!(evaluate(&board.after_null()), -600);
    }
}
