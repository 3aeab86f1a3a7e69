//! Principal variation search: enter, prune, move loop, leave.
//!
//! Tony Marsland & Murray Campbell, "Parallel search of strongly ordered game trees", Computing
//! Surveys 14(4), 1982. Fail-soft: a score outside the window is a bound.
//!
//! `N` is the node type (root, PV, null window); `context.kind` is the expected kind (PV, CUT,
//! ALL).
//!
//! The four modifications (S2 of docs/dev/papers.md, Figure 14; Winands et al. 2005): 1 is
//! `null_move::cut_score`, 2 is `move_loop::needs_research`, 3 is in `move_loop::search_move`, and
//! 4 is `is_weak`.

use super::move_loop::move_loop;
use super::node::{
    Depth, Experiment, MoveLoopState, Node, NodeContext, NodeKind, NodeType, NonPv, PriorityMoves,
    StaticEvals, TablebaseBounds,
};
use super::order::scores;
use super::prune::{
    audit, capture_prob_cut, enhanced_transposition_cut, mate_distance, multi_cut, null_move,
    prob_cut, razoring, reverse_futility, stored_prob_cut, tablebase, transposition_cut,
};
use super::quiescence::quiesce;
use super::reduce::{hindsight, iir};
use super::report::{Ending, TreeEvent};
use super::static_eval::{self, static_evals};
use super::statistics::Statistic;
use super::table::{Bound, TtHit};
use super::worker::Worker;
use crate::score::{Score, mated_in};
use std::ops::ControlFlow;

/// Searches the current position to `depth` plies (PVS); returns its score for the side to move.
pub fn pvs<N: NodeType>(
    w: &mut Worker<'_>,
    alpha: Score,
    beta: Score,
    depth: Depth,
    context: NodeContext,
) -> Score {
    if depth <= 0 && !N::ROOT {
        return quiesce::<N>(w, alpha, beta, 0);
    }
    w.report_event::<N>(|w| TreeEvent::Enter {
        ply: w.ply(),
        window: [alpha, beta],
        depth,
        context: Some(context),
    });
    let score = visit::<N>(w, [alpha, beta], depth, context);
    w.report_event::<N>(|w| TreeEvent::Leave((!w.is_aborted()).then_some(score)));
    score
}

/// Searches the current position with a null window above alpha, from a node of type `N`. Below a
/// PV node the search goes on with the null-window node type, [`Experiment`] or [`NonPv`].
#[inline]
pub(super) fn null_window<N: NodeType>(
    w: &mut Worker<'_>,
    alpha: Score,
    depth: Depth,
    context: NodeContext,
) -> Score {
    if !N::PV {
        pvs::<N>(w, alpha, alpha + 1, depth, context)
    } else if w.is_experiment {
        pvs::<Experiment>(w, alpha, alpha + 1, depth, context)
    } else {
        pvs::<NonPv>(w, alpha, alpha + 1, depth, context)
    }
}

/// Searches a node: enters it, prunes it or searches its moves, and leaves it.
#[inline(always)]
fn visit<N: NodeType>(
    w: &mut Worker<'_>,
    [alpha, beta]: [Score; 2],
    depth: Depth,
    context: NodeContext,
) -> Score {
    let mut node = match enter::<N>(w, alpha, beta, depth, context) {
        ControlFlow::Break(score) => return score,
        ControlFlow::Continue(node) => node,
    };
    hindsight::apply::<N>(w, &mut node);
    if !N::PV
        && node.evals.is_some()
        && context.excluded.is_none()
        && let Some(score) = prune::<N>(w, &mut node)
    {
        return score;
    }
    iir::apply::<N>(w, &mut node);
    let nodes_before = w.nodes;
    let mut state = move_loop::<N>(w, &node);
    if null_move::count_verification::<N>(w, &node, state.best_score, nodes_before) {
        null_move::restore(&mut node); // to full depth, also without the ply of IIR
        state = move_loop::<N>(w, &node);
    }
    leave::<N>(w, &node, &state)
}

/// The techniques that may end the node before its moves are searched. Only in null windows, not in
/// check (`evals` is `Some`) and outside singular searches, so a technique need not test that.
#[inline]
fn prune<N: NodeType>(w: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
    let (score, technique) = first_cut::<N>(w, node)?;
    // After a hit or capture ProbCut, the evaluation is in the table already.
    let is_stored = node.hit.is_some() || technique == Statistic::CaptureProbCut;
    if w.switches::<N>().store_static_eval && !is_stored {
        // Such a node is often reached again, and its evaluation is most of its cost (folklore).
        // The papers' preset has it off: in its replacement schemes the entry would
        // replace one with a score.
        w.store::<N>(&node.eval_entry());
    }
    if w.switches::<N>().audit > 0 {
        audit::audit_cutoff::<N>(w, node, technique, score);
    }
    Some(score)
}

