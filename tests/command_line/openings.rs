//! Unit tests of `secateur::tools::openings`.

use secateur::tools::openings::*;

#[test]
fn the_seed_determines_the_openings() {
    let fens = |seed| -> Vec<String> {
        Openings::new(seed, Vec::new()).take(5).map(|game| game.board().to_string()).collect()
    };
    assert_eq!(fens(1), fens(1));
    assert_ne!(fens(1), fens(2));
}
