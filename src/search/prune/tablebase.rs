//! Endgame tables inside the tree.
//!
//! **Idea** A position with few men has been solved; what the tables say of it need not be
//! searched. **Paper** Ken Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3),
//! 1986; the tables are those of Ronald de Man (Syzygy, 2013). **Condition** Right after a capture
//! or pawn move, where the fifty-move rule begins anew and the verdict holds without reserve; no
//! castling rights; men up to `SyzygyProbeLimit`, and from `SyzygyProbeDepth` on where there are
//! that many. Not if the root is in the tables itself and its moves are [ranked by
//! distance](crate::tablebase::ranking): then all of them win, and the search looks for mates and
//! for the most natural of them. **Parameters** [`DEPTH_BONUS`]. **Where we differ** A win is a
//! bound, as there may be a mate: where the window asks for more than the tables promise, the
//! search goes on, and what it returns is kept within what they have proved.

use crate::score::{MAX_PLY, Score, tables_win_in};
use crate::search::node::{Depth, NodeType, Proven};
use crate::search::statistics::Statistic;
use crate::search::table::{Bound, TtEntry};
use crate::search::worker::Worker;
use crate::tablebase::Probing;

/// Plies that a verdict counts as deeper than the node that asked: it will not change.
pub const DEPTH_BONUS: Depth = 6;

/// What the tables say of a node.
#[derive(Clone, Copy, Debug)]
pub enum ProbeResult {
    /// Nothing that would help.
    Silent,
    /// Its score.
    Cut(Score),
    /// Between what its score lies.
    Within(Proven),
}

/// Asks the tables, if there are any and they are meant to know.
#[inline]
pub fn try_cut<N: NodeType>(
    w: &mut Worker<'_>,
    alpha: Score,
    beta: Score,
    depth: Depth,
) -> ProbeResult {
    match w.probing {
        Some(probing) if !N::ROOT && probing.covers(w.board(), depth) => {
            probe::<N>(w, probing, alpha, beta, depth)
        }
        _ => ProbeResult::Silent,
    }
}

#[cold]
#[inline(never)]
fn probe<N: NodeType>(
    w: &mut Worker<'_>,
    probing: Probing<'_>,
    alpha: Score,
    beta: Score,
    depth: Depth,
) -> ProbeResult {
    let sign = probing.sign(w.board());
    w.poll_soon(); // the files may have been read from the disk
    let Some(sign) = sign else { return ProbeResult::Silent };
    w.shared.note_tb_hits(1);
    let win = tables_win_in(w.ply());
    let (score, bound, is_cut) = match sign {
        1 => (win, Bound::Lower, win >= beta),
        -1 => (-win, Bound::Upper, -win <= alpha),
        _ => (w.draw(), Bound::Exact, true),
    };
    w.note::<N>(Statistic::Tablebase, is_cut, 0);
    if is_cut {
        let depth = (depth + DEPTH_BONUS).min(MAX_PLY as Depth - 1);
        let record = TtEntry { mv: None, score, eval: None, depth, bound, is_pv: N::PV };
        w.store(&record);
        return ProbeResult::Cut(score);
    }
    match bound {
        Bound::Lower if N::PV => ProbeResult::Within(Proven { least: score, ..Proven::NOTHING }),
        Bound::Upper if N::PV => ProbeResult::Within(Proven { most: score, ..Proven::NOTHING }),
        _ => ProbeResult::Silent,
    }
}
