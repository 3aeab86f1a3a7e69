//! Matches between settings of the engine: games, statistics, the log, and tuning by games.
//!
//! [`play`] plays a match; [`sprt`] decides when it may end; [`factors`] lets many changes share
//! its games; [`tuning`] is SPSA; [`log`] keeps one line a match and [`standing`] sums them up.
//! [`adjudication`] ends games early; [`games`] writes them as PGN and HTML,
//! [`report`] as tables.

pub mod adjudication;
pub mod factors;
pub mod games;
pub mod log;
pub mod play;
pub mod report;
pub mod sprt;
pub mod standing;
pub mod tuning;

/// Separator between the names of the sides.
pub const SEPARATOR: &str = " – ";
