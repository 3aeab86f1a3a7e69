//! Mate-distance pruning.
//!
//! **Idea** Nothing below a node can be better than mating at once or worse than being mated at
//! once; if a mate already found is shorter than that, the node cannot matter. **Paper** Folklore;
//! described by David Levy & Monroe Newborn, "How Computers Play Chess", 1991. **Condition** Every
//! node but the root. **Parameters** None. **Where we differ** Nothing.

use crate::score::{Score, mate_in, mated_in};
use crate::search::node::NodeType;
use crate::search::worker::Worker;

/// Narrows the window to what the distance from the root still allows; a score if nothing is left
/// of it.
#[inline]
pub fn try_cut<N: NodeType>(w: &Worker<'_>, alpha: &mut Score, beta: &mut Score) -> Option<Score> {
    if !w.rules::<N>().mate_distance {
        return None;
    }
    *alpha = (*alpha).max(mated_in(w.ply()));
    *beta = (*beta).min(mate_in(w.ply() + 1));
    (*alpha >= *beta).then_some(*alpha)
}
