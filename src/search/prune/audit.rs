//! Audit: searches some of the nodes that a technique has cut, to count how often the cut was
//! wrong.
//!
//! **Idea** A forward pruning is judged by what it saves and by its errors; matches show only the
//! sum of both.
//! **Paper** None; folklore of those who test engines.
//! **Condition** [`audit`](crate::search::techniques::Switches::audit) = N: every N-th cut of each
//! technique; no audit inside another.
//! **Parameters** The audit searches the moves of the node to its full depth; below, all techniques
//! are on as usual.
//! **Differences** The table and the histories keep what an audit has found, so the search is not
//! quite the one without.

use crate::score::Score;
use crate::search::move_loop::move_loop;
use crate::search::node::{Node, NodeType, PriorityMoves};
use crate::search::prune::null_move;
use crate::search::report::TreeEvent;
use crate::search::statistics::Statistic;
use crate::search::worker::Worker;

/// Searches every N-th node that a pruning technique has cut, to count wrong cutoffs (switch
/// `Audit`).
#[inline(never)]
pub fn audit_cutoff<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    technique: Statistic,
    score: Score,
) {
    let every = w.switches::<N>().audit as u64;
    if w.is_auditing || w.is_aborted() || !w.statistics[technique].won.is_multiple_of(every) {
        return;
    }
    let mut whole = Node { priority_moves: PriorityMoves::new(), ..node.clone() };
    null_move::restore(&mut whole);
    let nodes_before = w.nodes;
    w.is_auditing = true;
    w.report_event::<N>(|_| TreeEvent::AuditBegin);
    let state = move_loop::<N>(w, &whole);
    w.report_event::<N>(|_| TreeEvent::AuditEnd);
    w.is_auditing = false;
    if !w.is_aborted() && state.searched > 0 {
        let is_right = (state.best_score >= node.beta) == (score >= node.beta);
        w.statistics.count_audit(technique, is_right, w.nodes - nodes_before);
    }
}
