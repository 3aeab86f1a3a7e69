//! Enhanced transposition cutoffs (ETC).
//!
//! **Idea** Before a move is searched, all children are looked up in the table: one whose stored
//! bound refutes the node ends it.
//! **Paper** Jonathan Schaeffer & Aske Plaat, "New advances in alpha-beta searching", ACM 1996; S2
//! 5.4.2.
//! **Condition** Null windows, more than two plies above the leaves, where a subtree is worth one
//! probe for each move.
//! **Parameters** [`Etc::above_depth`](crate::search::techniques::Etc::above_depth), 2 in S2.
//! **Differences** No cutoff by a child near the fifty-move rule. Repetitions are not tested.

use super::transposition_cut::is_near_fifty;
use crate::score::{self, Score};
use crate::search::node::{Depth, NodeType};
use crate::search::statistics::Statistic;
use crate::search::table::Bound;
use crate::search::worker::Worker;

/// Cuts the node with a score of at least beta if a child's transposition-table entry proves it.
#[inline]
pub fn try_cut<N: NodeType>(w: &mut Worker<'_>, beta: Score, depth: Depth) -> Option<Score> {
    let switches = &w.switches::<N>().etc;
    if !switches.on || depth <= switches.above_depth {
        return None;
    }
    let found = look_at_children(w, beta, depth);
    w.count_attempt::<N>(Statistic::Etc, found.is_some(), 0);
    found
}

#[inline(never)]
fn look_at_children(w: &Worker<'_>, beta: Score, depth: Depth) -> Option<Score> {
    w.board().legal_moves().into_iter().find_map(|mv| {
        let child = w.board().after(mv);
        if is_near_fifty(&child) {
            return None;
        }
        let hit = w.shared.table.probe(child.key())?;
        let refutes = hit.depth >= depth - 1 && matches!(hit.bound, Bound::Upper | Bound::Exact);
        let clock = child.halfmove_clock();
        let score = -score::from_tt_with_clock(hit.score, w.ply() + 1, clock);
        (refutes && score >= beta).then_some(score)
    })
}
