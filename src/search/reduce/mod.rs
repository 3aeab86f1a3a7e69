//! Reductions of nodes and moves.

pub mod hindsight;
pub mod iir;
pub mod lmr;
