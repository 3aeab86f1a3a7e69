//! Mate-distance pruning.
//!
//! **Idea** No node is worth more than mate in one move or less than being mated at once: if a mate
//! already found is shorter, the node cannot matter.
//! **Paper** Folklore; described by David Levy & Monroe Newborn, "How Computers Play Chess", 1991.
//! **Condition** Every node but the root.
//! **Parameters** None.
//! **Differences** None.

use crate::score::{Score, mate_in, mated_in};
use crate::search::node::NodeType;
use crate::search::worker::Worker;

/// Narrows the window to mate scores possible at this ply; returns a cutoff score if it becomes
/// empty.
#[inline]
pub fn try_cut<N: NodeType>(w: &Worker<'_>, alpha: &mut Score, beta: &mut Score) -> Option<Score> {
    if !w.switches::<N>().mate_distance {
        return None;
    }
    *alpha = (*alpha).max(mated_in(w.ply()));
    *beta = (*beta).min(mate_in(w.ply() + 1));
    (*alpha >= *beta).then_some(*alpha)
}
