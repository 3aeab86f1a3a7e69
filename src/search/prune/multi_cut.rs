//! Multi-cut pruning at CUT nodes (MC-C) and at ALL nodes (MC-A).
//!
//! **Idea** If several of the first moves fail high in a shallower search, one of them is likely to
//! at full depth, so the node is cut.
//! **Paper** Yngvi Björnsson & Tony Marsland, "Multi-cut alpha-beta pruning in game-tree search",
//! Theoretical Computer Science 252, 2001 (CUT nodes); Mark Winands et al., "Enhanced forward
//! pruning", Information Sciences 175, 2005 (ALL nodes, both improvements). S2 5.1 to 5.4, Figures
//! 15 to 22.
//! **Condition** Null windows, not in check, not near the horizon, not with king and pawns alone.
//! **Parameters** C fail-highs among the first M moves, searched R plies shallower. Paper: (3, 10,
//! 2) at CUT nodes, (2, 10, 2) at ALL nodes.
//! **Differences** The search stops when the moves left cannot make up C, and needs a depth of at
//! least one below. Play also needs a static evaluation of at least beta, lets R grow with the
//! depth, and skips nodes whose TT move could be [singular](crate::search::extend::singular)
//! (lab/notebook/proposals.md).

use crate::score::{DECISIVE_BOUND, Score, is_decisive};
use crate::search::node::{Depth, Node, NodeKind, NodeType, PriorityMoves};
use crate::search::order::picker::MovePicker;
use crate::search::pvs::pvs;
use crate::search::statistics::Statistic;
use crate::search::techniques::MultiCutParameters;
use crate::search::worker::Worker;

/// Cuts the node (multi-cut) with beta or a mate score if enough moves fail high at reduced depth.
/// Returns that score with the statistic of the node's kind.
#[inline]
pub fn try_cut<N: NodeType>(w: &mut Worker<'_>, node: &mut Node) -> Option<(Score, Statistic)> {
    let switches = &w.switches::<N>().multi_cut;
    if node.depth < switches.min_depth {
        return None;
    }
    let (parameters, statistic) = match node.context.kind {
        NodeKind::Cut if switches.at_cut => (switches.cut, Statistic::MultiCutAtCut),
        NodeKind::All if switches.at_all => (switches.all, Statistic::MultiCutAtAll),
        _ => return None,
    };
    if node.depth < reduction(parameters, node) + 2
        || w.switches::<N>().singular && node.can_be_singular(w.tunables::<N>().singular_depth)
        || is_decisive(node.beta)
        || !w.board().has_non_pawn_material(w.board().side_to_move())
        || switches.only_promising && node.static_eval().is_none_or(|eval| eval < node.beta)
    {
        return None;
    }
    w.measure::<N, _>(statistic, |w| try_moves::<N>(w, node, parameters), Option::is_some)
        .map(|score| (score, statistic))
}

/// R, in plies.
#[inline]
fn reduction(parameters: MultiCutParameters, node: &Node) -> Depth {
    parameters.reduction
        + if parameters.depth_per_ply > 0 { node.depth / parameters.depth_per_ply } else { 0 }
}

#[inline(never)]
fn try_moves<N: NodeType>(
    w: &mut Worker<'_>,
    node: &mut Node,
    parameters: MultiCutParameters,
) -> Option<Score> {
    let keep_mates = w.switches::<N>().multi_cut.keep_mates;
    let mut picker = MovePicker::for_main_search::<N>(w, node);
    let mut cutters = PriorityMoves::new();
    for tried in 0..parameters.moves {
        if cutters.len() as i32 + parameters.moves - tried < parameters.cutters {
            break;
        }
        let Some(mv) = picker.next::<N>(w) else { break };
        w.push::<N>(mv);
        let context = node.context.child(tried == 0);
        let score = -pvs::<N>(
            w,
            -node.beta,
            -node.beta + 1,
            node.depth - 1 - reduction(parameters, node),
            context,
        );
        w.pop();
        if w.is_aborted() {
            return Some(node.beta);
        }
        if score < node.beta {
            continue;
        }
        if keep_mates && score >= DECISIVE_BOUND {
            return Some(score);
        }
        let _ = cutters.try_push(mv);
        if cutters.len() as i32 >= parameters.cutters {
            return Some(node.beta);
        }
    }
    if w.switches::<N>().multi_cut.reorder {
        node.priority_moves = cutters;
    }
    None
}
