//! Reverse futility pruning, also called static null move.
//!
//! **Idea** If the static evaluation beats beta by more than the opponent is likely to gain in the
//! plies left, the node is cut.
//! **Paper** None under this name; Ernst Heinz, "Extended futility pruning", ICCA Journal 21(2),
//! 1998, from the other side.
//! **Condition** Null windows without the PV flag (`ttPv` in Stockfish), not in check, not around
//! mates; only up to depth 4 if beta is below −[`WINNING`].
//! **Parameters** `ReverseFutility.*` of the [tunables](crate::search::techniques::TUNABLES).
//! **Differences** The margin grows with the change of the raw evaluation by correction history and
//! half-move clock. The score returned lies between beta and the evaluation.

use crate::score::{Score, WINNING, is_decisive};
use crate::search::node::{Depth, Node, NodeType, StaticEvals};
use crate::search::statistics::Statistic;
use crate::search::worker::Worker;

/// Maximum depth, in plies, if beta is below −[`WINNING`]. Without the limit the technique hides
/// mates (lab/notebook/findings.md).
const LOST_DEPTH: Depth = 4;

/// Cuts the node (reverse futility) if the static evaluation exceeds beta by a margin.
#[inline]
pub fn try_cut<N: NodeType>(w: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let t = w.tunables::<N>();
    let applies = w.switches::<N>().reverse_futility
        && node.depth <= t.reverse_futility_depth
        && (node.beta >= -WINNING || node.depth <= LOST_DEPTH)
        && !node.tt_pv
        && !is_decisive(node.beta);
    let StaticEvals { raw, static_eval, tt_adjusted } = node.evals.filter(|_| applies)?;
    let doubt = (static_eval - raw).abs() * t.reverse_futility_correction / 100;
    let improving = t.reverse_futility_improving * Score::from(node.improving);
    let margin = t.reverse_futility_slope * node.depth - improving + doubt;
    let cuts = tt_adjusted - margin >= node.beta;
    w.count_attempt::<N>(Statistic::ReverseFutility, cuts, 0);
    cuts.then_some((tt_adjusted + 2 * node.beta) / 3)
}
