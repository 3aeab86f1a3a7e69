//! Unit tests of `secateur::search::order::low_ply`.

use secateur::chess::Board;
use secateur::search::order::low_ply::*;
use zerocopy::FromZeros as _;

#[test]
fn each_ply_has_its_own_and_those_below_have_nothing() {
    let mv = Board::default().legal_moves()[0];
    let mut near = LowPlyHistory::new_zeroed();
    (0..9).for_each(|ply| near.update(ply, mv, 100 * ply as i32));
    let earned: Vec<i32> =
        (0..9).map(|ply| near.scores_at(ply).map_or(0, |moves| moves.score(mv))).collect();
    assert_eq!(earned, [0, 100, 200, 300, 0, 0, 0, 0, 0]);
}
