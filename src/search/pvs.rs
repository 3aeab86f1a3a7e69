//! The spine: what happens at a node, in order. Enter, the rooms, the move loop, leave.
//!
//! Principal variation search: Tony Marsland & Murray Campbell, "Parallel search of strongly
//! ordered game trees", Computing Surveys 14(4), 1982. Fail-soft: the score returned may lie
//! outside the window and is a bound then.

use super::estimate::{self, estimate_node};
use super::move_loop::move_loop;
use super::node::{Depth, Front, MoveLoopResult, Node, NodeContext, NodeKind, NodeType, Proven};
use super::order::scores;
use super::prune::{
    audit, capture_prob_cut, enhanced_transposition_cut, mate_distance, multi_cut, null_move,
    prob_cut, razoring, reverse_futility, stored_prob_cut, tablebase, transposition_cut,
};
use super::quiescence::quiesce;
use super::reduce::{hindsight, iir};
use super::report::{Ending, TreeStep};
use super::statistics::Statistic;
use super::table::Bound;
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
    w.report_step::<N>(|w| TreeStep::Enter(w.ply(), [alpha, beta], depth, Some(context)));
    let score = visit::<N>(w, alpha, beta, depth, context);
    w.report_step::<N>(|w| TreeStep::Leave((!w.is_aborted()).then_some(score)));
    score
}

/// A node from its entry to its end.
#[inline(always)]
fn visit<N: NodeType>(
    w: &mut Worker<'_>,
    alpha: Score,
    beta: Score,
    depth: Depth,
    context: NodeContext,
) -> Score {
    let mut node = match enter::<N>(w, alpha, beta, depth, context) {
        Entered::Known(score) => return score,
        Entered::Open(node) => node,
    };
    hindsight::apply::<N>(w, &mut node);
    if !N::PV
        && node.estimate.is_some()
        && context.excluded.is_none()
        && let Some(score) = prune::<N>(w, &mut node)
    {
        return score;
    }
    iir::apply::<N>(w, &mut node);
    let mut outcome = move_loop::<N>(w, &node);
    if null_move::is_zugzwang::<N>(w, &node, outcome.score) {
        null_move::restore(&mut node);
        outcome = move_loop::<N>(w, &node);
    }
    leave::<N>(w, &node, &outcome)
}

/// The rooms that may end the node before its moves are searched.
#[inline]
fn prune<N: NodeType>(w: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
    let (score, room) = first_cut::<N>(w, node)?;
    let is_stored = node.hit.is_some() || room == Statistic::CaptureProbCut;
    if w.rules::<N>().store_static_eval && !is_stored {
        // Such a node is often come to again: its evaluation, which is most of what it cost, is
        // kept. Folklore; not with the tables of the papers, where such a record would take the
        // place of a searched one.
        w.store(&node.tt_entry(None, 0, Bound::None, 0));
    }
    if w.rules::<N>().audit > 0 {
        audit::check::<N>(w, node, room, score);
    }
    Some(score)
}

/// The score of the first room that ends the node, and which it was; the cheapest come first.
#[inline]
fn first_cut<N: NodeType>(w: &mut Worker<'_>, node: &mut Node) -> Option<(Score, Statistic)> {
    if let Some(score) = razoring::try_cut::<N>(w, node) {
        return Some((score, Statistic::Razoring));
    }
    if let Some(score) = reverse_futility::try_cut::<N>(w, node) {
        return Some((score, Statistic::ReverseFutility));
    }
    if let null_move::NullMoveResult::Cut(score) = null_move::try_cut::<N>(w, node) {
        return Some((score, Statistic::NullMove));
    }
    if let Some(score) = multi_cut::try_cut::<N>(w, node) {
        let at_all = node.context.kind == NodeKind::All;
        return Some((
            score,
            if at_all { Statistic::MultiCutAtAll } else { Statistic::MultiCutAtCut },
        ));
    }
    // What a pass has promised is verified by moves, not by bounds of searches that are shallower
    // still.
    let verifies = node.verified_from.is_some();
    if !verifies && let Some(score) = stored_prob_cut::try_cut::<N>(w, node) {
        return Some((score, Statistic::StoredProbCut));
    }
    if let Some(score) = prob_cut::try_cut::<N>(w, node) {
        return Some((score, Statistic::ProbCut));
    }
    if verifies {
        return None;
    }
    capture_prob_cut::try_cut::<N>(w, node).map(|score| (score, Statistic::CaptureProbCut))
}

