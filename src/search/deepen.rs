//! Iterative deepening (Slate & Atkin 1977): depth 1, 2, 3 … until a limit is reached. Each
//! iteration orders the moves of the next.

use super::driver::{aspiration, mtdf};
use super::node::{Depth, Root};
use super::report::Report;
use super::root::RootMove;
use super::techniques::{Driver, MtdfGuess};
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{INFINITE, MAX_PLY, Score, moves_to_mate};
use std::time::Duration;

/// The deepest iteration: no line is longer.
const MAX_DEPTH: Depth = MAX_PLY as Depth - 1;
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
    /// The first move of the best line reported last.
    pub reported: Option<Move>,
}

/// Runs iterative deepening on one thread until a limit is reached. `lines` is the number of root
/// moves with a line of their own (MultiPV).
pub fn deepen(w: &mut Worker<'_>, lines: usize) -> DeepeningResult {
    let lines = lines.min(w.root.moves.len());
    let mut done = DeepeningResult::default();
    let mut scores = [-INFINITE; 2];
    let mut before = Vec::new();
    for depth in first_depth(w)..=last_depth(w) {
        w.root_depth = depth;
        w.root.begin_iteration();
        for line in 0..lines {
            w.root.begin_line(line);
            search_line(w, line, lines, &scores);
            if w.is_aborted() {
                return finish_interrupted(w, line, done, before);
            }
            w.root.end_line();
        }
        done = DeepeningResult { depth, reported: w.root.best() };
        scores = [w.root.moves[0].score, scores[0]];
        for line in 0..lines {
            report_line(w, line);
        }
        if lines > 1 && w.listener.is_some() {
            before = w.root.moves[..lines].to_vec();
        }
        let best = &w.root.moves[0];
        w.iterations.record(best.mv, best.score, (lines == 1).then(|| w.root.best_move_share()));
        if is_enough(w) {
            break;
        }
    }
    done
}

/// Ends with an iteration that was stopped in this line. If it found a better move, the last line
/// reported must begin with that move. With MultiPV all lines are reported anew, so that no line
/// appears at two ranks: the finished ones, the better move's, and then those of the iteration
/// `before`.
fn finish_interrupted(
    w: &mut Worker<'_>,
    line: usize,
    done: DeepeningResult,
    before: Vec<RootMove>,
) -> DeepeningResult {
    let unfinished = w.root.moves[line].mv;
    w.root.sort_lines();
    let best = w.root.best();
    let has_news = line > 0 || done.reported != best;
    if done.reported.is_none() || !has_news {
        return done;
    }
    let count = before.len().max(1);
    let is_found = |root_move: &&RootMove| root_move.mv != unfinished || Some(unfinished) == best;
    let mut lines: Vec<(RootMove, Depth)> = w.root.moves[..=line]
        .iter()
        .filter(is_found)
        .map(|root_move| (root_move.clone(), w.root_depth))
        .collect();
    for root_move in before {
        if lines.iter().all(|(other, _)| other.mv != root_move.mv) {
            lines.push((root_move, done.depth));
        }
    }
    for (index, (root_move, depth)) in lines.iter().take(count).enumerate() {
        report(w, root_move, *depth, index + 1);
    }
    DeepeningResult { reported: best, ..done }
}

/// Searches one line of an iteration with the driver's windows. `scores` are those of the last two
/// iterations.
fn search_line(w: &mut Worker<'_>, line: usize, lines: usize, scores: &[Score; 2]) {
    if w.switches::<Root>().driver == Driver::MtdF && lines == 1 {
        let guess = match w.switches::<Root>().mtdf_guess {
            MtdfGuess::TwoAgo if scores[1] != -INFINITE => scores[1],
            _ if scores[0] != -INFINITE => scores[0],
            _ => 0,
        };
        mtdf::search(w, guess);
        return;
    }
    let last = w.root.moves[line].previous;
    aspiration::search(w, last, |w| {
        if lines == 1 && w.shared.clock.elapsed() >= REPORT_BOUNDS_AFTER {
            report_line(w, 0);
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
    let limits = w.shared.limits;
    let by_depth =
        limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as Depth);
    let by_mate =
        limits.mate.map_or(MAX_DEPTH, |moves| moves.min(MAX_PLY as u32) as Depth * 2 + MATE_SLACK);
    by_depth.min(by_mate).min(MAX_DEPTH)
}

/// Whether the main thread stops after this iteration. Helper threads run until it has stopped.
fn is_enough(w: &Worker<'_>) -> bool {
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
    mate_found || !limits.infinite && (is_late() || limits.soft_nodes.is_some_and(is_near))
}

/// Reports the line with this index.
fn report_line(w: &mut Worker<'_>, line: usize) {
    let (root_move, depth) = (w.root.moves[line].clone(), w.root_depth);
    report(w, &root_move, depth, line + 1);
}

/// Reports a root move as line `multi_pv` (from 1) of the iteration of this depth.
fn report(w: &mut Worker<'_>, root_move: &RootMove, depth: Depth, multi_pv: usize) {
    if w.listener.is_none() {
        return;
    }
    w.shared.publish_nodes(w.thread(), w.nodes);
    let report = Report::from_root_move(root_move, depth, multi_pv, w.shared.progress());
    if let Some(listener) = w.listener.as_deref_mut() {
        listener.line(&report);
    }
    w.postpone_heartbeat();
}
