//! Unit tests of `secateur::tools::explain`.

use secateur::chess::Board;
use secateur::eval::Evaluator;
use secateur::tools::analysis::{DisplayScore, ScoreAndWdl};
use secateur::tools::explain::*;

#[test]
fn finished_games_are_scored_by_the_rules() {
    let mated = ScoreAndWdl { score: DisplayScore::Mate(0), wdl: [0, 0, 1000] };
    for (fen, end, expected) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", ScoreAndWdl::DRAWN),
        ("8/8/8/8/p7/k7/p7/K7 w - - 0 1", "stalemate", ScoreAndWdl::DRAWN),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate", mated),
    ] {
        let board: Board = fen.parse().expect("valid FEN");
        let lines = explain(&Evaluator::default(), &board, Units::Pawns);
        assert_eq!(lines, [format!("The game is over: {end}.")]);
        assert_eq!(score_and_wdl(-100, &board), expected, "{fen}");
    }
}

#[test]
fn known_endings_have_no_contributions_of_pieces() {
    let board: Board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().expect("valid FEN");
    let lines = explain(&Evaluator::default(), &board, Units::Pawns);
    assert_eq!(lines[0], "A known ending: a rule replaces the network.");
    assert!(lines.len() == 2 && lines[1].contains(" pawns for White to move, WDL "), "{lines:?}");
}

#[test]
fn values_are_in_pawns_or_internal_units() {
    let board: Board =
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().expect("valid FEN");
    for name in ["network", "material"] {
        let evaluator = secateur::eval::evaluator_named(name).expect("built in");
        let last = |units| explain(&evaluator, &board, units).pop().unwrap_or_default();
        assert!(last(Units::Pawns).starts_with('+'), "{}", last(Units::Pawns));
        assert!(last(Units::Pawns).contains(" pawns for White to move, WDL "));
        assert!(last(Units::Internal).contains(" internal units for White"));
    }
    let lines = explain(&Evaluator::default(), &board, Units::Pawns);
    assert!(lines.iter().all(|line| line.chars().count() <= 60), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("1  R+")), "{lines:#?}");
}
