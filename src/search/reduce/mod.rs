//! What searches a node or a move less deep.

pub mod hindsight;
pub mod iir;
pub mod lmr;
