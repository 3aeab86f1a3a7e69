//! Unit tests of `secateur::search::static_eval`.

use secateur::chess::Board;
use secateur::search::static_eval::*;

#[test]
fn evaluation_shrinks_with_the_halfmove_clock() {
    let kings: Board = "4k3/8/8/8/8/8/8/4K3 w - - 50 1".parse().expect("valid FEN");
    assert_eq!(
        (scale_by_halfmove_clock(1000, &kings), scale_by_halfmove_clock(1000, &Board::default())),
        (750, 1000)
    );
}
