//! Secateur.
pub mod chess;
