//! The papers' experiments on chess (`docs/dev/papers.md`), with textbook algorithms as oracles.
//!
//! An [experiment](experiment::Experiment) is data in the [catalogue]: positions, depths,
//! configurations, a criterion. [`run`] runs it: [`trees`] compares tree sizes, [`fit`] fits
//! ProbCut, [`special`] holds the few that are neither trees nor matches. [`size`] limits a run.
//! [`report`] and [`plot`] show the results, [`stored`] reads them again.

pub mod catalogue;
pub mod experiment;
pub mod fit;
pub mod learned;
pub mod oracles;
pub mod plot;
pub mod report;
pub mod run;
pub mod size;
pub mod special;
pub mod stored;
pub mod trees;
pub mod uniform;
