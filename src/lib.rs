//! Secateur, a UCI chess engine named after the pruning shears: it grows a game tree and cuts it.
//!
//! Six layers, each of which names only those before it (`tests/layers.rs` sees to that):
//!
//! | layer | module | what it knows |
//! |---|---|---|
//! | 0 | [`score`], [`chart`], [`pages`] | centipawns and mates; named points as SVG; memory in huge pages |
//! | 1 | [`chess`] | the rules: boards, moves, text |
//! | 2 | [`tablebase`], [`eval`] | what a position is worth without looking ahead: solved once for all, or judged |
//! | 3 | [`search`] | the game tree, and every way to cut it |
//! | 4 | [`engine`] | one facade: a game, a table, settings, `go` |
//! | 5 | [`learn`], [`lab`], [`uci`], [`cli`] | the engine's own games and what they teach, experiments, the protocol, the command line |
//!
//! The library exists for the binary and the tests.

pub mod chart;
pub mod chess;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod lab;
pub mod learn;
pub mod pages;
pub mod score;
pub mod search;
pub mod tablebase;
pub mod uci;
