//! Unit tests of `secateur::search::prune::n_best`.

use secateur::chess::Board;
use secateur::search::prune::n_best::*;

#[test]
fn pieces_and_targets_are_limited() {
    let board = Board::default();
    let kept = |texts: &[&str], pieces, targets| {
        let moves = texts.iter().map(|text| board.parse_uci(text).expect("a legal move"));
        let mut valued: Selected = moves.map(|mv| (mv, 0)).collect();
        keep_best_pieces(&mut valued, pieces, targets);
        valued.iter().map(|(mv, _)| mv.uci(false)).collect::<Vec<_>>()
    };
    let best_first = ["e2e4", "g1f3", "e2e3", "d2d4", "g1h3", "b1c3", "d2d3"];
    assert_eq!(kept(&best_first, 3, 1), ["e2e4", "g1f3", "d2d4"]);
    assert_eq!(kept(&best_first, 2, 2), ["e2e4", "g1f3", "e2e3", "g1h3"]);
    assert_eq!(kept(&best_first, 64, 2), best_first);
}
