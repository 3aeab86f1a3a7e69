//! Which move to try first.

pub mod history;
pub mod killers;
pub mod picker;
