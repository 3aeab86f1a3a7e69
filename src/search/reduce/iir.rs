//! Internal iterative reduction (IIR).
//!
//! **Idea** Without a TT move the moves are poorly ordered and a full search is expensive: a
//! search with a ply less finds a move for the next iteration.
//! **Paper** None; Ed Schröder (Rebel, 2020), in place of internal iterative deepening (John Scott
//! 1969).
//! **Condition** PV and CUT nodes, from `Iir.Depth` on.
//! **Parameters** One ply; `Iir.*` of the [tunables](crate::search::techniques::TUNABLES).
//! **Differences** A TT move from a search many plies shallower counts as none.

use crate::search::node::{Node, NodeKind, NodeType};
use crate::search::statistics::Statistic;
use crate::search::worker::Worker;

/// Reduces a PV or CUT node by one ply if it has no TT move (internal iterative reduction).
#[inline]
pub fn apply<N: NodeType>(w: &mut Worker<'_>, node: &mut Node) {
    let applies = w.switches::<N>().iir
        && !N::ROOT
        && node.depth >= w.tunables::<N>().iir_depth
        && node.context.kind != NodeKind::All
        && node.context.excluded.is_none()
        && node.hit.is_none_or(|hit| {
            hit.mv.is_none() || hit.depth + w.tunables::<N>().iir_depth_gap <= node.depth
        });
    if applies {
        node.depth -= 1;
        w.count_attempt::<N>(Statistic::Iir, true, 0);
    }
}
