//! Layer 5: the laboratory. Textbook algorithms live here, as oracles for the search that plays; the benchmark, whose node
//! count is the signature of the search; and the documents' experiments, repeated on chess.
//!
//! An [experiment](experiment::Experiment) is data in the [catalogue]: positions, depths, configurations, a criterion. [`run`]
//! runs it: [`trees`] compares tree sizes, [`mod@matches`] plays, [`fit`] fits ProbCut, [`special`] holds the few that are neither.
//! [`solve`] solves suites; [`analysis`] and [`mod@annotate`] are for people with positions and games of their own; [`health`]
//! looks at the machine and at files. [`statistics`] says what the numbers are worth, [`report`] and [`plot`] show them.

pub mod analysis;
pub mod annotate;
pub mod bench;
pub mod catalogue;
pub mod experiment;
pub mod fit;
pub mod health;
pub mod learned;
pub mod matches;
pub mod oracles;
pub mod plot;
pub mod progress;
pub mod report;
pub mod run;
pub mod solve;
pub mod special;
pub mod statistics;
pub mod suites;
pub mod trees;
pub mod tuning;
pub mod uniform;
