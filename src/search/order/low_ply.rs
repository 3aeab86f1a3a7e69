//! Low-ply history.
//!
//! **Idea** The positions a few plies below the root are searched again in each iteration: the best
//! moves there say more than the best moves anywhere in the tree.
//! **Paper** None; folklore. Stockfish had it in 2020 and has it again since 2024.
//! **Condition** Quiet moves in the first [`PLIES`] plies; bonus and malus of cutoffs, as in the
//! [quiet history](super::history).
//! **Parameters** [`PLIES`].
//! **Differences** None.

use super::tables::pull;
use crate::chess::Move;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Plies from the root that have an entry for each pair of squares.
pub const PLIES: usize = 4;

/// One entry for each pair of squares.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct FromTo([[i16; 64]; 64]);

impl FromTo {
    /// The history score of a quiet move.
    #[inline]
    pub fn of(&self, mv: Move) -> i32 {
        i32::from(self.0[mv.from().index()][mv.to().index()])
    }
}

/// A table for each of the first plies.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct LowPlyHistory([FromTo; PLIES]);

impl LowPlyHistory {
    /// The scores at this ply; `None` from [`PLIES`] on.
    #[inline]
    pub fn at(&self, ply: usize) -> Option<&FromTo> {
        self.0.get(ply)
    }

    /// Adds a bonus or malus to a move at this ply.
    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move, bonus: i32) {
        if let Some(FromTo(entries)) = self.0.get_mut(ply) {
            pull(&mut entries[mv.from().index()][mv.to().index()], bonus);
        }
    }
}
