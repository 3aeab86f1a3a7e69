//! Drivers: the windows with which the root is searched.

pub mod aspiration;
pub mod mtdf;
