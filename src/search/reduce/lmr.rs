//! Late-move reductions (LMR).
//!
//! **Idea** With good ordering late moves are seldom best: they are searched with a null window at
//! reduced depth first, and at full depth only if they beat alpha.
//! **Paper** None; folklore of the 1990s (Fruit, 2005, made it common). The product of the
//! logarithms of depth and move number is as in Stockfish.
//! **Condition** From depth 2 on; not the first move, nor the first two of a PV node. Less for
//! moves of good history, checks, killers, PV and former PV nodes, shallow table entries and stored
//! fail-lows; more at CUT nodes, with a capture as TT move, where the side is not improving, or
//! where the children often cut.
//! **Parameters** `Lmr.*` of the [tunables](crate::search::techniques::TUNABLES), in 1024ths of a
//! ply. At PV nodes `Lmr.WasPv` is in addition to `Lmr.Pv`.
//! **Differences** A move with a reduction far below zero is searched a ply deeper (`Lmr.Extend`).

use crate::chess::Move;
use crate::score;
use crate::search::node::{Candidate, Depth, Node, NodeKind, NodeType};
use crate::search::table::Bound;
use crate::search::worker::Worker;
use once_cell::sync::Lazy;

/// Fixed-point unit of late-move reductions, where 1024 is one ply.
pub const PLY: i32 = 1_024;
/// The least depth at which a move is reduced, plies.
const MIN_DEPTH: Depth = 2;
/// Greater histories, of the papers' weights, reduce no further; their products would overflow.
const MAX_HISTORY: i32 = 1 << 20;
/// More cutoffs of children than this raise the reduction.
const MANY_CUTOFFS: u32 = 2;

/// 1024 ln i.
static LOGARITHMS: Lazy<[i32; 256]> = Lazy::new(|| {
    std::array::from_fn(|number| (f64::from(number.max(1) as u32).ln() * 1024.0) as i32)
});

/// Whether late-move reductions (LMR) apply to the move with this index (from 0) at this node.
#[inline]
pub fn can_reduce<N: NodeType>(w: &Worker<'_>, node: &Node, index: usize) -> bool {
    w.switches::<N>().lmr && node.depth >= MIN_DEPTH && index > usize::from(N::PV)
}

/// Base late-move reduction by depth and move index only, in 1024ths of a ply.
#[inline]
pub fn base<N: NodeType>(w: &Worker<'_>, depth: Depth, index: usize, is_noisy: bool) -> i32 {
    let logarithm = |number: usize| i64::from(LOGARITHMS[number.min(255)]);
    let product = ((logarithm(depth.max(1) as usize) * logarithm(index + 1)) >> 10) as i32;
    let t = w.tunables::<N>();
    if is_noisy {
        t.lmr_noisy_base + ((product * t.lmr_noisy_scale) >> 10)
    } else {
        t.lmr_quiet_base + ((product * t.lmr_quiet_scale) >> 10)
    }
}

/// Full late-move reduction of a move before it is made, all adjustments included, in 1024ths of a
/// ply.
#[inline]
pub fn reduction<N: NodeType>(
    w: &Worker<'_>,
    node: &Node,
    index: usize,
    candidate: &Candidate,
) -> i32 {
    let t = w.tunables::<N>();
    let mv = candidate.mv;
    let mut reduction = base::<N>(w, node.depth, index, mv.is_noisy());
    if node.context.kind == NodeKind::Cut {
        reduction += t.lmr_cut;
    }
    if let Some(hit) = node.hit {
        if hit.bound == Bound::Upper && score::from_tt(hit.score, w.ply()) <= node.alpha {
            reduction -= t.lmr_stored_fail_low;
        }
        if hit.bound != Bound::None && hit.depth < node.depth {
            reduction -= t.lmr_shallow_entry;
        }
    }
    if !node.improving {
        reduction += t.lmr_not_improving;
    }
    if node.hit.is_some_and(|hit| hit.mv.is_some_and(Move::is_capture)) {
        reduction += t.lmr_tt_capture;
    }
    if w.stack.entries[w.ply() + 1].cutoff_count > MANY_CUTOFFS {
        reduction += t.lmr_cutoff_count;
    }
    if N::PV {
        reduction -= t.lmr_pv;
    }
    if node.tt_pv {
        reduction -= t.lmr_was_pv;
    }
    if w.switches::<N>().killers && w.stack.entry().killers.contains(&Some(mv)) {
        reduction -= t.lmr_killer;
    }
    reduction - candidate.history.clamp(-MAX_HISTORY, MAX_HISTORY) * PLY / t.lmr_history
}