fn enter<N: NodeType>(
    w: &mut Worker<'_>,
    mut alpha: Score,
    mut beta: Score,
    depth: Depth,
    context: NodeContext,
) -> Entered {
    debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
    let mut can_repeat = false;
    w.count_node();
    w.statistics.interior += 1;
    if w.keeps_line::<N>() {
        w.line().clear();
    }
    if !N::ROOT {
        if w.stack.is_draw() {
            return Entered::Known(w.ends::<N>(Ending::Draw, w.draw()));
        }
        if w.stack.is_at_last_ply() {
            return Entered::Known(w.evaluate::<N>());
        }
        if alpha < w.draw() && w.rules::<N>().upcoming_repetition && w.stack.can_repeat() {
            (alpha, can_repeat) = (w.draw(), true);
            if alpha >= beta {
                return Entered::Known(w.ends::<N>(Ending::Repetition, alpha));
            }
        }
        if let Some(score) = mate_distance::try_cut::<N>(w, &mut alpha, &mut beta) {
            return Entered::Known(w.ends::<N>(Ending::MateDistance, score));
        }
    }
    let hit = w.shared.table.probe(w.board().key());
    if context.excluded.is_none() {
        if transposition_cut::is_expected::<N>(w, hit, beta, depth, context.kind)
            && let Some(score) = transposition_cut::try_cut::<N>(w, hit, alpha, beta, depth)
        {
            if score >= beta {
                scores::update_table_cutoff_history::<N>(w, hit.and_then(|hit| hit.mv), depth);
            }
            return Entered::Known(score);
        }
        if !N::PV
            && let Some(score) = enhanced_transposition_cut::try_cut::<N>(w, beta, depth)
        {
            return Entered::Known(score);
        }
    }
    let mut proven = Proven::NOTHING;
    if context.excluded.is_none() {
        match tablebase::try_cut::<N>(w, alpha, beta, depth) {
            tablebase::ProbeResult::Silent => {}
            tablebase::ProbeResult::Cut(score) => return Entered::Known(score),
            tablebase::ProbeResult::Within(limits) => {
                proven = limits;
                alpha = alpha.max(limits.least);
                beta = beta.min(limits.most + 1);
            }
        }
    }
    let estimate = estimate_node::<N>(w, hit);
    w.report_step::<N>(|_| TreeStep::Worth(estimate));
    let static_eval = estimate.map(|estimate| estimate.static_eval);
    let improving =
        w.stack.note_evaluation(static_eval) || static_eval.is_some_and(|eval| eval >= beta);
    if context.excluded.is_none() {
        scores::update_evaluation_history::<N>(w); // once a node
    }
    Entered::Open(Node {
        alpha,
        beta,
        depth,
        context,
        proven,
        hit,
        estimate,
        improving,
        was_pv: N::PV || hit.is_some_and(|hit| hit.was_pv),
        can_repeat,
        front: Front::new(),
        verified_from: None,
    })
}

