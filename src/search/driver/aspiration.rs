//! Aspiration windows.
//!
//! **Idea** The score of this iteration will be near that of the last; a narrow window around it cuts more. If the score
//! falls outside, search again with a wider one.
//! **Paper** James Gillogly, "The technology chess program", Artificial Intelligence 3, 1972; Gérard Baudet 1978.
//! **Condition** From the depth on at which scores have settled; not around mates.
//! **Parameters** [`FIRST_DEPTH`], [`FIRST_MARGIN`], doubled on each failure.
//! **Where we differ** The documents open the failed side at once; here it grows, and opens fully beyond [`WIDEST_MARGIN`].

use super::super::node::{Expect, Root};
use super::super::pvs::pvs;
use super::super::table::Bound;
use super::super::worker::Worker;
use crate::score::{INFINITE, Score, is_mate};

/// The first iteration with a narrow window, in plies.
pub const FIRST_DEPTH: i32 = 4;
/// The first window reaches so far on either side, in centipawns.
pub const FIRST_MARGIN: Score = 20;
/// A side that would reach farther is open, in centipawns.
pub const WIDEST_MARGIN: Score = 700;

/// Searches the root at the iteration's depth around the last score. `failed` is told each time the window fails.
pub fn search(w: &mut Worker<'_>, last: Score, mut failed: impl FnMut(&mut Worker<'_>, Score, Bound)) -> Score {
    let depth = w.root_depth;
    let narrow = w.techniques.aspiration && depth >= FIRST_DEPTH && !is_mate(last) && last != -INFINITE;
    let mut margin = FIRST_MARGIN;
    let (mut alpha, mut beta) = if narrow { (last - margin, last + margin) } else { (-INFINITE, INFINITE) };
    loop {
        w.selective_depth = 0;
        let score = pvs::<Root>(w, alpha, beta, depth, Expect::Pv);
        w.root.sort_rest();
        if w.is_aborted() {
            return score;
        }
        margin *= 2;
        if score <= alpha && alpha > -INFINITE {
            failed(w, score, Bound::Upper);
            alpha = if margin > WIDEST_MARGIN || is_mate(score) { -INFINITE } else { score - margin };
        } else if score >= beta && beta < INFINITE {
            failed(w, score, Bound::Lower);
            beta = if margin > WIDEST_MARGIN || is_mate(score) { INFINITE } else { score + margin };
        } else {
            return score;
        }
    }
}
