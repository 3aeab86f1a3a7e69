//! Unit tests of `secateur::search::order::low_ply`.

use secateur::chess::Board;
use secateur::search::order::low_ply::*;
use zerocopy::FromZeros as _;

#[test]
fn each_of_the_first_four_plies_has_scores_of_its_own() {
    let mv = Board::default().legal_moves()[0];
    let mut history = LowPlyHistory::new_zeroed();
    (0..9).for_each(|ply| history.update(ply, mv, 100 * ply as i32));
    let scores: Vec<i32> =
        (0..9).map(|ply| history.scores_at(ply).map_or(0, |moves| moves.score(mv))).collect();
    assert_eq!(scores, [0, 100, 200, 300, 0, 0, 0, 0, 0]);
}
