//! How the root is searched: with which windows, how often.

pub mod aspiration;
pub mod mtdf;
