//! Move ordering.

pub mod captures;
pub mod continuation;
pub mod history;
pub mod killers;
pub mod low_ply;
pub mod pawns;
pub mod picker;
pub mod scores;
pub mod tables;
pub mod threats;

pub use tables::piece_to;
