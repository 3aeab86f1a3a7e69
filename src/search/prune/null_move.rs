//! Null-move pruning, plain, adaptive and verified.
//!
//! **Idea** If passing the turn still leaves the opponent unable to bring the score below beta, a move surely will too. A
//! search of reduced depth after the pass finds out. In zugzwang the argument fails; the verified form therefore does not
//! cut at once but searches on one ply shallower, and takes a fail-low then as the sign of zugzwang.
//! **Paper** Chrilly Donninger, "Null move and deep search", ICCA Journal 16(3), 1993 (fixed R); Ernst Heinz, "Adaptive
//! null-move pruning", ICCA Journal 22(3), 1999; Omid David-Tabibi & Nathan Netanyahu, "Verified null-move pruning", ICGA
//! Journal 25(3), 2002; Mark Winands et al., "Enhanced forward pruning", Information Sciences 175, 2005 (the adaptive rule
//! of MIA and the variable bound at ALL nodes). S2, Figures 4 to 6 and 5.4.
//! **Condition** Null windows, not in check, not twice in a row; under verification not at depth 1.
//! **Parameters** R = 1, 2 or 3; 3 for the verified form. Heinz: 3 above depth 6, or above 8 with few pieces, else 2. MIA: so
//! at CUT nodes, 3 at ALL nodes. Variable bound: 0 to 300 centipawns.
//! **Where we differ** The documents' prose raises alpha from the value of the null search, which is only a bound: we do
//! not. Mates found after a pass are not believed. Play adds guards (a piece beside pawns, two of them from
//! [`NullMove::two_pieces_depth`](super::super::techniques::NullMove::two_pieces_depth) on, after Weiss; at least
//! [`NullMove::few_moves`](super::super::techniques::NullMove::few_moves) legal moves, fewer being near zugzwang
//! however many pieces stand walled in; a static evaluation of at least beta, and the nearer to the leaves the more above it:
//! `NullMargin.*` of the [tunables](super::super::techniques::TUNABLES), after Stockfish), lets R grow with depth and
//! evaluation as most programs do today, and verifies only from
//! [`NullMove::verify_depth`](super::super::techniques::NullMove::verify_depth) on, by a search
//! [`NullMove::verify_plies`](super::super::techniques::NullMove::verify_plies) shallower. Off, in
//! [`Later`](super::super::techniques::Later): verification by more the deeper the node; plies off instead of a cut in endings
//! (Omid David-Tabibi & Nathan Netanyahu, "Extended null-move reductions", Computers and Games 2008), which the guards on
//! pieces and moves leave few; a stored bound below beta asked for and then verified; the threat that a pass shows.

use super::super::node::{Depth, Edge, Expect, Kind, Node};
use super::super::pvs::{pruned_score, pvs};
use super::super::table::Bound;
use super::super::tally::Counted;
use super::super::techniques::{NullMode, NullMove};
use super::super::worker::Worker;
use crate::chess::{Board, Color, Move, PieceKind};
use crate::score::{self, Score, is_decisive};

/// What the null move says of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing.
    Silent,
    /// It ends here.
    Cut(Score),
    /// It failed high; the search goes on shallower to verify that.
    Reduced,
}

/// Tries to end the node by passing the turn.
#[inline]
pub fn attempt<K: Kind>(w: &mut Worker<'_>, node: &mut Node) -> Verdict {
    let rules = &w.techniques.null_move;
    let (eval_guard, material_guard) = if K::STUDY { (rules.eval_guard, rules.material_guard) } else { (true, true) };
    // The position is asked before the switches: it alone turns most nodes away.
    if node.estimate.is_none_or(|estimate| estimate.sharpened < node.beta) && eval_guard
        || node.edge.after_null
        || is_decisive(node.beta)
        || !w.board().has_pieces(w.board().side_to_move()) && material_guard && w.later::<K>().endgame_plies == 0
        || rules.mode == NullMode::Off
        || w.modern::<K>().null_margin && !is_promising(w, node)
        || lacks_pieces(w, node)
    {
        return Verdict::Silent;
    }
    w.prefetch_null(); // on its way while moves are counted
    if lacks_moves(w) {
        return Verdict::Silent;
    }
    let verifies = node.edge.verify && node.depth >= rules.verify_depth && rules.mode == NullMode::Verified;
    if verifies && node.depth <= 1 {
        return Verdict::Silent;
    }
    pass::<K>(w, node, verifies)
}

