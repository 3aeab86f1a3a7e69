//! Unit tests of `secateur::chess::draw`.

use secateur::chess::board::Board;
use secateur::chess::draw::*;

#[test]
fn insufficient_material_is_recognized() {
    for (fen, dead) in [
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/4KN2/8/8 w - - 0 1", true),
        ("8/8/4k1b1/8/8/4KB2/8/8 w - - 0 1", true),
        ("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1", false),
        ("8/8/4kn2/8/8/4KB2/8/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3NKN2/8/8 w - - 0 1", false),
        ("8/8/4k3/8/8/4KP2/8/8 w - - 0 1", false),
    ] {
        assert_eq!(fen.parse::<Board>().expect(fen).is_insufficient_material(), dead, "{fen}");
    }
}

#[test]
fn checkmate_takes_precedence_over_the_fifty_move_rule() {
    let mate: Board = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80".parse().expect("valid FEN");
    let quiet: Board = "R7/5ppk/8/8/8/8/8/6K1 b - - 100 80".parse().expect("valid FEN");
    assert!(!mate.is_fifty_move_draw() && quiet.is_fifty_move_draw());
}

#[test]
fn repetitions_after_and_before_the_root() {
    // Positions 1 2 3 4 1: a draw if the root is before the first 1, no draw if it is after.
    let keys = [9, 1, 2, 3, 4, 1];
    assert!(is_repetition(&keys, 10, 0));
    assert!(!is_repetition(&keys, 10, 3));
    assert!(!is_repetition(&keys, 10, 1), "the earlier position is the root");
    assert!(is_repetition(&keys, 4, 0), "four reversible plies are enough");
    assert!(!is_repetition(&keys, 3, 0), "a pawn has moved since");
    assert!(
        is_repetition(&[1, 2, 3, 4, 1, 2, 3, 4, 1], 10, 8),
        "the third occurrence is a draw for any root"
    );
}
