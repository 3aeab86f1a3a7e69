//! Unit tests of `secateur::search::order::tables`.

use secateur::chess::Board;
use secateur::search::order::tables::*;

#[test]
fn entries_approach_the_limit_and_do_not_exceed_it() {
    let (mut up, mut down) = (0, 0);
    for _ in 0..10_000 {
        add_bonus(&mut up, 2_000);
        add_bonus(&mut down, -2_000);
    }
    assert!(i32::from(up) > LIMIT * 9 / 10 && i32::from(up) <= LIMIT, "{up}");
    assert!(i32::from(down) < -LIMIT * 9 / 10 && i32::from(down) >= -LIMIT, "{down}");
}

#[test]
fn moves_of_the_initial_position_have_distinct_indices() {
    let board = Board::default();
    let indices: std::collections::HashSet<_> =
        board.legal_moves().iter().map(|&mv| piece_to(&board, mv)).collect();
    assert_eq!(indices.len(), 20);
    assert!(indices.iter().all(|&index| index < 12 * 64));
}
