//! Moves that are left out near the leaves: late ones, futile ones, those of bad history, those that lose material.
//!
//! **Idea** Near the leaves the moves left when the first ones have failed are unlikely to matter.
//! **Paper** Late moves: none, after Lim Yew Jin & Lee Wee Sun, "RankCut", AAAI 2006. Futility: Jonathan Schaeffer 1986; Ernst
//! Heinz, "Extended futility pruning", ICCA Journal 21(2), 1998. Exchange and history: folklore.
//! **Condition** Not at the root, not before a move has been searched, not while the best line is a mate against us, not with
//! king and pawns alone; futility and history leave checks in.
//! **Parameters** `LateMoves.*`, `Futility.*`, `HistoryPruning.*`, `Exchange.*` of the
//! [tunables](super::super::techniques::TUNABLES).
//! **Where we differ** Depths are those the move would be searched to after its [reduction](super::super::reduce::late_moves).

use super::super::node::{Candidate, Depth, Kind, Node, Outcome};
use super::super::order::merits::{MERIT_PER_CENTIPAWN, MOST_MERIT};
use super::super::order::picker::Picker;
use super::super::reduce::late_moves;
use super::super::tally::Counted;
use super::super::techniques::Weight;
use super::super::worker::Worker;
use crate::score::{DECISIVE_BOUND, Score};

/// Is no quiet move worth a search at this node, whatever it has earned, unless it gives check? Asked before they are generated.
#[inline]
pub fn leaves_out_quiet_but_checks<K: Kind>(w: &mut Worker<'_>, node: &Node, so_far: &Outcome) -> bool {
    // Only histories that limit themselves know a most.
    if w.rules::<K>().history.weight != Weight::SelfLimiting || is_spared::<K>(w, so_far) {
        return false;
    }
    let reduced = reduced_depth::<K>(w, node, so_far.moves);
    let is_futile = is_futile::<K>(w, node, reduced, MOST_MERIT, so_far.alpha);
    w.tally.note(Counted::Futility, is_futile, 0);
    is_futile
}

/// May no move be left out here?
#[inline]
fn is_spared<K: Kind>(w: &Worker<'_>, so_far: &Outcome) -> bool {
    K::ROOT || so_far.moves == 0 || so_far.score <= -DECISIVE_BOUND || !w.board().has_pieces(w.board().side_to_move())
}

/// May this move be left out? With it, perhaps, quiet moves that the picker still has.
#[inline]
pub fn leaves_out<K: Kind>(
    w: &mut Worker<'_>,
    node: &Node,
    picker: &mut Picker,
    so_far: &Outcome,
    candidate: &Candidate,
) -> bool {
    if is_spared::<K>(w, so_far) {
        false
    } else if candidate.mv.is_noisy() {
        leaves_out_noisy::<K>(w, node, candidate)
    } else {
        leaves_out_quiet::<K>(w, node, picker, so_far, candidate)
    }
}

fn leaves_out_noisy<K: Kind>(w: &mut Worker<'_>, node: &Node, candidate: &Candidate) -> bool {
    let t = &w.techniques.tunables;
    if !w.rules::<K>().exchange_pruning || node.depth > t.exchange_depth {
        return false;
    }
    let allowed = t.exchange_noisy * node.depth + candidate.merit / MERIT_PER_CENTIPAWN;
    let loses = !w.board().exchange_reaches(candidate.mv, -allowed.max(0));
    w.tally.note(Counted::Exchange, loses, 0);
    loses
}

fn leaves_out_quiet<K: Kind>(
    w: &mut Worker<'_>,
    node: &Node,
    picker: &mut Picker,
    so_far: &Outcome,
    candidate: &Candidate,
) -> bool {
    let (rules, t) = (w.rules::<K>(), &w.techniques.tunables);
    let Candidate { mv, merit, .. } = *candidate;
    if rules.late_move_pruning && node.depth <= t.late_moves_depth && so_far.moves as i32 >= enough_moves(w, node) {
        picker.skip_quiet();
        w.tally.note(Counted::LateMoves, true, 0);
        return true;
    }
    let reduced = reduced_depth::<K>(w, node, so_far.moves);
    if is_futile::<K>(w, node, reduced, merit, so_far.alpha) && !w.board().gives_check(mv) {
        picker.drop_worse(w);
        w.tally.note(Counted::Futility, true, 0);
        return true;
    }
    if rules.history_pruning
        && reduced <= t.history_depth
        && merit < -t.history_slope * node.depth
        && !w.board().gives_check(mv)
    {
        w.tally.note(Counted::History, true, 0);
        return true;
    }
    if rules.exchange_pruning && reduced <= t.exchange_depth {
        let loses = !w.board().exchange_reaches(mv, -t.exchange_quiet * reduced * reduced);
        w.tally.note(Counted::Exchange, loses, 0);
        return loses;
    }
    false
}

/// Would a quiet move, searched to this depth, have to add more to the evaluation than quiet moves do?
#[inline]
fn is_futile<K: Kind>(w: &Worker<'_>, node: &Node, reduced: Depth, merit: i32, alpha: Score) -> bool {
    let t = &w.techniques.tunables;
    let margin = t.futility_base + t.futility_slope * reduced + merit / t.futility_merit;
    w.rules::<K>().futility
        && reduced <= t.futility_depth
        && node.estimate.is_some_and(|estimate| estimate.corrected + margin <= alpha)
}

/// Moves after which the quiet ones left are late.
#[inline]
fn enough_moves(w: &Worker<'_>, node: &Node) -> i32 {
    (w.techniques.tunables.late_moves_base + node.depth * node.depth) / if node.improving { 1 } else { 2 }
}

/// The depth to which the quiet move with this number would be searched.
#[inline]
fn reduced_depth<K: Kind>(w: &Worker<'_>, node: &Node, number: usize) -> Depth {
    if !w.rules::<K>().reductions {
        return node.depth;
    }
    (node.depth - late_moves::base(w, node.depth, number, false) / late_moves::PLY).max(0)
}
