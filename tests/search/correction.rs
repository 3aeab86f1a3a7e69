//! Unit tests of `secateur::search::correction`.

use secateur::chess::{Board, Color};
use secateur::huge_pages::Paged;
use secateur::search::correction::*;
use secateur::search::techniques::Tunables;

#[test]
fn correction_follows_the_error_of_the_evaluation() {
    let mut pages = Paged::<CorrectionHistory>::zeroed();
    let correction_history = pages.get_mut();
    let board = Board::default();
    let indices = CorrectionIndices::new(&board, [0, 0]);
    (0..50).for_each(|_| correction_history.update(&indices, 60, 8));
    let grown = correction_history.correction(&indices, &Tunables::DEFAULT);
    assert!(grown > 20, "{grown}");
    (0..200).for_each(|_| correction_history.update(&indices, -60, 8));
    assert!(correction_history.correction(&indices, &Tunables::DEFAULT) < -grown / 2);
}

#[test]
fn non_pawn_indices_depend_on_the_pieces_of_one_side() {
    let board: Board = "4k3/8/8/3n4/8/8/4P3/R3K3 w - - 0 1".parse().expect("valid FEN");
    let moved: Board = "4k3/8/8/3n4/8/8/4P3/1R2K3 w - - 0 1".parse().expect("valid FEN");
    let [indices, other] = [board, moved].map(|board| CorrectionIndices::new(&board, [0, 0]));
    assert_ne!(indices.pieces(Color::White), other.pieces(Color::White));
    assert_eq!(indices.pieces(Color::Black), other.pieces(Color::Black));
    assert_eq!(indices.pawns(), other.pawns());
}
