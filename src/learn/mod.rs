//! Layer 5: learning the evaluation from the engine's own games.

pub mod openings;
pub mod regression;
