//! What searches a node or a move less deep.

pub mod hindsight;
pub mod internal;
pub mod late_moves;
