//! History near the root.
//!
//! **Idea** A few plies below the root the same positions are searched again and again, a ply
//! deeper each time: what was best there says more than what was best anywhere. **Paper** None;
//! folklore. Stockfish had it in 2020 and has it again since 2024. **Condition** Quiet moves in the
//! first [`PLIES`] plies; credits and debits of cutoffs, as those of the [history](super::history).
//! **Parameters** [`PLIES`]. **Where we differ** Nothing.

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
    /// What a quiet move has earned.
    #[inline]
    pub fn of(&self, mv: Move) -> i32 {
        i32::from(self.0[mv.from().index()][mv.to().index()])
    }
}

/// By distance from the root.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct LowPlyHistory([FromTo; PLIES]);

impl LowPlyHistory {
    /// The scores of moves at this distance from the root, in plies; `None` below the first
    /// [`PLIES`], where no table is looked into.
    #[inline]
    pub fn at(&self, ply: usize) -> Option<&FromTo> {
        self.0.get(ply)
    }

    /// Credits or debits a move at this distance from the root.
    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move, credit: i32) {
        if let Some(FromTo(entries)) = self.0.get_mut(ply) {
            pull(&mut entries[mv.from().index()][mv.to().index()], credit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;
    use zerocopy::FromZeros;

    #[test]
    fn each_ply_has_its_own_and_those_below_have_nothing() {
        let mv = Board::default().legal_moves()[0];
        let mut near = LowPlyHistory::new_zeroed();
        (0..9).for_each(|ply| near.update(ply, mv, 100 * ply as i32));
        let earned: Vec<i32> =
            (0..9).map(|ply| near.at(ply).map_or(0, |moves| moves.of(mv))).collect();
        assert_eq!(earned, [0, 100, 200, 300, 0, 0, 0, 0, 0]);
    }
}