fn leave<N: NodeType>(w: &mut Worker<'_>, node: &Node, outcome: &MoveLoopResult) -> Score {
    if w.is_aborted() || outcome.is_settled {
        return outcome.score;
    }
    if node.context.excluded.is_some() {
        return if outcome.moves == 0 { node.alpha } else { outcome.score };
    }
    if outcome.moves == 0 {
        return if w.board().in_check() { mated_in(w.ply()) } else { w.draw() };
    }
    if outcome.best.is_none() {
        scores::update_fail_low_history::<N>(w, node.depth);
    }
    if node.can_repeat && outcome.score < w.draw() {
        // by the path alone, so it is not for the table; the move that repeats may have been left
        // out
        return w.draw();
    }
    let score = if N::PV {
        outcome.score.clamp(node.proven.least, node.proven.most)
    } else {
        outcome.score
    };
    // With root moves left out (MultiPV, searchmoves, endgame tables) the score is not that of the
    // position.
    let is_partial = N::ROOT && (w.root.is_partial() || !w.shared.limits.search_moves.is_empty());
    if is_partial || is_weak::<N>(w, node, score) {
        return score;
    }
    let bound = Bound::of(score, node.alpha, node.beta);
    w.store(&node.tt_entry(outcome.best, score, bound, node.depth));
    if let Some(estimate) = &node.estimate
        && outcome.best.is_none_or(|best| !best.is_noisy())
    {
        estimate::update_correction_history::<N>(w, estimate, score, bound, node.depth);
    }
    score
}

/// Modification 4 of S2's Figure 14: a CUT node that fails low with just the bound may rest on a
/// pruned ALL node, whose hard bound is no score, so it is not stored. It speaks of multi-cut at
/// ALL nodes, and is on only with it; null moves that cut there give such bounds too.
#[inline]
fn is_weak<N: NodeType>(w: &Worker<'_>, node: &Node, score: Score) -> bool {
    !N::PV
        && score == node.alpha
        && node.context.kind == NodeKind::Cut
        && w.rules::<N>().modifications.forget_weak
        && w.rules::<N>().multi_cut.at_all
}

/// What a pruned node returns: beta under modification 1 of S2's Figure 14, else the score found,
/// but no unproved mate.
#[inline]
pub(super) fn pruned_score<N: NodeType>(w: &Worker<'_>, score: Score, beta: Score) -> Score {
    if w.rules::<N>().modifications.hard_bound || crate::score::is_decisive(score) {
        beta
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;
    use crate::eval::Evaluator;
    use crate::search::clock::Clock;
    use crate::search::memory::ThreadMemory;
    use crate::search::node::Pv;
    use crate::search::shared::Shared;
    use crate::search::table::Table;
    use crate::search::techniques::Techniques;
    use crate::search::worker::{Setup, TableKnowledge};
    use crate::search::{Limits, Signals};
    use std::time::{Duration, Instant};

    /// Black is lost but can repeat; the quiet move that does was left out as futile, and the score
    /// forgot the draw.
    #[test]
    fn who_can_repeat_has_a_draw_in_an_open_window_too() {
        let game =
            Game::new("nb4k1/p2p1p1p/6p1/8/p7/6P1/5P1P/2QQ2K1 b - - 0 1".parse().expect("sound"));
        let (table, signals, limits) =
            (Table::new(1).expect("a small table"), Signals::default(), Limits::default());
        let techniques = Techniques::FULL;
        let clock = Clock::new(
            &limits,
            game.board().side_to_move(),
            Duration::ZERO,
            techniques.tunables,
            Instant::now(),
        );
        let shared = Shared::new(&table, &signals, &limits, clock, 1);
        let (mut memory, evaluator) = (ThreadMemory::default(), Evaluator::default());
        let tables = TableKnowledge::default();
        let setup = Setup {
            game: &game,
            thread: 0,
            techniques,
            evaluator: &evaluator,
            contempt: 0,
            tables,
        };
        let mut w = Worker::new(&shared, memory.recall(1), &setup, None);
        for text in ["g8g7", "d1d2", "g7g8", "d2d1"] {
            let mv = w.board().parse_uci(text).expect("legal");
            w.push::<Pv>(mv);
        }
        for depth in 1..=4 {
            assert_eq!(
                pvs::<Pv>(&mut w, -2000, 2000, depth, NodeContext::ROOT),
                0,
                "depth {depth}"
            );
        }
    }
}
