//! Unit tests of `secateur::tools::explain`.

use secateur::chess::Board;
use secateur::eval::Evaluator;
use secateur::tools::explain::*;

#[test]
fn finished_games_are_reported_and_stalemate_is_a_certain_draw() {
    let explained = |fen: &str| {
        let board: Board = fen.parse().expect("valid FEN");
        explain(&Evaluator::default(), &board, Units::Pawns)
    };
    let stalemate = explained("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        stalemate[stalemate.len() - 2..],
        ["The game is over: stalemate.", "+0.00 pawns for Black to move, WDL 0.0/100.0/0.0 %"]
    );
    let mate = explained("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(mate[mate.len() - 2], "The game is over: checkmate.");
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
