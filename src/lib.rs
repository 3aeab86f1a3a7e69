//! Secateur, a UCI chess engine named after the pruning shears.
//!
//! Nine layers. A module names only those of lower layers (`tests/documents/layers.rs` checks it):
//!
//! | layer | module | content |
//! |---|---|---|
//! | 0 | [`score`], [`huge_pages`], [`machine`], [`files`], [`quote`], [`screen`], [`seeds`], [`stop`], [`threads`], [`version`] | scores in internal units, mate scores; memory in huge pages; processor and memory of the machine; files read and written safely, journals; quoted bad input; terminal output; seeds and hashes; stopping a long run; threads; version and commit |
//! | 1 | [`chess`] | the rules: boards, moves, text |
//! | 2 | [`tablebase`], [`eval`] | tablebases and the static evaluation |
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
//! # Use as a library
//!
//! The names at the root of the crate are stable: a release that changes one has a new major
//! version. The modules serve the program `secateur` and change at any time. Without the default
//! feature `cli`, the crate has no command line, no UCI and none of their dependencies.
//!
//! ```
//! use secateur::{Engine, Limits, Settings};
//!
//! let mut engine = Engine::new(Settings::default())?;
//! engine.play(engine.board().parse_san("e4")?);
//! let answer = engine.find_move(&Limits::with_nodes(1_000));
//! assert!(answer.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chess;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod eval;
pub mod files;
pub mod huge_pages;
pub mod machine;
pub mod mate;
pub mod quote;
pub mod score;
#[cfg(feature = "cli")]
pub mod screen;
pub mod search;
pub mod seeds;
pub mod stop;
pub mod tablebase;
pub mod threads;
#[cfg(feature = "cli")]
pub mod tools;
#[cfg(feature = "cli")]
pub mod uci;
pub mod version;

pub use chess::fen::FenError;
pub use chess::perft::perft;
pub use chess::san::MoveError;
pub use chess::{Board, Game, Move, MoveList, Outcome};
pub use engine::{Answer, Engine, Settings};
pub use eval::Evaluator;
pub use eval::wdl::centipawns;
pub use score::{Score, moves_to_mate};
pub use search::Limits;
pub use search::table::OutOfMemory;
