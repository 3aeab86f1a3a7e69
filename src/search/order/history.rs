//! History heuristic.
//!
//! **Idea** A quiet move that has cut in many positions is likely to cut in the next one too, wherever it is possible.
//! **Paper** Jonathan Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983.
//! **Condition** Quiet moves only; credited on a cutoff, and debited when tried before the move that cut.
//! **Parameters** Credit 2^depth in the paper, summed without bound and aged between searches.
//! **Where we differ** Indexed by side, from and to; the credit grows with depth² and pulls the entry towards a limit
//! instead of adding up for ever, so old merits fade without a pass over the table.

use crate::chess::{Color, Move};

/// Entries stay within ± this.
const LIMIT: i32 = 16_384;
/// No single credit is larger.
const LARGEST_CREDIT: i32 = 2_048;

/// By side, from, to.
#[derive(Clone)]
pub struct History {
    entries: Box<[[[i16; 64]; 64]; 2]>,
}

impl Default for History {
    fn default() -> History {
        History { entries: bytemuck::allocation::zeroed_box() }
    }
}

impl std::fmt::Debug for History {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("History")
    }
}

impl History {
    /// The merit of a quiet move, within ± 16384.
    #[inline]
    pub fn of(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.entries[side.index()][mv.from().index()][mv.to()])
    }

    /// Credits the quiet move that has cut at this depth, and debits those tried before it.
    pub fn credit(&mut self, side: Color, best: Move, tried: &[Move], depth: i32) {
        let credit = (depth * depth * 4 + 16 * depth).min(LARGEST_CREDIT);
        self.pull(side, best, credit);
        for &mv in tried {
            self.pull(side, mv, -credit);
        }
    }

    /// Moves an entry by the credit, the less the nearer it already is to the limit.
    fn pull(&mut self, side: Color, mv: Move, credit: i32) {
        let entry = &mut self.entries[side.index()][mv.from().index()][mv.to()];
        let old = i32::from(*entry);
        *entry = (old + credit - old * credit.abs() / LIMIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;

    #[test]
    fn entries_approach_the_limit_and_never_pass_it() {
        let mut history = History::default();
        let moves = Board::default().legal_moves();
        for _ in 0..10_000 {
            history.credit(Color::White, moves[0], &moves[1..3], 30);
        }
        let (best, tried) = (history.of(Color::White, moves[0]), history.of(Color::White, moves[1]));
        let near = LIMIT * 9 / 10..=LIMIT;
        assert!(near.contains(&best) && near.contains(&-tried), "{best} {tried}");
        assert_eq!((history.of(Color::Black, moves[0]), history.of(Color::White, moves[5])), (0, 0));
    }
}
