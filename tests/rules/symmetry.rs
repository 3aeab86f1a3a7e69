//! Colour symmetry: a position and its mirror image have equal perft counts and evaluations.

use secateur::chess::perft::{PerftCase, perft};
use secateur::eval::Evaluator;
use secateur::tools::openings::Openings;

#[test]
fn mirrored_positions_have_the_same_perft_count() {
    let depth = if cfg!(debug_assertions) { 3 } else { 4 };
    for line in include_str!("../../epd/perft-standard.epd")
        .lines()
        .chain(include_str!("../../epd/perft-tricky.epd").lines())
    {
        let board = line.parse::<PerftCase>().expect(line).board;
        let mirrored = board.mirrored();
        assert!(mirrored.mirrored() == board && mirrored.is_consistent(), "{board}");
        assert_eq!(perft(&board, depth), perft(&mirrored, depth), "{board}");
    }
}

#[test]
fn mirrored_positions_have_the_same_evaluation() {
    let evaluator = Evaluator::default();
    let mut openings = Openings::new(7, Vec::new());
    for _ in 0..200 {
        let game = openings.random_game(80);
        let board = game.board();
        assert_eq!(evaluator.evaluate(board), evaluator.evaluate(&board.mirrored()), "{board}");
    }
}
