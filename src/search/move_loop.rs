//! The move loop: search the moves of a node in the order of promise, until one is too good or none is left.

use super::node::{Depth, Edge, Kind, Node, NonPv, Pv, Study};
use super::order::killers;
use super::order::picker::Picker;
use super::prune::n_best;
use super::pvs::pvs;
use super::tally::Counted;
use super::techniques::Driver;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{INFINITE, Score};
use arrayvec::ArrayVec;

/// What the loop has found.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The best score, a bound outside the window.
    pub score: Score,
    /// The move that raised alpha last, if any did.
    pub best: Option<Move>,
    /// Moves searched.
    pub moves: usize,
}

/// Quiet moves remembered for the debit of the history; those tried later are too many to blame.
const BLAMED: usize = 64;

/// Searches the moves of the node.
pub fn move_loop<K: Kind>(w: &mut Worker<'_>, node: &Node) -> Outcome {
    let mut picker = match n_best::select::<K>(w) {
        None => Picker::main::<K>(w, node),
        Some(selected) => Picker::selected(&selected),
    };
    let mut outcome = Outcome { score: -INFINITE, best: None, moves: 0 };
    let mut alpha = node.alpha;
    let mut quiets_tried: ArrayVec<Move, BLAMED> = ArrayVec::new();
    while let Some(mv) = next_move::<K>(w, &mut picker, outcome.moves) {
        let nodes_before = w.nodes;
        let is_first = outcome.moves == 0;
        outcome.moves += 1;
        let score = search_move::<K>(w, node, mv, alpha, is_first);
        if w.is_aborted() {
            return outcome;
        }
        if K::ROOT {
            w.note_root_move(mv, score, score > alpha, nodes_before);
        }
        if score > outcome.score {
            outcome.score = score;
            // A refutation is kept of nodes that fail low too; a principal variation only of moves that raise alpha.
            if w.keeps_line::<K>() && (score > alpha || !K::PV) {
                w.extend_pv(mv);
            }
            if score > alpha {
                outcome.best = Some(mv);
                if score >= node.beta {
                    learn_from_cutoff(w, mv, &quiets_tried, node.depth, is_first);
                    break;
                }
                alpha = score;
            }
        }
        if !mv.is_noisy() {
            let _ = quiets_tried.try_push(mv);
        }
    }
    if outcome.best.is_some_and(|best| outcome.score < node.beta && !best.is_noisy()) {
        credit_exact(w, outcome.best, node.depth);
    }
    outcome
}

#[inline]
fn next_move<K: Kind>(w: &mut Worker<'_>, picker: &mut Picker, index: usize) -> Option<Move> {
    if !K::ROOT {
        return picker.next(w);
    }
    let mv = w.root.get(index)?;
    w.current_root = w.root.first + index;
    w.announce_root_move(mv, index);
    Some(mv)
}

/// The score of one move: the first, and any that beats alpha in a null window, with the open window.
#[inline]
fn search_move<K: Kind>(w: &mut Worker<'_>, node: &Node, mv: Move, alpha: Score, is_first: bool) -> Score {
    let extension = recapture_extension::<K>(w, mv);
    w.push::<K>(mv);
    if w.keeps_line::<K>() {
        w.frame().pv.clear(); // a null-window search leaves no line, and must not leave that of a sibling
    }
    let depth = node.depth - 1 + extension.max(check_extension(w));
    let edge = node.edge.child(is_first);
    let score = if !K::PV {
        -pvs::<K>(w, -node.beta, -alpha, depth, edge)
    } else if is_first || w.techniques.driver == Driver::AlphaBeta {
        -pvs::<Pv>(w, -node.beta, -alpha, depth, node.edge.child(true))
    } else {
        let score = -scout(w, -alpha - 1, depth, edge);
        let again = needs_research(w, node, score, alpha);
        w.tally.note(Counted::Research, again, 0);
        if again && !w.is_aborted() {
            let low = if w.techniques.modifications.from_alpha { alpha } else { score.min(node.beta - 1) };
            let open = -pvs::<Pv>(w, -node.beta, -low, depth, node.edge.child(true));
            if w.techniques.modifications.from_alpha { open } else { open.max(score) }
        } else {
            score
        }
    };
    w.pop();
    score
}

/// The score of the position below a PV node, with a null window above alpha.
#[inline]
fn scout(w: &mut Worker<'_>, alpha: Score, depth: Depth, edge: Edge) -> Score {
    if w.is_study {
        pvs::<Study>(w, alpha, alpha + 1, depth, edge)
    } else {
        pvs::<NonPv>(w, alpha, alpha + 1, depth, edge)
    }
}

/// Must the move be searched again with the open window? Without table bounds, quiescence and extensions a null window is
/// exact in the last two plies, which is NegaScout's shortcut.
fn needs_research(w: &Worker<'_>, node: &Node, score: Score, alpha: Score) -> bool {
    let t = &w.techniques;
    let is_exact =
        t.driver == Driver::NegaScout && node.depth <= 2 && t.quiescence == super::techniques::Quiescence::Off;
    let inside = score > alpha && score < node.beta && !is_exact;
    let closed = t.modifications.closed_window && score >= node.beta && node.beta == node.alpha + 1;
    inside || closed
}

/// Check extension (GENESIS at its leaves, and most programs before it): a forced reply costs no depth, within twice the
/// iteration's depth.
#[inline]
fn check_extension(w: &mut Worker<'_>) -> Depth {
    let wanted = w.board().in_check() && w.techniques.extensions.check && is_within_reach(w);
    if wanted {
        w.tally.note(Counted::Extension, true, 0);
    }
    Depth::from(wanted)
}

/// Recapture extension: taking back where the opponent has just taken costs no depth either.
#[inline]
fn recapture_extension<K: Kind>(w: &mut Worker<'_>, mv: Move) -> Depth {
    let wanted = K::STUDY
        && w.techniques.extensions.recapture
        && mv.is_capture()
        && w.last_capture() == Some(mv.to())
        && is_within_reach(w);
    if wanted {
        w.tally.note(Counted::Extension, true, 0);
    }
    Depth::from(wanted)
}

fn is_within_reach(w: &Worker<'_>) -> bool {
    w.ply() < 2 * w.root_depth as usize
}

fn learn_from_cutoff(w: &mut Worker<'_>, mv: Move, quiets_tried: &[Move], depth: Depth, is_first: bool) {
    w.tally.cuts += 1;
    w.tally.first_move_cuts += u64::from(is_first);
    if mv.is_noisy() {
        return;
    }
    let was_killer = w.frame().killers.contains(&Some(mv));
    w.tally.note(Counted::Killer, was_killer, 0);
    killers::remember(w, mv);
    let board = *w.board();
    w.memory.history.credit(&w.techniques.history, &board, mv, quiets_tried, depth);
}

/// Schaeffer's history also credits the best move of a node with an exact value; the self-limiting form does not.
fn credit_exact(w: &mut Worker<'_>, best: Option<Move>, depth: Depth) {
    if let Some(best) = best
        && w.techniques.history.weight != super::techniques::Weight::SelfLimiting
    {
        let board = *w.board();
        w.memory.history.credit(&w.techniques.history, &board, best, &[], depth);
    }
}
