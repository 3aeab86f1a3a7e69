//! Layer 7: the laboratory. Textbook algorithms live here, as oracles for the search that plays,
//! and the experiments of the papers (`docs/dev/papers.md`), repeated on chess.
//!
//! An [experiment](experiment::Experiment) is data in the [catalogue]: positions, depths,
//! configurations, a criterion. [`run`] runs it: [`trees`] compares tree sizes, [`mod@matches`]
//! plays, [`fit`] fits ProbCut, [`special`] holds the few that are neither. [`statistics`] and
//! [`sprt`] say what the numbers are worth, [`report`] and [`plot`] show them, [`stored`] reads
//! them again; [`factors`] lets many changes share the games of a match; a [`log`] tells of
//! matches, one line each, and [`standing`] what they say together.

mod agreement;
pub mod catalogue;
pub mod experiment;
pub mod factors;
pub mod fit;
pub mod learned;
pub mod log;
pub mod matches;
pub mod oracles;
pub mod plot;
pub mod progress;
pub mod report;
pub mod run;
pub mod samples;
pub mod scale;
pub mod special;
pub mod sprt;
pub mod standing;
pub mod statistics;
pub mod stored;
pub mod suites;
pub mod trees;
pub mod tuning;
pub mod uniform;
