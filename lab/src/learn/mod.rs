//! Self-play data and training.
//!
//! [`selfplay`] plays a game, [`datagen`] many of them into one file. [`games`] reads, writes and
//! filters stored games, [`store`] keeps a file of games consistent, [`data`] processes whole
//! files. [`td_lambda`] computes TD(λ) labels. [`regression`] fits the linear evaluation, [`neural`]
//! trains the network, [`wdl`] fits the WDL model. [`test_set`] measures evaluations.
//! [`chess960`] has the start positions, [`losses`] formats losses, and [`expected_score`] is the
//! logistic curve of the labels.

pub mod chess960;
pub mod data;
pub mod datagen;
pub mod games;
pub mod losses;
pub mod neural;
pub mod regression;
pub mod selfplay;
pub mod store;
pub mod td_lambda;
pub mod test_set;
pub mod wdl;

/// The expected score, 0 to 1, of a score on the logistic curve with this scale, both in the same
/// unit.
#[inline]
pub fn expected_score(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score / scale).exp())
}
