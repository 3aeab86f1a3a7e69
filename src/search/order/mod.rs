//! Which move to try first.

pub mod captures;
pub mod continuation;
pub mod history;
pub mod killers;
pub mod merits;
pub mod pawns;
pub mod picker;
mod tables;

pub use tables::piece_to;
