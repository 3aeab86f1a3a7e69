//! Unit tests of `secateur::chess::upcoming_repetition`.

use secateur::chess::game::Game;
use secateur::chess::upcoming_repetition::*;

/// Plays the moves and tests for an upcoming repetition, with the root at index `root`.
fn has_repetition(fen: &str, moves: &[&str], root: usize) -> bool {
    let mut game = Game::new(fen.parse().expect("valid FEN"));
    for mv in moves {
        let mv = game.board().parse_uci(mv).expect("legal");
        game.play(mv);
    }
    can_repeat(game.board(), game.keys(), root)
}

#[test]
fn moves_of_the_opponent_do_not_count() {
    let moves = ["e1f1", "e8e7", "a1b1", "e7d7", "b1a1", "d7d8"];
    assert!(
        !has_repetition("4k3/8/8/8/8/8/8/R3K3 w - - 10 20", &moves, 0),
        "only a move of Black's king would repeat a position"
    );
}

#[test]
fn repetitions_after_the_root_are_detected() {
    let start = "4k3/8/8/8/8/8/8/R3K3 b - - 10 20";
    let moves = ["e8e7", "a1b1", "e7e8", "b1a1"];
    assert!(has_repetition(start, &moves, 0), "Ke7 repeats a position after the root");
    assert!(!has_repetition(start, &moves, 1), "that position is the root");
    assert!(
        !has_repetition(start, &moves[..3], 0),
        "the rook can only go back to the root's position"
    );
    let with_right = "4k3/8/8/8/8/8/8/R3K3 b Q - 10 20";
    assert!(!has_repetition(with_right, &moves, 0), "the right to castle is lost");
    let after_zeroing = "4k3/8/8/8/8/8/8/R3K3 b - - 0 20";
    assert!(!has_repetition(after_zeroing, &moves[..2], 0), "two plies are too few");
}
