//! What searches a move deeper.

pub mod forced;
pub mod singular;
