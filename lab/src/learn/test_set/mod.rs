//! The test set: held-out quiet positions with scores of deep searches.
//!
//! It shows where an evaluation errs. Training losses of different labels do not compare, errors
//! on one test set do. Matches decide between networks, not the test set.
//!
//! [`choose`] selects the positions, [`measure`] searches them, [`file`](mod@file) stores them.
//! [`errors`] measures an evaluation, by the classes of [`classes`]. [`decided`] tests decided
//! endings.

pub mod choose;
pub mod classes;
pub mod decided;
pub mod errors;
pub mod file;
pub mod measure;

use clap::ValueEnum;
use secateur::chess::Board;
use secateur::score::Score;
use serde::{Deserialize, Serialize};

/// The games that positions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum GameSource {
    /// Games of the current engine with itself
    Own,
    /// Games between other versions
    Versions,
}

/// A position of a test set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The position.
    pub board: Board,
    /// The score of the search for the side to move, internal units.
    pub score: Score,
    /// The result of its game for the side to move: 0 loss, 1 draw, 2 win.
    pub half_points: u8,
}