/// Is the node deep, and only one piece left, so that zugzwang is near and its cost high?
#[inline]
fn lacks_pieces(w: &Worker<'_>, node: &Node) -> bool {
    let from = w.techniques.null_move.two_pieces_depth;
    from > 0 && node.depth >= from && pieces(w.board(), w.board().side_to_move()) < 2
}

/// Has the side so few moves that having to move may be its misfortune?
#[inline]
fn lacks_moves(w: &Worker<'_>) -> bool {
    let few = w.techniques.null_move.few_moves;
    few > 0 && w.board().count_moves() < few as u64
}

/// Does the evaluation promise that passing will do? The less is asked, the deeper the search is to be.
#[inline]
fn is_promising(w: &Worker<'_>, node: &Node) -> bool {
    let t = &w.techniques.tunables;
    let wanted = node.beta + t.null_margin_base - t.null_margin_slope * node.depth;
    node.estimate.is_none_or(|estimate| estimate.corrected >= wanted)
}

#[inline(never)]
fn pass<K: Kind>(w: &mut Worker<'_>, node: &mut Node, verifies: bool) -> Verdict {
    let rules = &w.techniques.null_move;
    let slack = if K::STUDY && node.edge.expect == Expect::All { rules.slack_at_all } else { 0 };
    let lowered = w.later::<K>().table_bound > 0;
    let bound = if lowered { stored_bound::<K>(w, node) } else { node.beta - slack };
    let reduction = growth(rules, node) + if K::STUDY { reduction(rules, w.board(), node) } else { rules.reduction };
    let nodes_before = w.nodes;
    w.push_null();
    let score = -pvs::<K>(w, -bound, -bound + 1, node.depth - 1 - reduction, node.edge.null_child());
    let refuted = K::STUDY && w.later::<K>().threat && score < bound && !w.is_aborted();
    let refutation = if refuted { w.shared.table.probe(w.board().key()).and_then(|hit| hit.mv) } else { None };
    w.pop();
    if let Some(refutation) = refutation {
        mind_threat(w, node, refutation);
    }
    if w.is_aborted() {
        return Verdict::Cut(score);
    }
    w.tally.note(Counted::NullMove, score >= bound, w.nodes - nodes_before);
    if score < bound {
        node.near_pass = score >= bound - w.later::<K>().near_pass;
        return Verdict::Silent;
    }
    if lowered && score < node.beta {
        return confirm::<K>(w, node);
    }
    let endgame_plies = w.later::<K>().endgame_plies;
    if endgame_plies > 0 && pieces(w.board(), w.board().side_to_move()) < 2 {
        w.tally.note(Counted::NullReduced, true, 0);
        node.depth = (node.depth - endgame_plies).max(1);
        return Verdict::Reduced;
    }
    if verifies {
        node.verified_from = Some(node.depth);
        let scaled = w.later::<K>().verify_depth_per_ply;
        let more = if scaled > 0 { node.depth / scaled } else { 0 };
        node.depth = (node.depth - w.techniques.null_move.verify_plies - more).max(1);
        node.edge.verify = false;
        return Verdict::Reduced;
    }
    Verdict::Cut(if slack > 0 { node.beta } else { pruned_score::<K>(w, score, node.beta) })
}

