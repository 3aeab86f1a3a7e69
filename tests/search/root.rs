//! Unit tests of `secateur::search::root`.

use secateur::chess::Board;
use secateur::score::INFINITE;
use secateur::search::root::*;
use secateur::search::table::Bound;

/// The score of a failed window is a bound until its line is complete. The score of the previous
/// iteration is exact.
#[test]
fn a_score_is_a_bound_until_its_line_is_complete() {
    let mut root = RootMoves::new(&Board::default(), &[]);
    root.record_score(0, 50, Bound::Lower);
    assert_eq!((root.moves[0].known_score(), root.moves[0].known_bound()), (50, Bound::Lower));
    root.begin_iteration();
    assert_eq!((root.moves[0].known_score(), root.moves[0].known_bound()), (50, Bound::Exact));
    root.record_score(0, -7, Bound::Upper);
    assert_eq!((root.moves[0].known_score(), root.moves[0].known_bound()), (-7, Bound::Upper));
    root.end_pv();
    assert_eq!((root.moves[0].known_score(), root.moves[0].known_bound()), (-7, Bound::Exact));
}

/// The discarded score would sort its move before the best move of the second window.
#[test]
fn a_score_of_an_earlier_window_is_discarded() {
    let mut root = RootMoves::new(&Board::default(), &[]);
    root.record_score(0, 5, Bound::Exact);
    root.record_score(1, 30, Bound::Exact);
    root.sort_rest();
    let better = root.moves[0].mv;
    assert!(root.record_score(0, -3, Bound::Upper) && !root.record_score(1, -9, Bound::Upper));
    root.sort_rest();
    assert_eq!(
        (root.moves[0].mv, root.moves[0].score, root.moves[1].score),
        (better, -3, -INFINITE)
    );
}

#[test]
fn moves_without_a_score_follow_by_nodes() {
    let mut root = RootMoves::new(&Board::default(), &[]);
    root.record_score(0, 5, Bound::Exact);
    root.moves[3].nodes = 5;
    let expected = [root.moves[0].mv, root.moves[3].mv, root.moves[1].mv];
    root.sort_rest();
    assert_eq!([0, 1, 2].map(|index| root.moves[index].mv), expected);
}
