//! Razoring.
//!
//! **Idea** If the static evaluation lies so far below alpha that only a capture could help,
//! quiescence decides.
//! **Paper** John Birmingham & Peter Kent, "Tree-searching and tree-pruning techniques", Advances
//! in Computer Chess 1, 1977; in this form Ernst Heinz, "Extended futility pruning", ICCA Journal
//! 21(2), 1998.
//! **Condition** Null windows, not in check, at low depth. Off in play, as it hides tactics
//! (lab/notebook/findings.md).
//! **Parameters** `Razoring.*` of the [tunables](crate::search::techniques::TUNABLES).
//! **Differences** Nothing is cut on the evaluation alone.

use crate::score::{Score, is_decisive};
use crate::search::node::{Node, NodeType};
use crate::search::quiescence::quiesce;
use crate::search::statistics::Statistic;
use crate::search::worker::Worker;

/// Cuts the node (razoring) if the static evaluation is far below alpha and quiescence search
/// confirms it.
#[inline]
pub fn try_cut<N: NodeType>(w: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let t = w.tunables::<N>();
    let margin = t.razoring_base + t.razoring_square * node.depth * node.depth;
    let applies = w.switches::<N>().razoring
        && node.depth <= t.razoring_depth
        && !is_decisive(node.alpha)
        && node.evals?.tt_adjusted + margin <= node.alpha;
    if !applies {
        return None;
    }
    let confirms = |score: &Score| *score <= node.alpha;
    let score = w.measure::<N, _>(
        Statistic::Razoring,
        |w| quiesce::<N>(w, node.alpha, node.beta, 0),
        confirms,
    );
    (w.is_aborted() || confirms(&score)).then_some(score)
}
