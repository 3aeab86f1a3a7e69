//! Null-move pruning: fixed, adaptive and verified.
//!
//! **Idea** If a search of reduced depth after passing the turn fails high, a move would too. In
//! zugzwang that is wrong: the verified form searches on at reduced depth, and takes a fail-low for
//! zugzwang.
//! **Paper** Chrilly Donninger, "Null move and deep search", ICCA Journal 16(3), 1993; Ernst Heinz,
//! "Adaptive null-move pruning", ICCA Journal 22(3), 1999; Omid David-Tabibi & Nathan Netanyahu,
//! "Verified null-move pruning", ICGA Journal 25(3), 2002; Mark Winands et al., "Enhanced forward
//! pruning", Information Sciences 175, 2005. S2, Figures 4 to 6 and 5.4.
//! **Condition** Null windows, not in check, not after another null move.
//! **Parameters** R = 3 (fixed, verified); Heinz: 3 above depth 6 (8 with few pieces), else 2; MIA:
//! Heinz at CUT, 3 at ALL nodes; [`NullMove`], `NullMargin.*`.
//! **Differences** S2 raises alpha by the null search, which only gives a bound; this search does
//! not. Mates found after a pass are not returned. Play adds guards (pieces, legal moves, static
//! evaluation), lets R grow, and verifies from depth 12 on, four plies shallower instead of one.

use crate::chess::{Board, Color, PieceKind};
use crate::score::{Score, is_decisive};
use crate::search::node::{Depth, Node, NodeKind, NodeType};
use crate::search::pvs::pvs;
use crate::search::statistics::Statistic;
use crate::search::techniques::{NullMode, NullMove};
use crate::search::worker::Worker;

/// Searches a null move at reduced depth; on a fail-high, cuts the node or reduces its depth for
/// verification.
#[inline]
pub fn try_cut<N: NodeType>(w: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
    if !is_allowed::<N>(w, node) {
        return None;
    }
    let switches = &w.switches::<N>().null_move;
    w.prefetch_null(); // on its way while moves are counted
    if lacks_moves::<N>(w) {
        return None;
    }
    let verifies = node.context.verify
        && node.depth >= switches.verify_depth
        && switches.mode == NullMode::Verified;
    if verifies && node.depth <= 1 {
        return None;
    }
    search_null_move::<N>(w, node, verifies)
}

/// Whether the rules that cost little allow a null move. Those that exclude most nodes come first.
#[inline]
fn is_allowed<N: NodeType>(w: &Worker<'_>, node: &Node) -> bool {
    let switches = &w.switches::<N>().null_move;
    if switches.eval_guard && node.evals.is_none_or(|evals| evals.tt_adjusted < node.beta) {
        return false;
    }
    if node.context.after_null || is_decisive(node.beta) {
        return false;
    }
    if switches.material_guard && !w.board().has_non_pawn_material(w.board().side_to_move()) {
        return false;
    }
    if switches.mode == NullMode::Off {
        return false;
    }
    if w.switches::<N>().null_margin && !is_promising::<N>(w, node) {
        return false;
    }
    !lacks_pieces::<N>(w, node)
}

/// Whether the node is deep and only one piece is left, so that zugzwang is likely (after Weiss).
#[inline]
fn lacks_pieces<N: NodeType>(w: &Worker<'_>, node: &Node) -> bool {
    let from = w.switches::<N>().null_move.two_pieces_depth;
    from > 0 && node.depth >= from && count_pieces(w.board(), w.board().side_to_move()) < 2
}

/// Whether the side to move has so few legal moves that zugzwang is likely with any pieces.
#[inline]
fn lacks_moves<N: NodeType>(w: &Worker<'_>) -> bool {
    let few = w.switches::<N>().null_move.few_moves;
    few > 0 && w.board().count_moves() < u64::from(few.unsigned_abs())
}

/// Whether the static evaluation is far enough above beta. The margin shrinks with the depth (after
/// Stockfish).
#[inline]
fn is_promising<N: NodeType>(w: &Worker<'_>, node: &Node) -> bool {
    let t = w.tunables::<N>();
    let threshold = node.beta + t.null_margin_base - t.null_margin_slope * node.depth;
    node.evals.is_none_or(|evals| evals.static_eval >= threshold)
}

