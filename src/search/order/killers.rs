//! Killer heuristic.
//!
//! **Idea** A quiet move that has refuted a position is likely to refute its siblings.
//! **Paper** Selim Akl & Monroe Newborn, "The principal continuation and the killer heuristic", ACM
//! Annual Conference 1977.
//! **Condition** Quiet moves, on a cutoff.
//! **Parameters** Two moves for each ply from the root, the latest first (`Killers.Kept`).
//! **Differences** Play keeps one (lab/notebook/factors.md). The second slot is for the papers'
//! form, which the experiments search with.

use crate::chess::Move;
use crate::search::node::NodeType;
use crate::search::worker::Worker;

/// Stores a quiet move that caused a cutoff as a killer of the current ply.
pub fn update<N: NodeType>(w: &mut Worker<'_>, mv: Move) {
    let keeps_two = w.switches::<N>().killers_kept > 1;
    let killers = &mut w.stack.entry_mut().killers;
    if killers[0] != Some(mv) {
        *killers = [Some(mv), killers[0].filter(|_| keeps_two)];
    }
}
