//! The spine: what happens at a node, in order. Enter, the rooms, the move loop, leave.
//!
//! Principal variation search: Tony Marsland & Murray Campbell, "Parallel search of strongly ordered game trees",
//! Computing Surveys 14(4), 1982. Fail-soft: the score returned may lie outside the window and is a bound then.

use super::move_loop::{Outcome, move_loop};
use super::node::{Depth, Edge, Expect, Front, Kind, Node};
use super::prune::{enhanced_transposition_cut, mate_distance, multi_cut, null_move, prob_cut, transposition_cut};
use super::quiescence::quiesce;
use super::table::{Bound, Record};
use super::worker::Worker;
use crate::score::{DRAW, Score, mated_in};

/// What is known of a node before a move is looked at.
enum Entered {
    /// All there is to know.
    Known(Score),
    /// It has to be searched.
    Open(Node),
}

/// The value of the current position, searched `depth` plies deep with this window.
pub fn pvs<K: Kind>(w: &mut Worker<'_>, alpha: Score, beta: Score, depth: Depth, edge: Edge) -> Score {
    if depth <= 0 && !K::ROOT {
        return quiesce::<K>(w, alpha, beta, 0);
    }
    let mut node = match enter::<K>(w, alpha, beta, depth, edge) {
        Entered::Known(score) => return score,
        Entered::Open(node) => node,
    };
    if !K::PV && !w.board().in_check() {
        match null_move::attempt::<K>(w, &mut node) {
            null_move::Verdict::Cut(score) => return score,
            null_move::Verdict::Reduced | null_move::Verdict::Silent => {}
        }
        if let Some(score) = multi_cut::attempt::<K>(w, &mut node) {
            return score;
        }
        if let Some(score) = prob_cut::attempt::<K>(w, &node) {
            return score;
        }
    }
    let mut outcome = move_loop::<K>(w, &node);
    if null_move::is_zugzwang(w, &node, outcome.score) {
        null_move::restore(&mut node);
        outcome = move_loop::<K>(w, &node);
    }
    leave::<K>(w, &node, &outcome)
}

fn enter<K: Kind>(w: &mut Worker<'_>, mut alpha: Score, mut beta: Score, depth: Depth, edge: Edge) -> Entered {
    debug_assert!(alpha < beta && (K::PV || alpha + 1 == beta));
    w.count_node();
    w.tally.interior += 1;
    if w.keeps_line::<K>() {
        w.frame().pv.clear();
    }
    if !K::ROOT {
        if w.is_draw() {
            return Entered::Known(DRAW);
        }
        if w.is_at_last_ply() {
            return Entered::Known(w.evaluate::<K>());
        }
        if let Some(score) = mate_distance::attempt(w, &mut alpha, &mut beta) {
            return Entered::Known(score);
        }
    }
    let hit = w.shared.table.probe(w.board().key());
    if let Some(score) = transposition_cut::attempt::<K>(w, hit, alpha, beta, depth) {
        return Entered::Known(score);
    }
    if !K::PV
        && let Some(score) = enhanced_transposition_cut::attempt::<K>(w, beta, depth)
    {
        return Entered::Known(score);
    }
    let static_eval = static_evaluation::<K>(w, hit.and_then(|hit| hit.eval));
    Entered::Open(Node { alpha, beta, depth, edge, hit, static_eval, front: Front::new(), is_verifying: false })
}

/// The static evaluation outside check, from the table if it is there.
#[inline]
pub(super) fn static_evaluation<K: Kind>(w: &mut Worker<'_>, stored: Option<Score>) -> Option<Score> {
    if w.board().in_check() { None } else { stored.or_else(|| Some(w.evaluate::<K>())) }
}

fn leave<K: Kind>(w: &Worker<'_>, node: &Node, outcome: &Outcome) -> Score {
    if w.is_aborted() {
        return outcome.score;
    }
    if outcome.moves == 0 {
        return if w.board().in_check() { mated_in(w.ply()) } else { DRAW };
    }
    // With root moves left out (MultiPV, searchmoves) the score is not that of the position.
    let is_partial = K::ROOT && (w.root.first > 0 || !w.shared.limits.search_moves.is_empty());
    if !is_partial && !is_weak::<K>(w, node, outcome.score) {
        let bound = bound_of(outcome.score, node.alpha, node.beta);
        let record = Record {
            mv: outcome.best,
            score: outcome.score,
            eval: node.static_eval,
            depth: node.depth,
            bound,
            is_pv: K::PV,
            ply: w.ply(),
        };
        w.shared.table.store(w.board().key(), &record);
    }
    outcome.score
}

/// Modification 4 of S2's Figure 14: a CUT node that fails low with just the bound may rest on a pruned ALL node, whose
/// hard bound is no score, so it is not stored. Without multi-cut at ALL nodes there are none.
#[inline]
fn is_weak<K: Kind>(w: &Worker<'_>, node: &Node, score: Score) -> bool {
    !K::PV
        && score == node.alpha
        && node.edge.expect == Expect::Cut
        && w.techniques.modifications.forget_weak
        && w.techniques.multi_cut.at_all
}

/// What a pruned node returns: beta under modification 1 of S2's Figure 14, else the score found, but no unproved mate.
#[inline]
pub(super) fn pruned_score(w: &Worker<'_>, score: Score, beta: Score) -> Score {
    if w.techniques.modifications.hard_bound || crate::score::is_mate(score) { beta } else { score }
}

/// What a score found with this window says of the true one.
#[inline]
pub(super) fn bound_of(score: Score, alpha: Score, beta: Score) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
