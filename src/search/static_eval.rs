//! The evaluations of a node before its moves are searched. The raw evaluation comes from the
//! network. The static evaluation is scaled by the half-move clock and
//! [corrected](super::correction). The TT-adjusted evaluation takes the stored bound into account.
//! Only the raw evaluation is stored.
//!
//! The evaluation of a known ending is neither scaled nor corrected. A draw is exact, and the steps
//! of progress to a win are smaller than corrections.

use super::node::{Depth, NodeType, StaticEvals};
use super::table::{Bound, TtHit};
use super::worker::Worker;
use crate::chess::Board;
use crate::eval::endings;
use crate::score::{self, DECISIVE_BOUND, DRAW, Score, is_decisive, is_known_win};

/// Corrected evaluations stay below mates and tablebase wins.
const LIMIT: Score = DECISIVE_BOUND - 1;
/// The half-move clock at which an evaluation would be scaled to 0.
const FIFTY_MOVE_SCALE: Score = 200;

/// Computes the static evaluations of the current position (raw, corrected, adjusted by its table
/// entry); `None` in check.
#[inline]
pub fn static_evals<N: NodeType>(w: &mut Worker<'_>, hit: Option<TtHit>) -> Option<StaticEvals> {
    if w.board().in_check() {
        return None;
    }
    let raw = hit.and_then(|hit| hit.eval).unwrap_or_else(|| w.evaluate::<N>());
    let known = known_ending(w, raw);
    let mut static_eval = known.unwrap_or(raw);
    if w.switches::<N>().fifty_move_scaling && known.is_none() {
        static_eval = scale_by_halfmove_clock(static_eval, w.board());
    }
    if w.switches::<N>().correction_history && known.is_none() {
        let correction = w
            .thread_data
            .correction_history
            .correction(&w.stack.entry().correction_indices, w.tunables::<N>());
        static_eval = (static_eval + correction).clamp(-LIMIT, LIMIT);
    }
    let tt_adjusted = if w.switches::<N>().tt_adjusted_eval {
        adjust_by_tt(w, hit, static_eval)
    } else {
        static_eval
    };
    Some(StaticEvals { raw, static_eval, tt_adjusted })
}

/// The static evaluation of a known ending with this raw evaluation: of a draw the draw score, which
/// includes contempt. `None` for other positions.
#[inline]
fn known_ending(w: &Worker<'_>, raw: Score) -> Option<Score> {
    if is_known_win(raw) {
        return Some(raw);
    }
    let is_known_draw = raw == DRAW && endings::evaluate(w.board()) == Some(DRAW);
    is_known_draw.then(|| w.draw_score())
}

/// Scales a static evaluation towards zero as the half-move clock of the position grows (folklore,
/// as in Stockfish).
#[inline]
pub fn scale_by_halfmove_clock(score: Score, board: &Board) -> Score {
    score - score * Score::from(board.halfmove_clock()) / FIFTY_MOVE_SCALE
}

/// The stored score if its bound makes it a better guess: a lower bound above the evaluation, an
/// upper bound below it, or an exact score. Else the static evaluation.
#[inline]
fn adjust_by_tt(w: &Worker<'_>, hit: Option<TtHit>, static_eval: Score) -> Score {
    let Some(hit) = hit else { return static_eval };
    let score = score::from_tt(hit.score, w.ply());
    let is_better = match hit.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => score > static_eval,
        Bound::Upper => score < static_eval,
    };
    if is_better && !is_decisive(score) { score } else { static_eval }
}

/// Updates the correction history after a search to `depth` plies has returned this score and
/// bound.
pub fn update_correction_history<N: NodeType>(
    w: &mut Worker<'_>,
    evals: &StaticEvals,
    score: Score,
    bound: Bound,
    depth: Depth,
) {
    let error = score - evals.static_eval;
    let is_uninformative = match bound {
        Bound::None => true,
        Bound::Exact => false,
        Bound::Lower => error <= 0,
        Bound::Upper => error >= 0,
    };
    let is_known_result =
        is_decisive(score) || is_known_win(score) || known_ending(w, evals.raw).is_some();
    if w.switches::<N>().correction_history && !is_uninformative && !is_known_result {
        w.thread_data.correction_history.update(&w.stack.entry().correction_indices, error, depth);
    }
}
