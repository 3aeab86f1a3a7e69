//! The spine: what happens at a node, in order. Enter, the rooms, the move loop, leave.
//!
//! Principal variation search: Tony Marsland & Murray Campbell, "Parallel search of strongly ordered game trees",
//! Computing Surveys 14(4), 1982. Fail-soft: the score returned may lie outside the window and is a bound then.

use super::estimate::{self, judge};
use super::move_loop::move_loop;
use super::node::{Depth, Edge, Expect, Front, Kind, Node, Outcome, Proven};
use super::prune::{
    audit, capture_prob_cut, enhanced_transposition_cut, mate_distance, multi_cut, null_move, prob_cut, razoring,
    reverse_futility, tablebase, transposition_cut,
};
use super::quiescence::quiesce;
use super::reduce::internal;
use super::table::Bound;
use super::tally::Counted;
use super::worker::Worker;
use crate::score::{Score, mated_in};

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
    if !K::PV
        && node.estimate.is_some()
        && edge.excluded.is_none()
        && let Some(score) = prune::<K>(w, &mut node)
    {
        return score;
    }
    internal::apply::<K>(w, &mut node);
    let mut outcome = move_loop::<K>(w, &node);
    if null_move::is_zugzwang::<K>(w, &node, outcome.score) {
        null_move::restore(&mut node);
        outcome = move_loop::<K>(w, &node);
    }
    leave::<K>(w, &node, &outcome)
}

/// The rooms that may end the node before its moves are searched.
#[inline]
fn prune<K: Kind>(w: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
    let (score, room) = first_cut::<K>(w, node)?;
    if w.rules::<K>().keep_evaluations && node.hit.is_none() {
        // Such a node is often come to again: its evaluation, which is most of what it cost, is kept. Folklore; not with the
        // tables of the papers, where such a record would take the place of a searched one.
        w.store(&node.record(None, 0, Bound::None, 0));
    }
    if w.rules::<K>().audit > 0 {
        audit::check::<K>(w, node, room, score);
    }
    Some(score)
}

/// The score of the first room that ends the node, and which it was; the cheapest come first.
#[inline]
fn first_cut<K: Kind>(w: &mut Worker<'_>, node: &mut Node) -> Option<(Score, Counted)> {
    if let Some(score) = razoring::attempt::<K>(w, node) {
        return Some((score, Counted::Razoring));
    }
    if let Some(score) = reverse_futility::attempt::<K>(w, node) {
        return Some((score, Counted::ReverseFutility));
    }
    if let null_move::Verdict::Cut(score) = null_move::attempt::<K>(w, node) {
        return Some((score, Counted::NullMove));
    }
    if let Some(score) = multi_cut::attempt::<K>(w, node) {
        let at_all = node.edge.expect == Expect::All;
        return Some((score, if at_all { Counted::MultiCutAtAll } else { Counted::MultiCutAtCut }));
    }
    if let Some(score) = prob_cut::attempt::<K>(w, node) {
        return Some((score, Counted::ProbCut));
    }
    capture_prob_cut::attempt::<K>(w, node).map(|score| (score, Counted::CaptureProbCut))
}

fn enter<K: Kind>(w: &mut Worker<'_>, mut alpha: Score, mut beta: Score, depth: Depth, edge: Edge) -> Entered {
    debug_assert!(alpha < beta && (K::PV || alpha + 1 == beta));
    w.count_node();
    w.tally.interior += 1;
    if w.keeps_line::<K>() {
        w.line().clear();
    }
    if !K::ROOT {
        if w.path.is_draw() {
            return Entered::Known(w.draw());
        }
        if w.path.is_at_last_ply() {
            return Entered::Known(w.evaluate::<K>());
        }
        if alpha < w.draw() && w.rules::<K>().upcoming_repetition && w.path.can_repeat() {
            alpha = w.draw();
            if alpha >= beta {
                return Entered::Known(alpha);
            }
        }
        if let Some(score) = mate_distance::attempt::<K>(w, &mut alpha, &mut beta) {
            return Entered::Known(score);
        }
    }
    let hit = w.shared.table.probe(w.board().key());
    if edge.excluded.is_none() {
        if let Some(score) = transposition_cut::attempt::<K>(w, hit, alpha, beta, depth) {
            return Entered::Known(score);
        }
        if !K::PV
            && let Some(score) = enhanced_transposition_cut::attempt::<K>(w, beta, depth)
        {
            return Entered::Known(score);
        }
    }
    let mut proven = Proven::NOTHING;
    if edge.excluded.is_none() {
        match tablebase::attempt::<K>(w, alpha, beta, depth) {
            tablebase::Verdict::Silent => {}
            tablebase::Verdict::Cut(score) => return Entered::Known(score),
            tablebase::Verdict::Within(limits) => {
                proven = limits;
                alpha = alpha.max(limits.least);
                beta = beta.min(limits.most + 1);
            }
        }
    }
    let estimate = judge::<K>(w, hit);
    let improving = w.path.note_evaluation(estimate.map(|estimate| estimate.corrected));
    Entered::Open(Node {
        alpha,
        beta,
        depth,
        edge,
        proven,
        hit,
        estimate,
        improving,
        was_pv: K::PV || hit.is_some_and(|hit| hit.was_pv),
        front: Front::new(),
        verified_from: None,
    })
}

fn leave<K: Kind>(w: &mut Worker<'_>, node: &Node, outcome: &Outcome) -> Score {
    if w.is_aborted() || outcome.is_settled {
        return outcome.score;
    }
    if node.edge.excluded.is_some() {
        return if outcome.moves == 0 { node.alpha } else { outcome.score };
    }
    if outcome.moves == 0 {
        return if w.board().in_check() { mated_in(w.ply()) } else { w.draw() };
    }
    let score = if K::PV { outcome.score.clamp(node.proven.least, node.proven.most) } else { outcome.score };
    // With root moves left out (MultiPV, searchmoves, endgame tables) the score is not that of the position.
    let is_partial = K::ROOT && (w.root.is_partial() || !w.shared.limits.search_moves.is_empty());
    if is_partial || is_weak::<K>(w, node, score) {
        return score;
    }
    let bound = Bound::of(score, node.alpha, node.beta);
    w.store(&node.record(outcome.best, score, bound, node.depth));
    if let Some(estimate) = &node.estimate
        && outcome.best.is_none_or(|best| !best.is_noisy())
    {
        estimate::learn::<K>(w, estimate, score, bound, node.depth);
    }
    score
}

/// Modification 4 of S2's Figure 14: a CUT node that fails low with just the bound may rest on a pruned ALL node, whose
/// hard bound is no score, so it is not stored. Without multi-cut at ALL nodes there are none.
#[inline]
fn is_weak<K: Kind>(w: &Worker<'_>, node: &Node, score: Score) -> bool {
    !K::PV
        && score == node.alpha
        && node.edge.expect == Expect::Cut
        && w.rules::<K>().modifications.forget_weak
        && w.rules::<K>().multi_cut.at_all
}

/// What a pruned node returns: beta under modification 1 of S2's Figure 14, else the score found, but no unproved mate.
#[inline]
pub(super) fn pruned_score<K: Kind>(w: &Worker<'_>, score: Score, beta: Score) -> Score {
    if w.rules::<K>().modifications.hard_bound || crate::score::is_decisive(score) { beta } else { score }
}
