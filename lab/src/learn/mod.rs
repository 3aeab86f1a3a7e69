//! Training on the engine's own games.
//!
//! [`selfplay`] plays a game, [`datagen`] many of them into one file. [`games`] reads, writes and
//! filters stored games, [`store`] keeps a file of games consistent, [`data`] works on whole files.
//! [`trace`] blends the scores of later moves into a label. [`regression`] fits the linear
//! evaluation, [`neural`] trains the network, [`winning`] fits the WDL model.

pub mod data;
pub mod datagen;
pub mod games;
pub mod neural;
pub mod regression;
pub mod selfplay;
pub mod store;
pub mod trace;
pub mod winning;
