//! ProbCut by captures.
//!
//! **Idea** If a good capture beats beta by a margin in a search some plies shallower, the node
//! would very likely fail high.
//! **Paper** After Buro 1995 and Jiang & Buro, "First experimental results of ProbCut applied to
//! chess", ACG 10, 2003; in this form Gary Linscott, Stockfish (2011).
//! **Condition** Null windows, not in check, not around mates, from `CaptureProbCut.Depth` on,
//! unless a deep enough entry has a lower score, whatever its bound (as in Stockfish).
//! **Parameters** `CaptureProbCut.*` of the [tunables](crate::search::techniques::TUNABLES); the
//! verification search has depth − 4.
//! **Differences** A quiescence search comes first. At a child depth of 1 or less no other follows
//! (lab/notebook/factors.md). Only captures that win enough by exchange are tried.

use crate::score::{self, Score, is_decisive};
use crate::search::node::{Depth, Node, NodeType};
use crate::search::order::picker::MovePicker;
use crate::search::pvs::pvs;
use crate::search::quiescence::quiesce;
use crate::search::statistics::Statistic;
use crate::search::table::Bound;
use crate::search::worker::Worker;

/// Reduction of the child's depth, plies.
const REDUCTION: Depth = 4;

/// Cuts the node with a score of at least beta if a reduced search of a capture exceeds beta by a
/// margin.
#[inline]
pub fn try_cut<N: NodeType>(w: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let t = w.tunables::<N>();
    if !w.switches::<N>().capture_prob_cut
        || node.depth < t.capture_prob_cut_depth
        || is_decisive(node.beta)
    {
        return None;
    }
    let prob_cut_beta = node.beta + t.capture_prob_cut_margin
        - t.capture_prob_cut_improving * Score::from(node.improving);
    let is_unlikely = node.hit.is_some_and(|hit| {
        hit.bound != Bound::None
            && hit.depth > node.depth - REDUCTION
            && score::from_tt(hit.score, w.ply()) < prob_cut_beta
    });
    if is_unlikely || is_decisive(prob_cut_beta) {
        return None;
    }
    w.measure::<N, _>(
        Statistic::CaptureProbCut,
        |w| try_captures::<N>(w, node, prob_cut_beta),
        Option::is_some,
    )
}

#[inline(never)]
fn try_captures<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    prob_cut_beta: Score,
) -> Option<Score> {
    let threshold = prob_cut_beta - node.static_eval()?;
    let mut picker = MovePicker::for_winning_captures::<N>(w, node.hit, threshold);
    let (alpha, beta) = (-prob_cut_beta, -prob_cut_beta + 1);
    let depth = node.depth - REDUCTION;
    while let Some(mv) = picker.next::<N>(w) {
        w.push::<N>(mv);
        let mut searched = 0;
        let mut score = -quiesce::<N>(w, alpha, beta, 0);
        if score >= prob_cut_beta && depth > 1 && !w.is_aborted() {
            searched = depth;
            score = -pvs::<N>(w, alpha, beta, depth, node.context.child(false));
        }
        w.pop();
        if w.is_aborted() {
            return Some(node.beta);
        }
        if score >= prob_cut_beta {
            w.store::<N>(&node.tt_entry(Some(mv), score, Bound::Lower, searched + 1));
            let margin = prob_cut_beta - node.beta;
            return Some(if is_decisive(score) { score } else { score - margin });
        }
    }
    None
}
