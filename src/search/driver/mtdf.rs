//! MTD(f).
//!
//! **Idea** All windows at the root are null windows. Each is placed at the value that the last one
//! returned, until the bounds on the true value meet.
//! **Paper** Aske Plaat, Jonathan Schaeffer, Wim Pijls & Arie de Bruin, "Best-first fixed-depth
//! minimax algorithms", Artificial Intelligence 87, 1996. S0, Figure 2.9.
//! **Condition** Needs fail-soft values and a table that keeps bounds.
//! **Parameters** The first guess: the score of the last iteration, or of the one before it.
//! **Differences** S0 calls alpha-beta with the arguments in another order than it declares. Nodes
//! on the principal path keep their PV type, so that they are not pruned.

use crate::score::{INFINITE, Score};
use crate::search::node::{NodeContext, Root};
use crate::search::pvs::pvs;
use crate::search::table::Bound;
use crate::search::worker::Worker;

/// Searches the root to the iteration's depth by MTD(f), from a first guess of the score.
pub fn search(w: &mut Worker<'_>, guess: Score) {
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    let mut score = guess.clamp(-INFINITE + 1, INFINITE - 1);
    w.selective_depth = 0;
    while lower < upper {
        let beta = if score == lower { score + 1 } else { score };
        score = pvs::<Root>(w, beta - 1, beta, w.root_depth, NodeContext::ROOT);
        w.root.sort_rest();
        if w.is_aborted() {
            return;
        }
        if score < beta {
            upper = score;
            w.statistics.count_aspiration(Some(Bound::Upper));
        } else {
            lower = score;
            w.statistics.count_aspiration(Some(Bound::Lower));
        }
    }
}
