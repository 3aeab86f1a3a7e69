//! Continuation history.
//!
//! **Idea** How good a quiet move is depends on the moves it answers and follows up: scores by
//! pairs of moves.
//! **Paper** None; folklore, after Jos Uiterwijk's countermove heuristic (ICCA Journal 15(1),
//! 1992). Stockfish 7 (2016) made it a table by piece and square of both moves.
//! **Condition** Quiet moves. A bonus on a cutoff, with a malus for the moves tried before; a bonus
//! for the TT move on a TT cutoff, with a malus for the previous move; a bonus for the previous
//! move if all replies fail low.
//! **Parameters** The moves one, two and four plies before ([`BACK`]);
//! `ContinuationHistory.OwnMove`, the extra weight of the side's own last move.
//! **Differences** The gravity term uses half the sum of the three entries instead of the entry
//! itself, because move ordering adds them up.

use super::tables::{LIMIT, PieceTo};
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Distances, in plies, of the earlier moves that index the continuation history (1, 2 and 4).
pub const BACK: [usize; 3] = [1, 2, 4];

/// Continuation history, the scores of quiet moves by an earlier move and by own piece and target
/// square.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct ContinuationHistory {
    rows: [PieceTo; 12 * 64],
}

impl ContinuationHistory {
    /// Continuation-history scores of all moves after one earlier move, given by its
    /// [`piece_to`](super::tables::piece_to) index.
    #[inline]
    pub fn scores_after(&self, previous: u16) -> &PieceTo {
        &self.rows[usize::from(previous)]
    }

    /// Adds a bonus to a quiet move's continuation history after each of the earlier moves in
    /// `before`. The bonus shrinks as the sum of the entries approaches twice the limit.
    #[inline]
    pub fn update(&mut self, before: &[Option<u16>; BACK.len()], piece_to: usize, bonus: i32) {
        let sum: i32 = before
            .iter()
            .flatten()
            .map(|&previous| i32::from(self.scores_after(previous)[piece_to]))
            .sum();
        let earned = (sum / 2).clamp(-LIMIT, LIMIT);
        let step = bonus - earned * bonus.abs() / LIMIT;
        for &previous in before.iter().flatten() {
            let entry = &mut self.rows[usize::from(previous)][piece_to];
            *entry = (i32::from(*entry) + step).clamp(-LIMIT, LIMIT) as i16;
        }
    }
}
