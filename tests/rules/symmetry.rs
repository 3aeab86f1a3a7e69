//! Colours are alike: a position and its mirror image have the same tree and the same evaluation.

use secateur::chess::perft::{PerftCase, perft};
use secateur::eval::Evaluator;
use secateur::tools::openings::Openings;

#[test]
fn the_mirror_image_has_the_same_tree() {
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
fn the_mirror_image_is_worth_the_same() {
    let evaluator = Evaluator::default();
    let mut openings = Openings::new(7, Vec::new());
    for _ in 0..200 {
        let game = openings.random_game(80);
        let board = game.board();
        assert_eq!(evaluator.evaluate(board), evaluator.evaluate(&board.mirrored()), "{board}");
    }
}
