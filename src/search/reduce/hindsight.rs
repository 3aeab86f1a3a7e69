//! Depth by hindsight.
//!
//! **Idea** A move that came late was searched less deep, and the evaluation now says that it has
//! cost its side something: its refutation will be plain, and the node is searched a ply less deep
//! still. **Paper** None; folklore, as in Stockfish. **Condition** Null windows, not in check
//! before or behind the move, from depth 2 on, behind a reduction of two plies or more.
//! **Parameters** `HindsightReduction.Margin` of the [tunables](crate::search::techniques::TUNABLES). **Where
//! we differ** Moves that have cost nothing get no ply back.

use crate::search::node::{Depth, Node, NodeType};
use crate::search::worker::Worker;

/// The least depth, plies.
const LEAST_DEPTH: Depth = 2;
/// What the move before was reduced by at least, plies.
const LEAST_REDUCED: u8 = 2;

/// Takes a ply off the node's depth if the reduced move that led to it has cost more than the
/// margin.
#[inline]
pub fn apply<N: NodeType>(w: &Worker<'_>, node: &mut Node) {
    let applies = !N::PV && node.context.reduced >= LEAST_REDUCED && node.depth >= LEAST_DEPTH;
    if !applies || node.context.excluded.is_some() || !w.rules::<N>().hindsight_reduction {
        return;
    }
    let margin = w.techniques.tunables.hindsight_margin;
    node.depth -= Depth::from(w.stack.evaluation_gained().is_some_and(|gained| gained < -margin));
}
