//! Transposition cutoff.
//!
//! **Idea** A position reached before need not be searched again if the stored entry is deep enough
//! and decides the window.
//! **Paper** Richard Greenblatt et al. 1967; David Slate & Larry Atkin, "Chess 4.5", 1977.
//! **Condition** Null windows only, so that principal variations stay whole; with plain alpha-beta,
//! which has no null windows, everywhere but at the root.
//! **Parameters** [`MAX_CUTOFF_CLOCK`]; `Table.ExpectedFrom`: from this depth on a score cuts only
//! if it agrees with the node kind, as an unexpected score is better searched again. Stockfish requires
//! it at low depth only. No form was measurably stronger (lab/notebook/factors.md).
//! **Differences** The stored score was found with another half-move clock: no cutoff when the
//! fifty-move rule is near. A mate or tablebase win that it would prevent counts as the highest
//! score that is not decisive.

use crate::chess::Board;
use crate::score::{self, Score};
use crate::search::node::{Depth, NodeKind, NodeType};
use crate::search::report::TreeEvent;
use crate::search::statistics::Statistic;
use crate::search::table::TtHit;
use crate::search::techniques::Driver;
use crate::search::worker::Worker;

/// Highest half-move clock (plies) at which a transposition-table score may cut a node.
pub const MAX_CUTOFF_CLOCK: u16 = 90;

/// Whether the fifty-move rule is near, so that no transposition-table score of this position may
/// cut a node.
#[inline]
pub fn is_near_fifty(board: &Board) -> bool {
    board.halfmove_clock() > MAX_CUTOFF_CLOCK
}

/// Whether a stored score agrees with the node kind (at least beta at CUT, below at ALL); true at
/// low depth.
#[inline]
pub fn agrees_with_node_kind<N: NodeType>(
    w: &Worker<'_>,
    hit: Option<TtHit>,
    beta: Score,
    depth: Depth,
    kind: NodeKind,
) -> bool {
    let from = w.switches::<N>().table.expected_from;
    let cuts = |hit: TtHit| score::from_tt(hit.score, w.ply()) >= beta;
    from == 0 || depth < from || hit.is_none_or(|hit| cuts(hit) == (kind == NodeKind::Cut))
}

/// Returns the stored transposition-table score if it is deep enough and decides the window; `None`
/// otherwise.
#[inline]
pub fn try_cut<N: NodeType>(
    w: &mut Worker<'_>,
    hit: Option<TtHit>,
    alpha: Score,
    beta: Score,
    depth: Depth,
) -> Option<Score> {
    let keeps_line = N::PV && (N::ROOT || w.switches::<N>().driver != Driver::AlphaBeta);
    if keeps_line || !w.switches::<N>().table.cut || is_near_fifty(w.board()) {
        return None;
    }
    let hit = hit?;
    let clock = w.board().halfmove_clock();
    let score =
        if hit.depth >= depth { hit.deciding_score([alpha, beta], w.ply(), clock) } else { None };
    if score.is_some() {
        w.report_event::<N>(|_| TreeEvent::TtHit(hit));
    }
    w.count_attempt::<N>(Statistic::TtCutoff, score.is_some(), 0);
    score
}
