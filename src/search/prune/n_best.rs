//! N-best selective search.
//!
//! **Idea** Evaluate each successor, and search only the most promising moves: Shannon's type B.
//! **Paper** Claude Shannon 1950; S0 2.3.4.1, in two forms: the N moves whose successors are worth
//! most, or the N best pieces with the M best targets of each (there: queen moves, then arrows).
//! **Condition** Below the root, not in check, where forced moves must not be missed.
//! **Parameters** N and M, to be tuned for each evaluation.
//! **Differences** None. In chess, full width with null move is better, as the experiments show.

use crate::chess::{Move, Square};
use crate::score::Score;
use crate::search::node::NodeType;
use crate::search::techniques::NBestMode;
use crate::search::worker::Worker;
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// Moves paired with the static evaluation after each (internal units, for the mover), best first.
pub type Selected = ArrayVec<(Move, Score), 256>;

/// Selects the moves that N-best selective search tries here, best first; `None` if all moves are
/// to be tried.
#[inline]
pub fn select<N: NodeType>(w: &mut Worker<'_>) -> Option<Selected> {
    if w.switches::<N>().n_best.mode == NBestMode::Off || N::ROOT || w.board().in_check() {
        return None;
    }
    Some(best_moves::<N>(w))
}

#[inline(never)]
fn best_moves<N: NodeType>(w: &mut Worker<'_>) -> Selected {
    let switches = w.switches::<N>().n_best;
    let mut valued = Selected::new();
    for mv in w.board().legal_moves() {
        w.push::<N>(mv);
        valued.push((mv, -w.evaluate::<N>()));
        w.pop();
    }
    valued.sort_by_key(|(_, score)| Reverse(*score));
    match switches.mode {
        NBestMode::Moves => valued.truncate(switches.count as usize),
        NBestMode::Pieces | NBestMode::Off => {
            keep_best_pieces(&mut valued, switches.count as usize, switches.targets as usize);
        }
    }
    valued
}

/// Keeps only the best `targets` moves of each of the best `pieces` pieces (N-best selective
/// search). The list is sorted, so a piece's first move is its best.
pub fn keep_best_pieces(valued: &mut Selected, pieces: usize, targets: usize) {
    let mut kept: ArrayVec<(Square, usize), 64> = ArrayVec::new();
    valued.retain(|(mv, _)| {
        if let Some((_, moves)) = kept.iter_mut().find(|(from, _)| *from == mv.from()) {
            *moves += 1;
            return *moves <= targets;
        }
        if kept.len() < pieces {
            kept.push((mv.from(), 1));
            return true;
        }
        false
    });
}
