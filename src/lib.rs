//! Secateur, a UCI chess engine named after the pruning shears: it grows a game tree and cuts it.
//!
//! Nine layers. A module names only those of lower layers (`tests/documents/layers.rs` checks it):
//!
//! | layer | module | content |
//! |---|---|---|
//! | 0 | [`score`], [`huge_pages`], [`files`], [`quote`], [`seeds`], [`stop`], [`threads`], [`version`] | centipawns and mates; memory in huge pages; files read and written safely, journals; quoted bad input; seeds and hashes; stopping a long run; threads; version and commit |
//! | 1 | [`chess`] | the rules: boards, moves, text |
//! | 2 | [`tablebase`], [`eval`] | endgame tables and the static evaluation |
//! | 3 | [`search`] | the game tree and every technique that prunes it |
//! | 4 | [`mate`] | forced mates: `go mate`, and completion of mate PVs |
//! | 5 | [`engine`] | one facade: position, options, `go` |
//! | 6 | [`tools`] | suites, analysis, annotation, search trees, benchmark, machine check |
//! | 7 | [`uci`] | the protocol |
//! | 8 | [`cli`] | the command line |
//!
//! The crate `secateur-lab` (`lab/`) stands above all of them: experiments, matches, training.
//!
//! Comments cite papers by author and year, and five documents as S0 to S4: `docs/dev/papers.md`
//! lists them. `docs/dev/architecture.md` shows how a search runs through the modules.
//!
//! The library exists for the binary and the tests.

pub mod chess;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod files;
pub mod huge_pages;
pub mod mate;
pub mod quote;
pub mod score;
pub mod search;
pub mod seeds;
pub mod stop;
pub mod tablebase;
pub mod threads;
pub mod tools;
pub mod uci;
pub mod version;
