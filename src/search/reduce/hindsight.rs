//! Hindsight reduction.
//!
//! **Idea** If a reduced move has worsened the static evaluation of the side that made it, its
//! refutation is easy to find: the node is searched a ply less deep.
//! **Paper** None; folklore, as in Stockfish.
//! **Condition** Null windows, not in check before or after the move, from depth 2 on, after a
//! reduction of two plies or more.
//! **Parameters** `HindsightReduction.Margin` of the
//! [tunables](crate::search::techniques::TUNABLES).
//! **Differences** Stockfish also searches a ply deeper where the evaluation has not worsened; this
//! search does not.

use crate::search::node::{Depth, Node, NodeType};
use crate::search::worker::Worker;

/// The least depth, plies.
const MIN_DEPTH: Depth = 2;
/// The least reduction of the last move, plies.
const MIN_REDUCED: u8 = 2;

/// Reduces a node by one ply if the reduced move that led to it lost much static evaluation
/// (hindsight reduction).
#[inline]
pub fn apply<N: NodeType>(w: &Worker<'_>, node: &mut Node) {
    let applies = !N::PV && node.context.reduced >= MIN_REDUCED && node.depth >= MIN_DEPTH;
    if !applies || node.context.excluded.is_some() || !w.switches::<N>().hindsight_reduction {
        return;
    }
    let margin = w.tunables::<N>().hindsight_margin;
    node.depth -= Depth::from(w.stack.evaluation_gained().is_some_and(|gained| gained < -margin));
}
