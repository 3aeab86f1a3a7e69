//! Quiescence search.
//!
//! **Idea** At the leaves only captures and promotions are searched, until the position is quiet.
//! The side to move may stand pat, except in check, where evasions are searched.
//! **Paper** Shannon 1950; Larry Harris 1975; S1, algorithm 2.
//! **Condition** At depth 0. Captures with an exchange value below a threshold that depends on their
//! history are skipped. The first ply also searches quiet checks that lose nothing, and no check is
//! futile there, so that a sacrifice before a mate does not look like a loss.
//! **Parameters** `Quiescence`; `Delta.Margin` of the
//! [tunables](crate::search::techniques::TUNABLES).
//! **Differences** S1 has neither evasions nor promotions, and prints `return α` inside the loop. A
//! score above beta is moved halfway to beta (folklore, as in Stockfish).

use super::node::{Depth, NodeType};
use super::order::picker::MovePicker;
use super::prune::transposition_cut;
use super::report::{Ending, TreeEvent};
use super::static_eval::static_evals;
use super::table::{Bound, TtEntry};
use super::techniques::Quiescence;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{DECISIVE_BOUND, INFINITE, Score, is_decisive, mated_in};

/// Returns the quiescence score of the current position, by searching captures, promotions, checks
/// and evasions. `qs_ply` counts the plies below the horizon.
#[inline]
pub fn quiesce<N: NodeType>(w: &mut Worker<'_>, alpha: Score, beta: Score, qs_ply: u32) -> Score {
    w.report_event::<N>(|w| TreeEvent::Enter {
        ply: w.ply(),
        window: [alpha, beta],
        depth: -(qs_ply as Depth),
        context: None,
    });
    let score = quiesce_node::<N>(w, alpha, beta, qs_ply);
    w.report_event::<N>(|w| TreeEvent::Leave((!w.is_aborted()).then_some(score)));
    score
}

fn quiesce_node<N: NodeType>(w: &mut Worker<'_>, alpha: Score, beta: Score, qs_ply: u32) -> Score {
    let stopped = w.count_node();
    if qs_ply == 0 {
        w.statistics.leaves += 1;
    } else {
        w.statistics.quiescence += 1;
    }
    if w.should_keep_pv::<N>() {
        w.clear_pv();
    }
    if stopped {
        return alpha;
    }
    if w.stack.is_draw() {
        return w.end_by_rule::<N>(Ending::Draw, w.draw_score());
    }
    if w.stack.is_at_last_ply() {
        return w.evaluate::<N>();
    }
    if w.switches::<N>().quiescence == Quiescence::Off {
        return leaf::<N>(w);
    }
    let hit = w.shared.table.probe(w.board().key());
    if let Some(score) = transposition_cut::try_cut::<N>(w, hit, alpha, beta, 0) {
        return score;
    }
    w.prefetch_after_tt_move(hit);
    let evals = static_evals::<N>(w, hit);
    w.report_event::<N>(|_| TreeEvent::Evaluated(evals));
    let mut best = evals.map_or(-INFINITE, |evals| evals.tt_adjusted);
    let mut best_move = None;
    if best < beta {
        let with_checks = qs_ply == 0 && w.switches::<N>().quiescence == Quiescence::Checks;
        let picker = MovePicker::for_quiescence::<N>(w, hit, with_checks);
        let futility_base = evals
            .filter(|_| w.switches::<N>().delta)
            .map(|evals| evals.static_eval + w.tunables::<N>().delta_margin);
        let stand_pat = StandPat { score: best, futility_base, searches_checks: with_checks };
        (best, best_move) = capture_loop::<N>(w, picker, stand_pat, (alpha, beta), qs_ply);
        if w.is_aborted() {
            return best;
        }
        if best == -INFINITE {
            return mated_in(w.ply()); // in check, and no evasion
        }
    }
    if best >= beta && w.switches::<N>().quiescence_beta_blend && !is_decisive(best) {
        best = (best + beta) / 2;
    }
    let bound = Bound::from_window(best, alpha, beta);
    let entry = TtEntry {
        mv: best_move,
        score: best,
        eval: evals.map(|evals| evals.raw),
        depth: 0,
        bound,
        tt_pv: N::PV || hit.is_some_and(|hit| hit.tt_pv),
    };
    w.store::<N>(&entry);
    best
}

/// Stand-pat score and delta pruning of a node.
#[derive(Clone, Copy, Debug)]
struct StandPat {
    /// The score to beat; minus infinite in check.
    score: Score,
    /// Static evaluation plus the delta margin; a capture is futile if this plus its gain is at
    /// most alpha. `None` to prune nothing.
    futility_base: Option<Score>,
    /// Whether the node searches checks, which are then exempt from delta pruning.
    searches_checks: bool,
}

/// Searches the moves, from the stand-pat score on.
fn capture_loop<N: NodeType>(
    w: &mut Worker<'_>,
    mut picker: MovePicker,
    stand_pat: StandPat,
    (alpha, beta): (Score, Score),
    qs_ply: u32,
) -> (Score, Option<Move>) {
    let mut best = stand_pat.score;
    let mut alpha = alpha.max(best);
    let mut best_move = None;
    while let Some(mv) = picker.next::<N>(w) {
        if let Some(value) =
            stand_pat.futility_base.and_then(|base| futility_value(w, mv, base, alpha))
            && !(stand_pat.searches_checks && w.board().gives_check(mv))
        {
            best = best.max(value);
            continue;
        }
        w.push::<N>(mv);
        let score = -quiesce::<N>(w, -beta, -alpha, qs_ply + 1);
        w.pop();
        if w.is_aborted() {
            break;
        }
        if score > best {
            best = score;
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                if w.should_keep_pv::<N>() {
                    w.extend_pv(mv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        // After a quiet evasion the others are skipped, unless every move so far is mated.
        // Captures alone do not suffice, as they come first.
        if w.switches::<N>().evasion_pruning && best > -DECISIVE_BOUND && !mv.is_noisy() {
            picker.skip_quiet();
        }
    }
    (best, best_move)
}

/// The greatest score that a capture could give, if it is at most alpha (delta pruning; Jonathan
/// Schaeffer 1986).
#[inline]
fn futility_value(w: &Worker<'_>, mv: Move, base: Score, alpha: Score) -> Option<Score> {
    if !mv.is_noisy() || mv.is_promotion() || is_decisive(alpha) {
        return None;
    }
    let value = base + w.board().immediate_gain(mv);
    if value <= alpha {
        return Some(value);
    }
    (base <= alpha && !w.board().see_ge(mv, 1)).then_some(base)
}

/// A leaf without quiescence: mate and stalemate are still seen.
fn leaf<N: NodeType>(w: &mut Worker<'_>) -> Score {
    if w.board().count_moves() > 0 {
        w.evaluate::<N>()
    } else if w.board().in_check() {
        mated_in(w.ply())
    } else {
        w.draw_score()
    }
}
