//! The move loop: searches the moves of a node, best first, until one fails high.

use super::extend::{forced, is_within_extension_limit, singular};
use super::node::{Candidate, Depth, MoveLoopState, Node, NodeType, Pv};
use super::order::picker::MovePicker;
use super::order::scores::{self, Tried};
use super::prune::move_loop_pruning::{self, Skipped};
use super::prune::n_best;
use super::pvs::{null_window, pvs};
use super::reduce::lmr;
use super::statistics::Statistic;
use super::table::Bound;
use super::techniques::{BonusFormula, Driver};
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{INFINITE, Score};

/// Searches the moves of a node in move-picker order, with pruning, reductions and extensions.
pub fn move_loop<N: NodeType>(w: &mut Worker<'_>, node: &Node) -> MoveLoopState {
    let mut picker = match n_best::select::<N>(w) {
        None => MovePicker::for_main_search::<N>(w, node),
        Some(selected) => MovePicker::from_selection(&selected),
    };
    let mut state = MoveLoopState {
        alpha: node.alpha,
        best_score: -INFINITE,
        best_move: None,
        searched: 0,
        is_final: false,
    };
    let mut tried = Tried::default();
    while let Some(mv) = next_move::<N>(w, &mut picker, state.searched) {
        if node.context.excluded == Some(mv) {
            continue;
        }
        // The first move is neither pruned nor reduced, so its history is not needed.
        let history = if state.searched == 0 { 0 } else { picker.history_score::<N>(w, mv) };
        let mut candidate = Candidate { mv, history, reduction: 0, extension: 0 };
        if let Some(skipped) =
            move_loop_pruning::try_skip::<N>(w, node, &picker, &state, &candidate)
        {
            match skipped {
                Skipped::Move => {}
                Skipped::WorseQuiet => picker.skip_worse_quiet(w),
                Skipped::AllQuiet => picker.skip_quiet(),
            }
            continue;
        }
        candidate.extension = match singular::try_extend::<N>(w, node, mv) {
            singular::SingularResult::Extend(plies) => plies,
            singular::SingularResult::Cut(score) => {
                return MoveLoopState { best_score: score, is_final: true, ..state };
            }
        };
        if lmr::can_reduce::<N>(w, node, state.searched) {
            candidate.reduction = lmr::reduction::<N>(w, node, state.searched, &candidate);
        }
        let nodes_before = w.nodes;
        let score = search_move::<N>(w, node, &state, &candidate);
        if w.is_aborted() {
            return state;
        }
        let raises_alpha = score > state.alpha;
        if N::ROOT {
            let bound = Bound::from_window(score, state.alpha, node.beta);
            w.record_root_move(score, bound, nodes_before);
        }
        if score > state.best_score {
            state.best_score = score;
            // The refutation table keeps lines of nodes that fail low too.
            if w.should_keep_pv::<N>() && (raises_alpha || !N::PV) {
                w.extend_pv(mv);
            }
        }
        state.searched += 1;
        if raises_alpha {
            state.best_move = Some(mv);
            if score >= node.beta {
                record_cutoff::<N>(w, mv, &tried, node.depth, state.searched == 1);
                break;
            }
            state.alpha = score;
        }
        tried.push(mv);
        if picker.is_before_quiet()
            && move_loop_pruning::should_skip_quiet_except_checks::<N>(w, node, &state)
        {
            picker.skip_quiet_except_checks();
        }
    }
    if let Some(best) = state.best_move
        && state.best_score < node.beta
    {
        update_exact_score_history::<N>(w, best, node.depth);
    }
    state
}

#[inline]
fn next_move<N: NodeType>(
    w: &mut Worker<'_>,
    picker: &mut MovePicker,
    index: usize,
) -> Option<Move> {
    if !N::ROOT {
        return picker.next::<N>(w);
    }
    let mv = w.root.begin_move(index)?;
    w.announce_root_move(mv, index);
    Some(mv)
}

/// The score of one move. The first move, and moves that beat alpha in a null window, are searched
/// with the open window.
#[inline]
fn search_move<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    state: &MoveLoopState,
    candidate: &Candidate,
) -> Score {
    let (mv, alpha, is_first) = (candidate.mv, state.alpha, state.searched == 0);
    let by_recapture = forced::recapture_extension::<N>(w, mv);
    w.push::<N>(mv);
    w.stack.entry_mut().double_extensions += u32::from(candidate.extension > 1);
    if w.should_keep_pv::<N>() {
        // a null-window search leaves no line, and the line of a sibling must go
        w.clear_pv();
    }
    let by_check = forced::check_extension::<N>(w);
    let extension = candidate.extension;
    let depth = node.depth - 1
        + if extension < 0 { extension } else { extension.max(by_recapture).max(by_check) };
    let score = if !N::PV {
        scout_reduced::<N>(w, node, state, candidate, depth)
    } else if is_first || w.switches::<N>().driver == Driver::AlphaBeta {
        -pvs::<Pv>(w, -node.beta, -alpha, depth, node.context.child(true))
    } else {
        let score = scout_reduced::<N>(w, node, state, candidate, depth);
        let again = needs_research::<N>(w, node, score, alpha);
        w.count_attempt::<N>(Statistic::Research, again, 0);
        if again && !w.is_aborted() {
            let from_alpha = w.switches::<N>().modifications.from_alpha;
            let low = if from_alpha { alpha } else { score.min(node.beta - 1) };
            let open = -pvs::<Pv>(w, -node.beta, -low, depth, node.context.child(true));
            if from_alpha { open } else { open.max(score) }
        } else {
            score
        }
    };
    w.pop();
    score
}

