//! Unit tests of `secateur::score`.

use secateur::score::*;

#[test]
fn mate_distances_are_converted_to_moves_with_sign() {
    assert_eq!(moves_to_mate(mate_in(1)), Some(1));
    assert_eq!(moves_to_mate(mate_in(3)), Some(2));
    assert_eq!(moves_to_mate(mated_in(0)), Some(0));
    assert_eq!(moves_to_mate(mated_in(2)), Some(-1));
    assert_eq!(moves_to_mate(mated_in(4)), Some(-2));
    assert_eq!(moves_to_mate(900), None);
}

#[test]
fn table_scores_are_relative_to_the_node() {
    let seen_at_seven = mate_in(10);
    let stored = to_tt(seen_at_seven, 7);
    assert_eq!(stored, mate_in(3));
    assert_eq!(from_tt(stored, 4), mate_in(7));
    assert_eq!(from_tt(to_tt(mated_in(10), 7), 4), mated_in(7));
    assert_eq!(from_tt(to_tt(-123, 7), 4), -123);
    assert_eq!(from_tt(to_tt(tb_win_in(10), 7), 4), tb_win_in(7));
}

#[test]
fn tablebase_wins_lie_between_mates_and_evaluations() {
    let farthest = tb_win_in(MAX_PLY);
    assert!(
        !is_mate(tb_win_in(0))
            && is_decisive(farthest)
            && is_decisive(-farthest)
            && !is_decisive(farthest - 1)
    );
    assert_eq!(plies_to_tb(-tb_win_in(7)), Some((7, -1)));
    assert_eq!([mate_in(3), 900, DRAW].map(plies_to_tb), [None; 3]);
}