/// A reply to the pass that takes a piece is a threat: moves of the piece are remembered, captures of the capturer come first (V5;
/// after Donninger's extension, 1993).
fn mind_threat(w: &mut Worker<'_>, node: &mut Node, refutation: Move) {
    let board = w.board();
    if board.kind_on(refutation.to()).is_none_or(|victim| victim == PieceKind::Pawn) {
        return;
    }
    node.threatened = Some(refutation.to());
    let mut captures = board.legal_moves();
    captures.retain(|mv| mv.is_capture() && mv.to() == refutation.from() && board.exchange_reaches(*mv, 0));
    node.front = captures.iter().copied().take(node.front.capacity()).collect();
    w.tally.note(Counted::NullThreat, !node.front.is_empty(), 0);
}

/// What the null move is asked for: a stored lower bound, where it is deep enough and misses beta by little.
fn stored_bound<K: Kind>(w: &Worker<'_>, node: &Node) -> Score {
    let limit = w.later::<K>().table_bound;
    let stored = node.hit.filter(|hit| hit.bound == Bound::Lower && hit.depth >= node.depth - BOUND_SHALLOWER);
    let stored = stored.map(|hit| score::from_table(hit.score, w.ply()));
    stored.filter(|&stored| stored < node.beta && stored >= node.beta - limit).unwrap_or(node.beta)
}

/// Plies that the stored bound may be too shallow.
const BOUND_SHALLOWER: Depth = 2;

/// A null move that beats only a stored bound counts if a search to half the depth beats beta.
fn confirm<K: Kind>(w: &mut Worker<'_>, node: &Node) -> Verdict {
    let edge = Edge { after_null: true, ..node.edge };
    let nodes_before = w.nodes;
    let score = pvs::<K>(w, node.beta - 1, node.beta, node.depth / 2, edge);
    if w.is_aborted() {
        return Verdict::Cut(score);
    }
    w.tally.note(Counted::NullBound, score >= node.beta, w.nodes - nodes_before);
    if score >= node.beta { Verdict::Cut(pruned_score::<K>(w, score, node.beta)) } else { Verdict::Silent }
}

/// R, in plies.
fn reduction(rules: &NullMove, board: &Board, node: &Node) -> Depth {
    match rules.mode {
        NullMode::Heinz => heinz(node.depth, Color::ALL.iter().all(|&color| pieces(board, color) < 3)),
        NullMode::Mia if node.edge.expect == Expect::All => 3,
        NullMode::Mia => heinz(node.depth, board.color(board.side_to_move()).count() < 5),
        NullMode::Off | NullMode::Fixed | NullMode::Verified => rules.reduction,
    }
}

/// What R grows by in play, in plies: the deeper the node and the better it stands, the less it takes to show that a pass will do.
#[inline]
fn growth(rules: &NullMove, node: &Node) -> Depth {
    let by = |amount: i32, per_ply: i32| if per_ply > 0 { amount / per_ply } else { 0 };
    let above = node.estimate.map_or(0, |estimate| estimate.sharpened - node.beta);
    by(node.depth, rules.depth_per_ply) + by(above, rules.eval_per_ply).clamp(0, 3)
}

fn heinz(depth: Depth, few_pieces: bool) -> Depth {
    if depth > if few_pieces { 8 } else { 6 } { 3 } else { 2 }
}

/// Pieces beside pawns and king.
fn pieces(board: &Board, color: Color) -> u32 {
    board.color(color).without(board.kind(PieceKind::Pawn) | board.kind(PieceKind::King)).count()
}

/// Has the search contradicted a null-move fail-high that it was to verify?
#[inline]
pub fn is_zugzwang(w: &mut Worker<'_>, node: &Node, score: Score) -> bool {
    if node.verified_from.is_none() || w.is_aborted() {
        return false;
    }
    let contradicted = score < node.beta;
    w.tally.note(Counted::Zugzwang, contradicted, 0);
    contradicted && w.techniques.null_move.research
}

/// Gives back the plies that verification took off, for the search after a zugzwang.
pub fn restore(node: &mut Node) {
    if let Some(depth) = node.verified_from.take() {
        node.depth = depth;
        node.edge.verify = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adaptive_reductions() {
        assert_eq!((heinz(6, false), heinz(7, false), heinz(8, true), heinz(9, true)), (2, 3, 2, 3));
    }
}
