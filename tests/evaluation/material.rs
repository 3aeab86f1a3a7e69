//! Unit tests of `secateur::eval::material`.

use secateur::chess::Board;
use secateur::eval::material::*;

#[test]
fn the_score_is_for_the_side_to_move() {
    let board: Board = "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1".parse().expect("valid FEN");
    assert_eq!(evaluate(&board), 600);
    assert_eq!(evaluate(&board.after_null()), -600);
}