/// The score of the first technique that cuts the node, and that technique.
#[inline]
fn first_cut<N: NodeType>(w: &mut Worker<'_>, node: &mut Node) -> Option<(Score, Statistic)> {
    if let Some(score) = razoring::try_cut::<N>(w, node) {
        return Some((score, Statistic::Razoring));
    }
    if let Some(score) = reverse_futility::try_cut::<N>(w, node) {
        return Some((score, Statistic::ReverseFutility));
    }
    if let Some(score) = null_move::try_cut::<N>(w, node) {
        return Some((score, Statistic::NullMove));
    }
    if let Some(cut) = multi_cut::try_cut::<N>(w, node) {
        return Some(cut);
    }
    // `verified_from`: a null move failed high and the node verifies it at lower depth. Multi-cut
    // may still cut, as it searches moves; one bound of a shallower search is no verification.
    if node.verified_from.is_some() {
        return None;
    }
    if let Some(score) = stored_prob_cut::try_cut::<N>(w, node) {
        return Some((score, Statistic::StoredProbCut));
    }
    if let Some(score) = prob_cut::try_cut::<N>(w, node) {
        return Some((score, Statistic::ProbCut));
    }
    capture_prob_cut::try_cut::<N>(w, node).map(|score| (score, Statistic::CaptureProbCut))
}

/// Prepares a node in four phases: draws and mate distance, the transposition table, the
/// tablebases, the static evaluation. Breaks with the score if one of them ends the node.
fn enter<N: NodeType>(
    w: &mut Worker<'_>,
    alpha: Score,
    beta: Score,
    depth: Depth,
    context: NodeContext,
) -> ControlFlow<Score, Node> {
    debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
    let stopped = w.count_node();
    w.statistics.interior += 1;
    if w.should_keep_pv::<N>() {
        w.clear_pv();
    }
    if stopped {
        return ControlFlow::Break(alpha);
    }
    let mut window = Window { alpha, beta };
    let can_repeat = if N::ROOT { false } else { narrow_by_rules::<N>(w, &mut window)? };
    let hit = probe_table::<N>(w, &window, depth, context)?;
    let tablebase_bounds = probe_tablebases::<N>(w, &mut window, depth, context)?;
    let (evals, improving) = enter_static_eval::<N>(w, hit, context);
    ControlFlow::Continue(Node {
        alpha: window.alpha,
        beta: window.beta,
        depth,
        context,
        tablebase_bounds,
        hit,
        evals,
        improving,
        tt_pv: N::PV || hit.is_some_and(|hit| hit.tt_pv),
        can_repeat,
        priority_moves: PriorityMoves::new(),
        verified_from: None,
    })
}

/// The window of a node that is being entered.
struct Window {
    alpha: Score,
    beta: Score,
}

/// Phase 1: draws by rule, the last ply, upcoming repetition and mate distance. Returns whether the
/// side to move can repeat a position; the window then begins at the draw score.
#[inline(always)]
fn narrow_by_rules<N: NodeType>(
    w: &mut Worker<'_>,
    window: &mut Window,
) -> ControlFlow<Score, bool> {
    if w.stack.is_draw() {
        return ControlFlow::Break(w.end_by_rule::<N>(Ending::Draw, w.draw_score()));
    }
    if w.stack.is_at_last_ply() {
        return ControlFlow::Break(w.evaluate::<N>());
    }
    let mut can_repeat = false;
    if window.alpha < w.draw_score()
        && w.switches::<N>().upcoming_repetition
        && w.stack.can_repeat()
    {
        (window.alpha, can_repeat) = (w.draw_score(), true);
        if window.alpha >= window.beta {
            return ControlFlow::Break(w.end_by_rule::<N>(Ending::Repetition, window.alpha));
        }
    }
    match mate_distance::try_cut::<N>(w, &mut window.alpha, &mut window.beta) {
        Some(score) => ControlFlow::Break(w.end_by_rule::<N>(Ending::MateDistance, score)),
        None => ControlFlow::Continue(can_repeat),
    }
}

/// Phase 2: the transposition table, which may cut, and the children's entries.
#[inline(always)]
fn probe_table<N: NodeType>(
    w: &mut Worker<'_>,
    window: &Window,
    depth: Depth,
    context: NodeContext,
) -> ControlFlow<Score, Option<TtHit>> {
    let &Window { alpha, beta } = window;
    let hit = w.shared.table.probe(w.board().key());
    if context.excluded.is_some() {
        return ControlFlow::Continue(hit);
    }
    if transposition_cut::agrees_with_node_kind::<N>(w, hit, beta, depth, context.kind)
        && let Some(score) = transposition_cut::try_cut::<N>(w, hit, alpha, beta, depth)
    {
        if score >= beta {
            scores::update_table_cutoff_history::<N>(w, hit.and_then(|hit| hit.mv), depth);
        }
        return ControlFlow::Break(score);
    }
    if !N::PV
        && let Some(score) = enhanced_transposition_cut::try_cut::<N>(w, beta, depth)
    {
        return ControlFlow::Break(score);
    }
    w.prefetch_after_tt_move(hit);
    ControlFlow::Continue(hit)
}

