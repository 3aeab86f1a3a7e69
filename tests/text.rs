//! Text in and out: FEN in all its dialects, SAN, EPD; each impossible position refused by name.

use secateur::chess::Board;
use std::path::Path;

/// The long lists live beside the repository; without them the test says so and passes.
fn shared_list(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/fen").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is absent", path.display());
    }
    text
}

#[test]
fn every_valid_position_is_accepted() {
    let Some(list) = shared_list("valid.txt") else { return };
    for line in list.lines() {
        line.parse::<Board>().unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

#[test]
fn every_invalid_position_is_refused() {
    let Some(list) = shared_list("invalid.txt") else { return };
    for line in list.lines() {
        assert!(line.parse::<Board>().is_err(), "{line} was accepted");
    }
}
