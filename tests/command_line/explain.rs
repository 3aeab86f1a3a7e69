//! Unit tests of `secateur::tools::explain`.

use secateur::chess::Board;
use secateur::eval::Evaluator;
use secateur::tools::explain::*;

#[test]
fn values_are_in_pawns_or_internal_units() {
    let board: Board =
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().expect("sound");
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
