//! Late-move reductions.
//!
//! **Idea** With good ordering the moves that come late are seldom best: they are searched less
//! deep with a null window first, and to the full depth only if they surprise. **Paper** None;
//! folklore of the 1990s (Fruit, 2005, made it common). Depth and number enter by the product of
//! their logarithms, as in Stockfish. **Condition** From depth 2 on, not the first move, nor the
//! first two of a principal variation; less for moves of good history, checks, killers and nodes of
//! principal variations, more at CUT nodes, where the side does not improve, or where the children
//! cut often. **Parameters** `Lmr.*` of the [tunables](crate::search::techniques::TUNABLES),
//! in 1024ths of a ply. **Where we differ** A move that so much speaks for is searched a ply deeper
//! (`Lmr.Extend`).

use crate::chess::Move;
use crate::search::node::{Candidate, Depth, Node, NodeKind, NodeType};
use crate::search::worker::Worker;
use once_cell::sync::Lazy;

/// Reductions are counted in these parts of a ply.
pub const PLY: i32 = 1_024;
/// The least depth at which a move is reduced, plies.
const LEAST_DEPTH: Depth = 2;
/// Children that have cut more often than this let expect that the next one will too.
const OFTEN: u32 = 2;

/// 1024 ln i.
static LOGARITHMS: Lazy<[i32; 256]> = Lazy::new(|| {
    std::array::from_fn(|number| (f64::from(number.max(1) as u32).ln() * 1024.0) as i32)
});

/// May the move with this number, from 0, be reduced at all?
#[inline]
pub fn applies<N: NodeType>(w: &Worker<'_>, node: &Node, number: usize) -> bool {
    w.rules::<N>().lmr && node.depth >= LEAST_DEPTH && number > usize::from(N::PV)
}

/// What depth and number alone take off, in 1024ths of a ply.
#[inline]
pub fn base(w: &Worker<'_>, depth: Depth, number: usize, is_noisy: bool) -> i32 {
    let logarithm = |number: usize| i64::from(LOGARITHMS[number.min(255)]);
    let product = ((logarithm(depth.max(1) as usize) * logarithm(number + 1)) >> 10) as i32;
    let t = &w.techniques.tunables;
    if is_noisy {
        t.lmr_noisy_base + ((product * t.lmr_noisy_scale) >> 10)
    } else {
        t.lmr_quiet_base + ((product * t.lmr_quiet_scale) >> 10)
    }
}

/// How much less deep the move is searched, in 1024ths of a ply; asked before it is made.
#[inline]
pub fn reduction<N: NodeType>(
    w: &Worker<'_>,
    node: &Node,
    number: usize,
    candidate: &Candidate,
) -> i32 {
    let t = &w.techniques.tunables;
    let mv = candidate.mv;
    let mut reduction = base(w, node.depth, number, mv.is_noisy());
    if node.context.kind == NodeKind::Cut {
        reduction += t.lmr_cut;
    }
    if !node.improving {
        reduction += t.lmr_not_improving;
    }
    if node.hit.is_some_and(|hit| hit.mv.is_some_and(Move::is_capture)) {
        reduction += t.lmr_tt_capture;
    }
    if w.stack.entries[w.ply() + 1].cutoff_count > OFTEN {
        reduction += t.lmr_cutoff_count;
    }
    if N::PV {
        reduction -= t.lmr_pv;
    }
    if node.was_pv {
        reduction -= t.lmr_was_pv;
    }
    if w.rules::<N>().killers && w.stack.entry().killers.contains(&Some(mv)) {
        reduction -= t.lmr_killer;
    }
    reduction - candidate.history * PLY / t.lmr_history
}
