//! Iterative deepening (Slate & Atkin 1977): depth 1, 2, 3 … until a limit is reached. Each
//! iteration orders the moves of the next.

use super::driver::{aspiration, mtdf};
use super::limits::MAX_DEPTH;
use super::node::{Depth, Root};
use super::report::Report;
use super::root::RootMove;
use super::techniques::{Driver, MtdfGuess};
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{INFINITE, MAX_PLY, Score, moves_to_mate};
use std::time::Duration;

/// Failed windows are reported only after this time.
const REPORT_BOUNDS_AFTER: Duration = Duration::from_secs(3);
/// Extra plies for the proof of a mate, beyond the length of its line.
const MATE_SLACK: Depth = 10;

/// No iteration starts once `soft - soft / SOFT_NODE_DIVISOR` nodes (80 %) are searched: the next
/// iteration would add about half as many again, so that searches average about `soft` nodes.
const SOFT_NODE_DIVISOR: u64 = 5;

/// Result of iterative deepening, with the last completed depth and the best move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeepeningResult {
    /// The last depth completed, plies; 0 for none.
    pub depth: Depth,
    /// The first move of the best PV reported last.
    pub reported: Option<Move>,
}

/// Runs iterative deepening on one thread until a limit is reached. `multi_pv` is the number of
/// root moves with a PV of their own.
pub fn deepen(w: &mut Worker<'_>, multi_pv: usize) -> DeepeningResult {
    let multi_pv = multi_pv.min(w.root.moves.len());
    let mut done = DeepeningResult::default();
    let mut scores = [-INFINITE; 2];
    let mut previous_pvs = Vec::new();
    for depth in first_depth(w)..=last_depth(w) {
        w.root_depth = depth;
        w.root.begin_iteration();
        for pv_index in 0..multi_pv {
            w.root.begin_pv(pv_index);
            search_pv(w, pv_index, multi_pv, &scores);
            if w.is_aborted() {
                return finish_interrupted(w, pv_index, done, previous_pvs);
            }
            w.root.end_pv();
        }
        done = DeepeningResult { depth, reported: w.root.best() };
        scores = [w.root.moves[0].score, scores[0]];
        for pv_index in 0..multi_pv {
            report_pv(w, pv_index);
        }
        if multi_pv > 1 && w.listener.is_some() {
            previous_pvs = w.root.moves[..multi_pv].to_vec();
        }
        let best = &w.root.moves[0];
        w.iterations.record(best.mv, best.score, (multi_pv == 1).then(|| w.root.best_move_share()));
        if should_stop(w) {
            break;
        }
    }
    done
}

/// Ends with an iteration that was stopped in this PV. If it found a better move, the last PV
/// reported must begin with that move. With MultiPV all PVs are reported anew, so that none appears
/// at two ranks: the finished ones, the better move's, and then those of the previous iteration.
fn finish_interrupted(
    w: &mut Worker<'_>,
    pv_index: usize,
    done: DeepeningResult,
    previous_pvs: Vec<RootMove>,
) -> DeepeningResult {
    let unfinished = w.root.moves[pv_index].mv;
    w.root.sort_pvs();
    let best = w.root.best();
    let has_news = pv_index > 0 || done.reported != best;
    if done.reported.is_none() || !has_news {
        return done;
    }
    let count = previous_pvs.len().max(1);
    let is_found = |root_move: &&RootMove| root_move.mv != unfinished || Some(unfinished) == best;
    let mut pvs: Vec<(RootMove, Depth)> = w.root.moves[..=pv_index]
        .iter()
        .filter(is_found)
        .map(|root_move| (root_move.clone(), w.root_depth))
        .collect();
    for root_move in previous_pvs {
        if pvs.iter().all(|(other, _)| other.mv != root_move.mv) {
            pvs.push((root_move, done.depth));
        }
    }
    for (index, (root_move, depth)) in pvs.iter().take(count).enumerate() {
        report(w, root_move, *depth, index + 1);
    }
    DeepeningResult { reported: best, ..done }
}

/// Searches one PV of an iteration with the driver's windows. `scores` are those of the last two
/// iterations.
fn search_pv(w: &mut Worker<'_>, pv_index: usize, multi_pv: usize, scores: &[Score; 2]) {
    if w.switches::<Root>().driver == Driver::MtdF && multi_pv == 1 {
        let guess = match w.switches::<Root>().mtdf_guess {
            MtdfGuess::TwoAgo if scores[1] != -INFINITE => scores[1],
            _ if scores[0] != -INFINITE => scores[0],
            _ => 0,
        };
        mtdf::search(w, guess);
        return;
    }
    let last = w.root.moves[pv_index].previous;
    aspiration::search(w, last, |w| {
        if multi_pv == 1 && w.shared.clock.elapsed() >= REPORT_BOUNDS_AFTER {
            report_pv(w, 0);
        }
    });
}

/// The first depth. Every other helper starts a ply deeper, so that threads search different trees.
fn first_depth(w: &Worker<'_>) -> Depth {
    if w.switches::<Root>().iterative_deepening {
        1 + (w.thread() % 2) as Depth
    } else {
        last_depth(w)
    }
}

fn last_depth(w: &Worker<'_>) -> Depth {
    let (limits, max) = (w.shared.limits, MAX_DEPTH as Depth);
    let by_depth = limits.depth.map_or(max, |depth| depth.clamp(1, max as u32) as Depth);
    let by_mate =
        limits.mate.map_or(max, |moves| moves.min(MAX_PLY as u32) as Depth * 2 + MATE_SLACK);
    by_depth.min(by_mate).min(max)
}

/// Whether the main thread stops after this iteration. Helper threads run until it has stopped.
fn should_stop(w: &Worker<'_>) -> bool {
    if w.thread() != 0 || w.shared.signals.is_pondering() {
        return false;
    }
    let limits = w.shared.limits;
    let proved = moves_to_mate(w.root.moves[0].score);
    let mate_found =
        limits.mate.zip(proved).is_some_and(|(wanted, found)| found > 0 && found as u32 <= wanted);
    let entered = || {
        w.shared.publish_nodes(w.thread(), w.nodes);
        w.shared.total_nodes()
    };
    let is_late = || w.shared.clock.is_past_soft(&w.iterations, entered);
    let is_near = |soft: u64| entered() >= soft - soft / SOFT_NODE_DIVISOR;
    mate_found || is_late() || limits.soft_nodes.is_some_and(is_near)
}

/// Reports the PV with this index.
fn report_pv(w: &mut Worker<'_>, pv_index: usize) {
    if w.listener.is_some() {
        let root_move = w.root.moves[pv_index].clone();
        report(w, &root_move, w.root_depth, pv_index + 1);
    }
}

/// Reports the PV of a root move as number `multi_pv` (from 1) of the iteration of this depth.
fn report(w: &mut Worker<'_>, root_move: &RootMove, depth: Depth, multi_pv: usize) {
    if w.listener.is_none() {
        return;
    }
    w.shared.publish_nodes(w.thread(), w.nodes);
    let report = Report::from_root_move(root_move, depth, multi_pv, w.shared.progress());
    if let Some(listener) = w.listener.as_deref_mut() {
        listener.pv(&report);
    }
    w.postpone_heartbeat();
}
