//! The laboratory of Secateur: experiments, matches, and training on the engine's own games.
//!
//! The engine does not depend on this crate.
//!
//! | module | content |
//! |---|---|
//! | [`experiments`] | the papers' experiments as data, textbook searches as oracles |
//! | [`mod@matches`] | matches, SPRT, factorial matches, SPSA, the log of results |
//! | [`evaluations`] | the linear evaluation of the experiments, and a hand-crafted one |
//! | [`learn`] | self-play games, packed positions, linear regression, the network trainer |
//! | [`chart`], [`solved`] | points as SVG; positions solved over time |
//! | [`progress`], [`samples`] | progress, searches and games of a run |
//! | [`statistics`] | means, intervals, Elo |
//! | [`cli`] | one file per subcommand of `secateur-lab` |

pub mod chart;
pub mod cli;
pub mod evaluations;
pub mod experiments;
pub mod learn;
pub mod matches;
pub mod progress;
pub mod samples;
pub mod solved;
pub mod statistics;
