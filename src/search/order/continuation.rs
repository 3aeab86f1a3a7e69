//! Continuation history.
//!
//! **Idea** Whether a quiet move is good depends on what it answers, and on what it follows up:
//! scores by the pair of moves. **Paper** None; folklore, after Jos Uiterwijk's countermove
//! heuristic (ICCA Journal 15(1), 1992). Stockfish 7 (2016) made it a table by piece and square of
//! both moves. **Condition** Quiet moves; credits and debits as those of the
//! [history](super::history). **Parameters** The moves one, two and four plies before ([`BACK`]);
//! `ContinuationHistory.OwnMove`, how much more counts what follows up one's own last move. **Where we
//! differ** An entry is not pulled back by what it holds itself but by half of what all three hold,
//! as their sum is what is looked up: entries share the work of telling a move good instead of each
//! doing all of it.

use super::tables::{LIMIT, PieceTo};
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// How many plies before lies the move that a row belongs to.
pub const BACK: [usize; 3] = [1, 2, 4];

/// A row for each move that may have come before, by piece and square.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct ContinuationHistory {
    rows: [PieceTo; 12 * 64],
}

impl ContinuationHistory {
    /// The scores of moves that come after this one.
    #[inline]
    pub fn after(&self, previous: u16) -> &PieceTo {
        &self.rows[usize::from(previous)]
    }

    /// Credits a move, by piece and square, behind each of the moves that came before it, the less
    /// the nearer their sum already is to twice the limit.
    #[inline]
    pub fn update(&mut self, before: &[Option<u16>; BACK.len()], piece_to: usize, credit: i32) {
        let sum: i32 = before
            .iter()
            .flatten()
            .map(|&previous| i32::from(self.after(previous)[piece_to]))
            .sum();
        let earned = (sum / 2).clamp(-LIMIT, LIMIT);
        let step = credit - earned * credit.abs() / LIMIT;
        for &previous in before.iter().flatten() {
            let entry = &mut self.rows[usize::from(previous)][piece_to];
            *entry = (i32::from(*entry) + step).clamp(-LIMIT, LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::huge_pages::Paged;

    #[test]
    fn entries_share_what_they_have_to_tell_and_stay_within_the_limit() {
        let mut pages: Paged<ContinuationHistory> = Paged::zeroed();
        let continuation = pages.get_mut();
        let sum = |continuation: &ContinuationHistory| {
            [1, 2, 3].map(|row| i32::from(continuation.after(row)[7])).iter().sum::<i32>()
        };
        (0..10_000).for_each(|_| continuation.update(&[Some(1), Some(2), Some(3)], 7, 1_000));
        // Each step is a whole number, so the sum may come to lie a unit an entry above.
        assert!(
            (2 * LIMIT * 9 / 10..2 * LIMIT + 3).contains(&sum(continuation)),
            "{}",
            sum(continuation)
        );
        // Whoever is alone tells it alone, within its limit.
        (0..10_000).for_each(|_| continuation.update(&[None, Some(2), None], 7, -1_000));
        assert_eq!((continuation.after(2)[7], continuation.after(2)[8]), (-LIMIT as i16, 0));
    }
}
