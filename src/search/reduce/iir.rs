//! Internal iterative reduction.
//!
//! **Idea** Where the table knows no move, moves are poorly ordered and a full search is dear: one
//! ply less finds a move for the next time, and the next iteration comes anyway. **Paper** None; Ed
//! Schröder (Rebel, 2020), in place of internal iterative deepening (John Scott 1969).
//! **Condition** PV and CUT nodes, from `Iir.Depth` on. **Parameters** One ply;
//! `Iir.*` of the [tunables](crate::search::techniques::TUNABLES). **Where we differ**
//! A move from a search many plies shallower counts as none.

use crate::search::node::{Node, NodeKind, NodeType};
use crate::search::statistics::Statistic;
use crate::search::worker::Worker;

/// Takes a ply off the node's depth if the table knows no move for it.
#[inline]
pub fn apply<N: NodeType>(w: &mut Worker<'_>, node: &mut Node) {
    let wanted = w.rules::<N>().iir
        && !N::ROOT
        && node.depth >= w.techniques.tunables.iir_depth
        && node.context.kind != NodeKind::All
        && node.context.excluded.is_none()
        && node.hit.is_none_or(|hit| {
            hit.mv.is_none() || hit.depth + w.techniques.tunables.iir_depth_gap <= node.depth
        });
    if wanted {
        node.depth -= 1;
        w.note::<N>(Statistic::InternalReduction, true, 0);
    }
}
