//! Layer 6: the tools of the engine beside playing. Each tool takes positions or games and returns
//! data. The command line and the protocol print it.
//!
//! | module | task |
//! |---|---|
//! | [`solve`] | test suites |
//! | [`analysis`], [`mod@annotate`] | lines of positions, evaluations in games |
//! | [`mod@tree`] | recorded search trees |
//! | [`page`] | HTML pages of suites, games and trees |
//! | [`mod@bench`], [`speedtest`], [`health`] | node count, speed, check of the machine |
//! | [`mod@explain`], [`defaults`] | parts of an evaluation, defaults of the user |
//! | [`openings`], [`genfens`], [`opening_names`] | random openings, also for OpenBench; names |
//! | [`suites`] | the suites in the binary |
//! | [`mod@fingerprint`] | a hash that identifies an evaluation |

pub mod analysis;
pub mod annotate;
pub mod bench;
pub mod defaults;
pub mod explain;
pub mod fingerprint;
pub mod genfens;
pub mod health;
pub mod opening_names;
pub mod openings;
pub mod page;
pub mod solve;
pub mod speedtest;
pub mod suites;
pub mod tree;