/// Phase 3: the tablebases, which may cut or bound the score.
#[inline(always)]
fn probe_tablebases<N: NodeType>(
    w: &mut Worker<'_>,
    window: &mut Window,
    depth: Depth,
    context: NodeContext,
) -> ControlFlow<Score, TablebaseBounds> {
    if context.excluded.is_some() {
        return ControlFlow::Continue(TablebaseBounds::UNBOUNDED);
    }
    match tablebase::probe::<N>(w, window.alpha, window.beta, depth) {
        tablebase::ProbeResult::Nothing => ControlFlow::Continue(TablebaseBounds::UNBOUNDED),
        tablebase::ProbeResult::Cut(score) => ControlFlow::Break(score),
        tablebase::ProbeResult::Bounds(bounds) => {
            // A score of `upper` is inside the window. One of `lower` may fail low: `leave` raises
            // it to `lower` anyway.
            window.alpha = window.alpha.max(bounds.lower);
            window.beta = window.beta.min(bounds.upper + 1);
            ControlFlow::Continue(bounds)
        }
    }
}

/// Phase 4: static evaluation, stack entry, evaluation history, and `improving`.
#[inline(always)]
fn enter_static_eval<N: NodeType>(
    w: &mut Worker<'_>,
    hit: Option<TtHit>,
    context: NodeContext,
) -> (Option<StaticEvals>, bool) {
    let evals = static_evals::<N>(w, hit);
    w.report_event::<N>(|_| TreeEvent::Evaluated(evals));
    w.stack.set_static_eval(evals.map(|evals| evals.static_eval));
    w.stack.clear_cutoffs_of_grandchildren();
    if context.excluded.is_none() {
        // not again in the singular search of the node
        scores::update_evaluation_history::<N>(w);
    }
    (evals, w.stack.is_improving())
}

/// Ends a node after its moves: mate and stalemate, bounds of tablebases and repetition, histories,
/// and the table entry.
fn leave<N: NodeType>(w: &mut Worker<'_>, node: &Node, state: &MoveLoopState) -> Score {
    if w.is_aborted() || state.is_final {
        return state.best_score;
    }
    if node.context.excluded.is_some() {
        // The only legal move counts as singular.
        return if state.searched == 0 { node.alpha } else { state.best_score };
    }
    if state.searched == 0 {
        return if w.board().in_check() { mated_in(w.ply()) } else { w.draw_score() };
    }
    // A proven tablebase win or an upcoming repetition can lie above the score of every move. Such
    // a fail-low tells nothing about the opponent's last move.
    if state.best_move.is_none() && !node.can_repeat && node.alpha > node.tablebase_bounds.lower {
        scores::update_fail_low_history::<N>(w, node.depth);
    }
    if node.can_repeat && state.best_score < w.draw_score() {
        // a score of the path, so it is not stored; the repeating move may have been skipped
        return w.draw_score();
    }
    let score = state.best_score.clamp(node.tablebase_bounds.lower, node.tablebase_bounds.upper);
    // Without some of the root moves (MultiPV, searchmoves, tablebases) the score is not that
    // of the position.
    let is_partial = N::ROOT && (w.root.is_partial() || !w.shared.limits.search_moves.is_empty());
    let is_weak = is_weak::<N>(w, node, score);
    if node.context.kind == NodeKind::Cut && score <= node.alpha {
        w.count_attempt::<N>(Statistic::UnstoredFailLow, is_weak, 0);
    }
    if is_partial || is_weak {
        return score;
    }
    let bound = Bound::from_window(score, node.alpha, node.beta);
    w.store::<N>(&node.tt_entry(state.best_move, score, bound, node.depth));
    if let Some(evals) = &node.evals
        && state.best_move.is_none_or(|best| !best.is_noisy())
    {
        static_eval::update_correction_history::<N>(w, evals, score, bound, node.depth);
    }
    score
}

/// Modification 4 of S2's Figure 14: a CUT node that fails low with exactly alpha may rest on a
/// child that MC-A cut, which returns beta as a bound, not a score. So it is not stored. Only with
/// multi-cut at ALL nodes.
#[inline]
fn is_weak<N: NodeType>(w: &Worker<'_>, node: &Node, score: Score) -> bool {
    !N::PV
        && score == node.alpha
        && node.context.kind == NodeKind::Cut
        && w.switches::<N>().modifications.forget_weak
        && w.switches::<N>().multi_cut.at_all
}
