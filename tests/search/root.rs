//! Unit tests of `secateur::search::root`.

use secateur::chess::Board;
use secateur::score::INFINITE;
use secateur::search::root::*;

/// The old score put the move before the one that the second window preferred.
#[test]
fn a_score_of_a_window_before_counts_no_more() {
    let mut root = RootMoves::new(&Board::default(), &[]);
    root.note_score(0, 5, true);
    root.note_score(1, 30, true);
    root.sort_rest();
    let better = root.moves[0].mv;
    assert!(root.note_score(0, -3, false) && !root.note_score(1, -9, false));
    root.sort_rest();
    assert_eq!(
        (root.moves[0].mv, root.moves[0].score, root.moves[1].score),
        (better, -3, -INFINITE)
    );
}
