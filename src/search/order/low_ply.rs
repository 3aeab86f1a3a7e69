//! Low-ply history.
//!
//! **Idea** The positions a few plies below the root are searched again in each iteration. Moves
//! that were best there are likely to be best there again.
//! **Paper** None; folklore. Stockfish had it in 2020 and has it again since 2024.
//! **Condition** Quiet moves in the first [`PLIES`] plies; bonus and malus of cutoffs, as in the
//! [quiet history](super::history).
//! **Parameters** [`PLIES`].
//! **Differences** None.

use super::tables::add_bonus;
use crate::chess::Move;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Number of plies from the root that the low-ply history covers.
pub const PLIES: usize = 4;

/// History scores of one ply near the root, by origin and target square of the move.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct FromTo([[i16; 64]; 64]);

impl FromTo {
    /// Low-ply history score of a quiet move (history of plies near the root).
    #[inline]
    pub fn score(&self, mv: Move) -> i32 {
        i32::from(self.0[mv.from().index()][mv.to().index()])
    }
}

/// Low-ply history, the scores of quiet moves for each of the first [`PLIES`] plies from the root.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct LowPlyHistory([FromTo; PLIES]);

impl LowPlyHistory {
    /// Low-ply history at distance `ply` from the root; `None` from [`PLIES`] on.
    #[inline]
    pub fn scores_at(&self, ply: usize) -> Option<&FromTo> {
        self.0.get(ply)
    }

    /// Adds a bonus (a malus if negative) to a quiet move's low-ply history at this ply.
    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move, bonus: i32) {
        if let Some(FromTo(entries)) = self.0.get_mut(ply) {
            add_bonus(&mut entries[mv.from().index()][mv.to().index()], bonus);
        }
    }
}
