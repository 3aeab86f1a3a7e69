//! The move loop: search the moves of a node in the order of promise, until one is too good or none is left.

use super::node::{Depth, Kind, Node, NonPv, Pv};
use super::order::killers;
use super::order::picker::Picker;
use super::pvs::pvs;
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
    let mut picker = Picker::main(w, node.hit.and_then(|hit| hit.mv));
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
            if score > alpha {
                outcome.best = Some(mv);
                if K::PV {
                    w.extend_pv(mv);
                }
                if score >= node.beta {
                    learn_from_cutoff(w, mv, &quiets_tried, node.depth);
                    break;
                }
                alpha = score;
            }
        }
        if !mv.is_noisy() {
            let _ = quiets_tried.try_push(mv);
        }
    }
    outcome
}

#[inline]
fn next_move<K: Kind>(w: &mut Worker<'_>, picker: &mut Picker, index: usize) -> Option<Move> {
    if !K::ROOT {
        return picker.next(w);
    }
    let mv = w.root.get(index)?;
    w.announce_root_move(mv, index);
    Some(mv)
}

/// The score of one move: the first, and any that beats alpha in a null window, with the open window.
#[inline]
fn search_move<K: Kind>(w: &mut Worker<'_>, node: &Node, mv: Move, alpha: Score, is_first: bool) -> Score {
    w.push(mv);
    if K::PV {
        w.frame().pv.clear(); // a null-window search leaves no line, and must not leave that of a sibling
    }
    let depth = node.depth - 1 + extension(w);
    let expect = node.expect.child(is_first);
    let open = !w.techniques.principal_variation || is_first;
    let score = if !K::PV {
        -pvs::<NonPv>(w, -node.beta, -alpha, depth, expect)
    } else if open {
        -pvs::<Pv>(w, -node.beta, -alpha, depth, expect)
    } else {
        let score = -pvs::<NonPv>(w, -alpha - 1, -alpha, depth, expect);
        if score > alpha && score < node.beta {
            -pvs::<Pv>(w, -node.beta, -alpha, depth, node.expect.child(true))
        } else {
            score
        }
    };
    w.pop();
    score
}

/// Check extension (the GENESIS of the documents, and most programs before it): a forced reply costs no depth, within twice
/// the iteration's depth.
#[inline]
fn extension(w: &Worker<'_>) -> Depth {
    let wanted = w.techniques.check_extension && w.board().in_check();
    Depth::from(wanted && w.ply() < 2 * w.root_depth as usize)
}

fn learn_from_cutoff(w: &mut Worker<'_>, mv: Move, quiets_tried: &[Move], depth: Depth) {
    if mv.is_noisy() {
        return;
    }
    killers::remember(w, mv);
    let side = w.board().side_to_move();
    w.memory.history.credit(side, mv, quiets_tried, depth);
}
