//! Fuzz targets, one function each. A target takes arbitrary bytes and panics if the engine breaks
//! an invariant, as does the engine itself, built with assertions. libFuzzer calls the functions
//! (`fuzz/`), and `tests/command_line/corpus.rs` replays the inputs that it has found.

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

/// Letters of a complaint, at most: it quotes, but not without end.
pub const WORDIEST: usize = 300;

/// An error message is one short line.
fn check_complaint(said: &str) {
    assert!(said.chars().count() < WORDIEST && !said.contains('\n'), "{said}");
}

/// Something that reads what others have written.
pub struct Target {
    /// What it is called, its corpus (`tests/corpus/NAME`) and its dictionary
    /// (`fuzz/dictionaries/NAME.dict`) with it.
    pub name: &'static str,
    /// What it does with an input.
    pub run: fn(&[u8]),
}

/// All of them.
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

/// The target of this name.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
