//! Secateur, a UCI chess engine named after the pruning shears: it grows a game tree and cuts it.
//!
//! Nine layers. A module names those of the layers before its own, none beside it
//! (`tests/layers.rs` sees to that):
//!
//! | layer | module | what it knows |
//! |---|---|---|
//! | 0 | [`score`], [`chart`], [`huge_pages`], [`files`], [`quote`], [`stop`], [`threads`], [`version`] | centipawns and mates; named points as SVG; memory in huge pages; files read and written safely, and what long runs have finished; bad input as messages quote it; how a long run is told to end; as many threads as can be had; which Secateur this is |
//! | 1 | [`chess`] | the rules: boards, moves, text |
//! | 2 | [`tablebase`], [`eval`] | what a position is worth without looking ahead: solved once for all, or judged |
//! | 3 | [`search`] | the game tree, and every way to cut it |
//! | 4 | [`engine`] | one facade: a game, a table, settings, `go` |
//! | 5 | [`learn`] | the engine's own games and what they teach |
//! | 6 | [`tools`] | what an engine is asked for besides a game: suites, analyses, the benchmark, a check of the machine |
//! | 7 | [`lab`], [`uci`] | the papers' experiments; the protocol |
//! | 8 | [`cli`] | the command line |
//!
//! Comments cite papers by author and year, and five documents as S0 to S4: `docs/dev/papers.md`
//! lists them. `docs/dev/architecture.md` shows how a search runs through the modules.
//!
//! The library exists for the binary and the tests.

pub mod chart;
pub mod chess;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod files;
pub mod huge_pages;
pub mod lab;
pub mod learn;
pub mod quote;
pub mod score;
pub mod search;
pub mod stop;
pub mod tablebase;
pub mod threads;
pub mod tools;
pub mod uci;
pub mod version;
