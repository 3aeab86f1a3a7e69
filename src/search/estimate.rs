//! What a node is taken to be worth before any of its moves is searched: the raw evaluation, scaled
//! down as the fifty-move rule draws near and [corrected](super::correction), is the static
//! evaluation, and adjusted by what the table says the TT-adjusted one. Only the raw evaluation is
//! stored.

use super::node::{Depth, Estimate, NodeType};
use super::table::{Bound, TtHit};
use super::worker::Worker;
use crate::chess::Board;
use crate::score::{self, DECISIVE_BOUND, Score, is_decisive};

/// Evaluations that have been corrected stay clear of mates and wins by endgame tables.
const LIMIT: Score = DECISIVE_BOUND - 1;
/// The half-move clock at which an evaluation is worth nothing would be this, were the game not
/// drawn at 100.
const FIFTY_MOVE_SCALE: Score = 200;

/// Judges the current position; `None` in check, where no evaluation means anything.
#[inline]
pub fn estimate_node<N: NodeType>(w: &mut Worker<'_>, hit: Option<TtHit>) -> Option<Estimate> {
    if w.board().in_check() {
        return None;
    }
    let raw = hit.and_then(|hit| hit.eval).unwrap_or_else(|| w.evaluate::<N>());
    let mut static_eval = raw;
    if w.rules::<N>().fifty_move_scaling {
        static_eval = by_clock(static_eval, w.board());
    }
    if w.rules::<N>().correction_history {
        let correction =
            w.memory.corrections.of(&w.stack.entry().correction_place, &w.techniques.tunables);
        static_eval = (static_eval + correction).clamp(-LIMIT, LIMIT);
    }
    let tt_adjusted = if w.rules::<N>().tt_adjusted_eval {
        adjust_by_table(w, hit, static_eval)
    } else {
        static_eval
    };
    Some(Estimate { raw, static_eval, tt_adjusted })
}

/// An evaluation, internal units: less, the longer no pawn has moved and nothing was taken, for an
/// advantage that wins nothing in fifty moves was none (folklore, as in Stockfish).
#[inline]
fn by_clock(score: Score, board: &Board) -> Score {
    score - score * Score::from(board.halfmove_clock()) / FIFTY_MOVE_SCALE
}

/// A lower bound above the evaluation, an upper one below it, or an exact score is a better guess.
#[inline]
fn adjust_by_table(w: &Worker<'_>, hit: Option<TtHit>, static_eval: Score) -> Score {
    let Some(hit) = hit else { return static_eval };
    let score = score::from_table(hit.score, w.ply());
    let is_better = match hit.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => score > static_eval,
        Bound::Upper => score < static_eval,
    };
    if is_better && !is_decisive(score) { score } else { static_eval }
}

/// Notes how far the evaluation was off, now that a search of so many plies has returned a score
/// with this bound.
pub fn update_correction_history<N: NodeType>(
    w: &mut Worker<'_>,
    estimate: &Estimate,
    score: Score,
    bound: Bound,
    depth: Depth,
) {
    let error = score - estimate.static_eval;
    let says_nothing = match bound {
        Bound::None => true,
        Bound::Exact => false,
        Bound::Lower => error <= 0,
        Bound::Upper => error >= 0,
    };
    if w.rules::<N>().correction_history && !says_nothing && !is_decisive(score) {
        w.memory.corrections.update(&w.stack.entry().correction_place, error, depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advantage_counts_for_less_near_the_draw() {
        let kings: Board = "4k3/8/8/8/8/8/8/4K3 w - - 50 1".parse().expect("a position");
        assert_eq!((by_clock(1000, &kings), by_clock(1000, &Board::default())), (750, 1000));
    }
}
