//! Layer 6: learning the evaluation from the engine's own games.
//!
//! [`selfplay`] plays a game, [`datagen`] many of them side by side into one file, [`games`] says
//! what a stored game is and reads, writes and filters them, [`data`] is what is done with whole
//! files of them, [`openings`] gives every game a beginning of its own by [`seeds`], [`genfens`]
//! hands such beginnings to testing frameworks, [`store`] keeps a file of games whole, [`trace`]
//! lets scores look ahead, [`regression`] finds the weights of the linear evaluation in them,
//! [`neural`] a network, and [`winning`] the chances that a score gives.

pub mod data;
pub mod datagen;
pub mod games;
pub mod genfens;
pub mod neural;
pub mod openings;
pub mod regression;
pub mod seeds;
pub mod selfplay;
pub mod store;
pub mod trace;
pub mod winning;
