//! Unit tests of `secateur::tools::openings`.

use secateur::chess::Board;
use secateur::tools::openings::*;

#[test]
fn chess960_starts_are_distinct_and_include_standard_chess() {
    let starts: std::collections::HashSet<u64> =
        (0..CHESS960_STARTS).map(|number| chess960_start(number).key()).collect();
    assert_eq!(starts.len(), CHESS960_STARTS as usize);
    assert_eq!(chess960_start(518), Board::default());
}

#[test]
fn the_seed_determines_the_openings() {
    let fens = |seed| -> Vec<String> {
        Openings::new(seed, Vec::new()).take(5).map(|game| game.board().to_string()).collect()
    };
    assert_eq!(fens(1), fens(1));
    assert_ne!(fens(1), fens(2));
}
