//! What one ply of the current line keeps. A frame is one cache line, so that a node and its
//! neighbours cost few.

use super::correction::Place;
use crate::chess::{Bitboard, Move};
use crate::score::Score;
use std::cell::OnceCell;

/// Plies that have a place: whatever fits a byte, and two more, as nodes prepare those two plies
/// below. So no look-up by ply can miss, and the compiler knows.
pub(super) const PLIES: usize = u8::MAX as usize + 3;

/// What belongs to one ply of the current line, beside the best line from there on.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub struct StackEntry {
    /// Quiet moves that refuted positions at this ply, the latest first.
    pub killers: [Option<Move>; 2],
    /// Nodes at this ply that a move has cut since the node two plies above was entered.
    pub cutoff_count: u32,
    /// Moves of the line so far that were extended by more than a ply.
    pub double_extensions: u32,
    /// The move made here, by piece and square; `None` for a pass.
    pub(super) moved: Option<u16>,
    /// The same move itself.
    pub(super) made: Option<Move>,
    /// Where the corrections of the position's evaluation lie.
    pub(super) correction_place: Place,
    /// The static evaluation of the position; `None` in check.
    pub(super) evaluation: Option<Score>,
    /// The squares that the opponent attacks, once the [history](super::order::history) has asked
    /// for them.
    pub(super) threats: OnceCell<Bitboard>,
    /// The moves so far are the beginning of the refutation of the root move under search.
    pub(super) follows_refutation: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MAX_PLY;

    #[test]
    fn there_is_room_for_every_ply_and_two_below_in_a_line_each() {
        const { assert!(MAX_PLY + 2 < PLIES && MAX_PLY <= u8::MAX as usize) };
        assert_eq!(size_of::<StackEntry>(), 64);
    }
}