#[inline(never)]
fn search_null_move<N: NodeType>(
    w: &mut Worker<'_>,
    node: &mut Node,
    verifies: bool,
) -> Option<Score> {
    let switches = &w.switches::<N>().null_move;
    let slack = if node.context.kind == NodeKind::All { switches.slack_at_all } else { 0 };
    let null_beta = node.beta - slack;
    let reduction = base_reduction(switches, w.board(), node) + reduction_growth(switches, node);
    let search = |w: &mut Worker<'_>| {
        w.push_null::<N>();
        let depth = node.depth - 1 - reduction;
        let score = -pvs::<N>(w, -null_beta, -null_beta + 1, depth, node.context.null_child());
        w.pop();
        score
    };
    let score = w.measure::<N, _>(Statistic::NullMove, search, |score| *score >= null_beta);
    if w.is_aborted() {
        return Some(score);
    }
    if score < null_beta {
        return None;
    }
    if verifies {
        node.verified_from = Some(node.depth);
        node.depth = (node.depth - w.switches::<N>().null_move.verify_plies).max(1);
        node.context.verify = false;
        return None;
    }
    Some(if slack > 0 { node.beta } else { cut_score::<N>(w, score, node.beta) })
}

/// Score that a null-move cutoff returns: beta under modification 1 of S2's Figure 14, else the
/// score found, but no unproven mate.
#[inline]
fn cut_score<N: NodeType>(w: &Worker<'_>, score: Score, beta: Score) -> Score {
    if w.switches::<N>().modifications.hard_bound || is_decisive(score) { beta } else { score }
}

/// R without its growth, plies.
fn base_reduction(switches: &NullMove, board: &Board, node: &Node) -> Depth {
    match switches.mode {
        NullMode::Heinz => adaptive_reduction(
            node.depth,
            Color::ALL.iter().all(|&color| count_pieces(board, color) < 3),
        ),
        NullMode::Mia if node.context.kind == NodeKind::All => 3,
        NullMode::Mia => {
            adaptive_reduction(node.depth, board.color(board.side_to_move()).count() < 5)
        }
        NullMode::Off | NullMode::Fixed | NullMode::Verified => switches.reduction,
    }
}

/// The growth of R with depth and evaluation in play, plies.
#[inline]
fn reduction_growth(switches: &NullMove, node: &Node) -> Depth {
    let by = |amount: i32, per_ply: i32| if per_ply > 0 { amount / per_ply } else { 0 };
    let above = node.evals.map_or(0, |evals| evals.tt_adjusted - node.beta);
    by(node.depth, switches.depth_per_ply) + by(above, switches.eval_per_ply).clamp(0, 3)
}

/// Adaptive null-move reduction R in plies, by depth and number of pieces (Heinz 1999).
pub fn adaptive_reduction(depth: Depth, few_pieces: bool) -> Depth {
    if depth > if few_pieces { 8 } else { 6 } { 3 } else { 2 }
}

/// The number of pieces, without pawns and king.
fn count_pieces(board: &Board, color: Color) -> u32 {
    board.color(color).without(board.kind(PieceKind::Pawn) | board.kind(PieceKind::King)).count()
}

/// Counts the verification of a null-move fail-high. Returns whether the node is searched again:
/// the verification has failed low, which indicates zugzwang.
#[inline]
pub fn count_verification<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    score: Score,
    nodes_before: u64,
) -> bool {
    if node.verified_from.is_none() || w.is_aborted() {
        return false;
    }
    let contradicted = score < node.beta;
    w.count_attempt::<N>(Statistic::NullMoveVerification, contradicted, w.nodes - nodes_before);
    contradicted && w.switches::<N>().null_move.research
}

/// Restores the depth from before null-move verification, to search the node again after a
/// zugzwang.
pub fn restore(node: &mut Node) {
    if let Some(depth) = node.verified_from.take() {
        node.depth = depth;
        node.context.verify = true;
    }
}
