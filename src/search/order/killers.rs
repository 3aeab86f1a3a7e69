//! Killer heuristic.
//!
//! **Idea** A quiet move that has refuted a position is likely to refute its siblings. **Paper**
//! Selim Akl & Monroe Newborn, "The principal continuation and the killer heuristic", ACM Annual
//! Conference 1977. **Condition** Quiet moves only, on a cutoff. **Parameters** Two moves for each
//! ply from the root, the latest first (`Killers.Kept`). **Where we differ** Play keeps one: by lot
//! it was better, though at few nodes a move (lab/notebook/factors.md).

use crate::chess::Move;
use crate::search::node::NodeType;
use crate::search::worker::Worker;

/// Remembers a quiet move that has cut at the current ply.
pub fn update<N: NodeType>(w: &mut Worker<'_>, mv: Move) {
    let keeps_two = w.rules::<N>().killers_kept > 1;
    let killers = &mut w.stack.entry_mut().killers;
    if killers[0] != Some(mv) {
        *killers = [Some(mv), killers[0].filter(|_| keeps_two)];
    }
}
