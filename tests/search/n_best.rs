//! Unit tests of `secateur::search::prune::n_best`.

use secateur::chess::Board;
use secateur::search::prune::n_best::*;

#[test]
fn pieces_and_targets_are_counted() {
    let moves = Board::default().legal_moves();
    let mut valued: Selected = moves.into_iter().map(|mv| (mv, 0)).collect();
    keep_best_pieces(&mut valued, 3, 1);
    assert_eq!(valued.len(), 3);
    let mut valued: Selected =
        Board::default().legal_moves().into_iter().map(|mv| (mv, 0)).collect();
    keep_best_pieces(&mut valued, 64, 2);
    assert_eq!(valued.len(), 20);
}