/// The score of the move just made with a null window above alpha. Late moves are searched at
/// reduced depth first.
#[inline]
fn scout_reduced<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    state: &MoveLoopState,
    candidate: &Candidate,
    depth: Depth,
) -> Score {
    let alpha = state.alpha;
    let reduced = lmr_search_depth::<N>(w, candidate.reduction, depth);
    let mut depth = depth.max(reduced);
    if reduced < depth {
        let context = node.context.reduced_child(depth - reduced);
        let search = |w: &mut Worker<'_>| -null_window::<N>(w, -alpha - 1, reduced, context);
        let score = w.measure::<N, _>(Statistic::Lmr, search, |score| *score <= alpha);
        if w.is_aborted() || score <= alpha {
            return score;
        }
        // A score far above the best one is searched a ply deeper, one just above it a ply less deep.
        if w.switches::<N>().research_depth {
            depth += Depth::from(score > state.best_score + DEEPER_RESEARCH_MARGIN && !N::ROOT)
                - Depth::from(score < state.best_score + SHALLOWER_RESEARCH_MARGIN);
        }
        if depth <= reduced {
            return score;
        }
    }
    -null_window::<N>(w, -alpha - 1, depth, node.context.child(state.searched == 0))
}

/// A re-search is a ply deeper if the score is this much above the best one, internal units.
const DEEPER_RESEARCH_MARGIN: Score = 70;
/// A re-search is a ply shallower if the score is less than this above the best one, internal
/// units.
const SHALLOWER_RESEARCH_MARGIN: Score = 10;

/// The depth of the first search of the move just made: less by the reduction, or a ply more if the
/// reduction is far below zero.
#[inline]
fn lmr_search_depth<N: NodeType>(w: &Worker<'_>, reduction: i32, depth: Depth) -> Depth {
    if depth < 2 {
        return depth;
    }
    if reduction <= 0 {
        // Bounded, as a line of such moves would not end.
        let extends = reduction < -w.tunables::<N>().lmr_extend && is_within_extension_limit(w);
        return depth + Depth::from(extends);
    }
    let less = if w.board().in_check() { w.tunables::<N>().lmr_check } else { 0 };
    (depth - (reduction - less) / lmr::PLY).clamp(1, depth)
}

/// Depth up to which NegaScout searches no move again, plies.
const NEGASCOUT_PLIES: Depth = 2;

/// Whether the move is searched again with the open window; with modification 2 also at a PV node
/// whose window has closed since it was entered.
fn needs_research<N: NodeType>(w: &Worker<'_>, node: &Node, score: Score, alpha: Score) -> bool {
    let switches = w.switches::<N>();
    let skips = || node.depth <= NEGASCOUT_PLIES && switches.skips_research();
    let inside = score > alpha && score < node.beta && !skips();
    let closed =
        switches.modifications.closed_window && score >= node.beta && node.beta == alpha + 1;
    inside || closed
}

fn record_cutoff<N: NodeType>(
    w: &mut Worker<'_>,
    mv: Move,
    tried: &Tried,
    depth: Depth,
    is_first: bool,
) {
    w.statistics.cuts += 1;
    w.statistics.first_move_cuts += u64::from(is_first);
    w.stack.entry_mut().cutoff_count += 1;
    if !mv.is_noisy() {
        let was_killer = w.stack.entry().killers.contains(&Some(mv));
        w.count_attempt::<N>(Statistic::Killer, was_killer, 0);
    }
    scores::update_cutoff_history::<N>(w, mv, tried, depth);
}

/// The paper's history also gives a bonus to the best move of a node with an exact value; the
/// gravity form does not.
fn update_exact_score_history<N: NodeType>(w: &mut Worker<'_>, best: Move, depth: Depth) {
    let (switches, tunables) = (w.switches::<N>().history, *w.tunables::<N>());
    if switches.bonus_formula != BonusFormula::Gravity && !best.is_noisy() {
        w.thread_data.quiet_history.update(
            &switches,
            w.stack.board_with_threats(),
            best,
            &[],
            depth,
            &tunables,
        );
    }
}
