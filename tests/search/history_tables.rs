//! Unit tests of `secateur::search::order::tables`.

use secateur::chess::Board;
use secateur::search::order::tables::*;

#[test]
fn entries_approach_the_limit_and_never_pass_it() {
    let (mut up, mut down) = (0, 0);
    for _ in 0..10_000 {
        add_bonus(&mut up, 2_000);
        add_bonus(&mut down, -2_000);
    }
    assert!(i32::from(up) > LIMIT * 9 / 10 && i32::from(up) <= LIMIT, "{up}");
    assert!(i32::from(down) < -LIMIT * 9 / 10 && i32::from(down) >= -LIMIT, "{down}");
}

#[test]
fn every_move_of_a_position_has_an_index_of_its_own_unless_two_pieces_of_a_kind_share_it() {
    let board = Board::default();
    let indices: std::collections::HashSet<_> =
        board.legal_moves().iter().map(|&mv| piece_to(&board, mv)).collect();
    assert_eq!(indices.len(), 20);
    assert!(indices.iter().all(|&index| index < 12 * 64));
}
