//! Pruning in the move loop: late moves (LMP), futility, history and static exchange evaluation.
//!
//! **Idea** At low depth the moves left after the first ones have failed are unlikely to matter.
//! **Paper** Late moves: none, after Lim Yew Jin & Lee Wee Sun, "RankCut", AAAI 2006. Futility:
//! Jonathan Schaeffer 1986; Ernst Heinz, "Extended futility pruning", ICCA Journal 21(2), 1998.
//! Exchange and history: folklore.
//! **Condition** Not at the root, not before a move has been searched, not while the best line is a
//! mate against us, not with king and pawns alone; futility and history pruning keep checks.
//! **Parameters** `Lmp.*`, `Futility.*`, `HistoryPruning.*`, `SeePruning.*` of the
//! [tunables](crate::search::techniques::TUNABLES).
//! **Differences** The depth limits of futility, history and quiet exchanges are for the depth
//! after the [base reduction](crate::search::reduce::lmr::base) of the move; the others for the
//! node.

use crate::score::{DECISIVE_BOUND, Score};
use crate::search::node::{Candidate, Depth, MoveLoopState, Node, NodeType};
use crate::search::order::picker::{MovePicker, loses_by_exchange};
use crate::search::order::scores::{HISTORY_PER_UNIT, max_history_score};
use crate::search::reduce::lmr;
use crate::search::statistics::Statistic;
use crate::search::techniques::BonusFormula;
use crate::search::worker::Worker;

/// Whether futility lets the move loop skip all quiet moves except checks, so that only checks are
/// generated.
#[inline]
pub fn should_skip_quiet_except_checks<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    state: &MoveLoopState,
) -> bool {
    // Only histories with gravity have a greatest score.
    if w.switches::<N>().history.bonus_formula != BonusFormula::Gravity || is_exempt::<N>(w, state)
    {
        return false;
    }
    let reduced = lmr_depth::<N>(w, node, state.searched);
    let is_futile = is_futile::<N>(w, node, reduced, max_history_score::<N>(w), state.alpha);
    w.count_attempt::<N>(Statistic::Futility, is_futile, 0);
    is_futile
}

/// Whether no move is skipped here.
#[inline]
fn is_exempt<N: NodeType>(w: &Worker<'_>, state: &MoveLoopState) -> bool {
    N::ROOT
        || state.searched == 0
        || state.best_score <= -DECISIVE_BOUND
        || !w.board().has_non_pawn_material(w.board().side_to_move())
}

/// What the move loop skips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skipped {
    /// This move.
    Move,
    /// This move and the quiet moves of lower history, except checks.
    WorseQuiet,
    /// This move and all quiet moves.
    AllQuiet,
}

/// What the move loop skips instead of searching this move (late move, futility, history or SEE);
/// `None` if it searches the move.
#[inline]
pub fn try_skip<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    picker: &MovePicker,
    state: &MoveLoopState,
    candidate: &Candidate,
) -> Option<Skipped> {
    if is_exempt::<N>(w, state) {
        None
    } else if candidate.mv.is_noisy() {
        // The threshold of good captures is at least that of the pruning.
        (!picker.is_at_good_noisy() && loses_too_much::<N>(w, node, candidate))
            .then_some(Skipped::Move)
    } else {
        try_skip_quiet::<N>(w, node, state, candidate)
    }
}

/// Whether a capture or promotion loses more by exchange than its history and the depth allow.
fn loses_too_much<N: NodeType>(w: &mut Worker<'_>, node: &Node, candidate: &Candidate) -> bool {
    let t = w.tunables::<N>();
    if !w.switches::<N>().see_pruning || node.depth > t.see_depth {
        return false;
    }
    let allowed = t.see_noisy * node.depth + candidate.history / HISTORY_PER_UNIT;
    let loses = !w.board().see_ge(candidate.mv, -allowed.max(0));
    w.count_attempt::<N>(Statistic::SeePruning, loses, 0);
    loses
}

fn try_skip_quiet<N: NodeType>(
    w: &mut Worker<'_>,
    node: &Node,
    state: &MoveLoopState,
    candidate: &Candidate,
) -> Option<Skipped> {
    let (switches, t) = (w.switches::<N>(), w.tunables::<N>());
    let Candidate { mv, history, .. } = *candidate;
    if switches.lmp && node.depth <= t.lmp_depth && state.searched as i32 >= lmp_limit::<N>(w, node)
    {
        w.count_attempt::<N>(Statistic::Lmp, true, 0);
        return Some(Skipped::AllQuiet);
    }
    let reduced = lmr_depth::<N>(w, node, state.searched);
    if is_futile::<N>(w, node, reduced, history, state.alpha) && !w.board().gives_check(mv) {
        w.count_attempt::<N>(Statistic::Futility, true, 0);
        return Some(Skipped::WorseQuiet);
    }
    if switches.history_pruning
        && reduced <= t.history_depth
        && history < -t.history_slope * node.depth
        && !w.board().gives_check(mv)
    {
        // Worse moves are pruned too: their history is lower and their reduction no smaller.
        w.count_attempt::<N>(Statistic::HistoryPruning, true, 0);
        return Some(Skipped::WorseQuiet);
    }
    if switches.see_pruning && reduced <= t.see_depth {
        let allowed = t.see_quiet * reduced * reduced + history / t.see_history;
        let loses = loses_by_exchange(w, mv, allowed.max(0));
        w.count_attempt::<N>(Statistic::SeePruning, loses, 0);
        return loses.then_some(Skipped::Move);
    }
    None
}

/// Whether a quiet move at this depth is futile: static evaluation plus margin at most alpha.
#[inline]
fn is_futile<N: NodeType>(
    w: &Worker<'_>,
    node: &Node,
    reduced: Depth,
    history: i32,
    alpha: Score,
) -> bool {
    let t = w.tunables::<N>();
    let margin = t.futility_base + t.futility_slope * reduced + history / t.futility_history;
    w.switches::<N>().futility
        && reduced <= t.futility_depth
        && node.evals.is_some_and(|evals| evals.static_eval + margin <= alpha)
}

/// The number of searched moves after which quiet moves are skipped.
#[inline]
fn lmp_limit<N: NodeType>(w: &Worker<'_>, node: &Node) -> i32 {
    (w.tunables::<N>().lmp_base + node.depth * node.depth) / if node.improving { 1 } else { 2 }
}

/// The depth of the quiet move with this index after its reduction.
#[inline]
fn lmr_depth<N: NodeType>(w: &Worker<'_>, node: &Node, index: usize) -> Depth {
    if !w.switches::<N>().lmr {
        return node.depth;
    }
    (node.depth - lmr::base::<N>(w, node.depth, index, false) / lmr::PLY).max(0)
}
