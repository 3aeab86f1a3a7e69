//! Fuzz targets, one function each.
//!
//! A target takes arbitrary bytes and panics if the engine breaks an invariant. The engine is built
//! with assertions, which may fail too. libFuzzer calls the functions (`fuzz/`), and
//! `tests/command_line/corpus.rs` replays the inputs that it has found.

pub mod book;
pub mod epd;
pub mod fen;
pub mod journal;
pub mod perft;
pub mod pgn;
pub mod protocol;
pub mod results;
pub mod rules;
pub mod weights;

/// Limit for the characters of an error message, which quotes the input in part.
pub const WORDIEST: usize = 300;

/// Checks that an error message is one short line.
fn check_message(message: &str) {
    assert!(message.chars().count() < WORDIEST && !message.contains('\n'), "{message}");
}

/// A fuzz target.
pub struct Target {
    /// Name of the target, of its corpus (`tests/corpus/NAME`) and of its dictionary
    /// (`fuzz/dictionaries/NAME.dict`).
    pub name: &'static str,
    /// Runs the target with one input.
    pub run: fn(&[u8]),
}

/// All fuzz targets of the engine.
pub const TARGETS: [Target; 10] = [
    Target { name: "book", run: book::run },
    Target { name: "epd", run: epd::run },
    Target { name: "fen", run: fen::run },
    Target { name: "journal", run: journal::run },
    Target { name: "perft", run: perft::run },
    Target { name: "pgn", run: pgn::run },
    Target { name: "protocol", run: protocol::run },
    Target { name: "results", run: results::run },
    Target { name: "rules", run: rules::run },
    Target { name: "weights", run: weights::run },
];
