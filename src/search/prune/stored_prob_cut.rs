//! ProbCut by a stored bound.
//!
//! **Idea** A stored lower bound far above beta, too shallow for a cutoff by a few plies, makes a
//! fail-high so likely that the shallow search of ProbCut is not needed.
//! **Paper** After Michael Buro, "ProbCut: an effective selective extension of the alpha-beta
//! algorithm", ICCA Journal 18(2), 1995; in this form folklore, as in Stockfish.
//! **Condition** Null windows, not in check, not around mates, not when the fifty-move rule is
//! near; the bound at most four plies too shallow, with a lost beta (below minus [`WINNING`]) two.
//! **Parameters** `StoredProbCut.Margin` of the [tunables](crate::search::techniques::TUNABLES).
//! **Differences** The margin does not depend on how much too shallow the bound is.

use crate::score::{Score, WINNING, is_decisive};
use crate::search::node::{Depth, Node, NodeType};
use crate::search::prune::transposition_cut::is_near_fifty;
use crate::search::statistics::Statistic;
use crate::search::worker::Worker;

/// Maximum depth difference between the node and the TT entry, in plies.
const MAX_DEPTH_GAP: Depth = 4;
/// The same if beta is below −[`WINNING`], where shallower bounds hide mates
/// (lab/notebook/findings.md).
const MAX_DEPTH_GAP_IF_LOST: Depth = 2;

/// Cuts the node if its table entry is a lower bound far above beta, though from a slightly too
/// shallow search.
#[inline]
pub fn try_cut<N: NodeType>(w: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let is_on = w.switches::<N>().stored_prob_cut;
    if !is_on || !has_usable_bound(node) || is_near_fifty(w.board()) {
        return None;
    }
    let prob_cut_beta = node.beta + w.tunables::<N>().stored_prob_cut_margin;
    let cuts = node.hit?.score >= prob_cut_beta;
    w.count_attempt::<N>(Statistic::StoredProbCut, cuts, 0);
    cuts.then_some(prob_cut_beta)
}

/// Whether the table entry is a lower bound, deep enough, and neither it nor beta is decisive.
#[inline]
pub fn has_usable_bound(node: &Node) -> bool {
    let too_shallow = if node.beta < -WINNING { MAX_DEPTH_GAP_IF_LOST } else { MAX_DEPTH_GAP };
    node.has_lower_bound(too_shallow) && !is_decisive(node.beta)
}
