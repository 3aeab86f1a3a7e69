//! Tablebases inside the tree.
//!
//! **Idea** A position with few pieces has been solved and need not be searched.
//! **Paper** Ken Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; the
//! tables are those of Ronald de Man (Syzygy, 2013).
//! **Condition** After a capture or pawn move, where the half-move clock is 0 and the result is
//! exact; no castling rights; at most `SyzygyProbeLimit` pieces, from `SyzygyProbeDepth` on. No
//! probes if the root is in the tables and is not won, or if its moves are [ranked by
//! DTZ](crate::tablebase::ranking).
//! **Parameters** [`DEPTH_BONUS`].
//! **Differences** A win is a bound, as there may be a mate: where the window lies above it, the
//! search goes on, and its score is kept within the proven bounds.

use crate::score::{MAX_PLY, Score, tb_win_in};
use crate::search::node::{Depth, NodeType, TablebaseBounds};
use crate::search::statistics::Statistic;
use crate::search::table::{Bound, TtEntry};
use crate::search::worker::Worker;
use crate::tablebase::TablebaseProbe;

/// Plies added to the depth of tablebase results in the transposition table, because they are
/// exact.
pub const DEPTH_BONUS: Depth = 6;

/// Result of a tablebase probe at a node, such as a cutoff or bounds.
#[derive(Clone, Copy, Debug)]
pub enum ProbeResult {
    /// The probe gives no result that helps at this node.
    Nothing,
    /// The node is cut with this tablebase score.
    Cut(Score),
    /// The tablebase result bounds the score of the node.
    Bounds(TablebaseBounds),
}

/// Probes the tablebases for the current position, and cuts the node if the result decides the
/// window.
#[inline]
pub fn probe<N: NodeType>(
    w: &mut Worker<'_>,
    alpha: Score,
    beta: Score,
    depth: Depth,
) -> ProbeResult {
    match w.probing {
        Some(probing) if !N::ROOT && probing.covers(w.board(), depth) => {
            probe_files::<N>(w, probing, alpha, beta, depth)
        }
        _ => ProbeResult::Nothing,
    }
}

#[cold]
#[inline(never)]
fn probe_files<N: NodeType>(
    w: &mut Worker<'_>,
    probing: TablebaseProbe<'_>,
    alpha: Score,
    beta: Score,
    depth: Depth,
) -> ProbeResult {
    let result = probing.result(w.board());
    w.poll_soon(); // the files may have been read from the disk
    let Some(result) = result else { return ProbeResult::Nothing };
    w.shared.add_tb_hits(1);
    let win = tb_win_in(w.ply());
    let (score, bound, is_cut) = match result {
        1 => (win, Bound::Lower, win >= beta),
        -1 => (-win, Bound::Upper, -win <= alpha),
        _ => (w.draw_score(), Bound::Exact, true),
    };
    w.count_attempt::<N>(Statistic::Tablebase, is_cut, 0);
    if is_cut {
        let depth = (depth + DEPTH_BONUS).min(MAX_PLY as Depth - 1);
        let entry = TtEntry { mv: None, score, eval: None, depth, bound, tt_pv: N::PV };
        w.store::<N>(&entry);
        return ProbeResult::Cut(score);
    }
    ProbeResult::Bounds(match bound {
        Bound::Lower => TablebaseBounds { lower: score, ..TablebaseBounds::UNBOUNDED },
        _ => TablebaseBounds { upper: score, ..TablebaseBounds::UNBOUNDED },
    })
}
