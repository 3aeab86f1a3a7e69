//! What a node is taken to be worth before any of its moves is searched: the raw evaluation, scaled down as the fifty-move rule draws
//! near and [corrected](super::correction), is the static evaluation, and adjusted by what the table says the TT-adjusted one. Only
//! the raw evaluation is stored.

use super::node::{Depth, Estimate, NodeType};
use super::scaling::{self, LIMIT};
use super::table::{Bound, Hit};
use super::worker::Worker;
use crate::score::{self, Score, is_decisive};

/// Judges the current position; `None` in check, where no evaluation means anything.
#[inline]
pub fn judge<N: NodeType>(w: &mut Worker<'_>, hit: Option<Hit>) -> Option<Estimate> {
    if w.board().in_check() {
        return None;
    }
    let raw = hit.and_then(|hit| hit.eval).unwrap_or_else(|| w.evaluate::<N>());
    let mut static_eval = raw;
    if w.rules::<N>().fifty_move_scaling {
        static_eval = scaling::by_clock(static_eval, w.board());
    }
    if w.rules::<N>().correction_history {
        let correction = w.memory.corrections.of(&w.path.frame().correction_place, &w.techniques.tunables);
        static_eval = (static_eval + correction).clamp(-LIMIT, LIMIT);
    }
    let tt_adjusted = if w.rules::<N>().table_estimate { adjust_by_table(w, hit, static_eval) } else { static_eval };
    Some(Estimate { raw, static_eval, tt_adjusted })
}

/// A lower bound above the evaluation, an upper one below it, or an exact score is a better guess.
#[inline]
fn adjust_by_table(w: &Worker<'_>, hit: Option<Hit>, static_eval: Score) -> Score {
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

/// Notes how far the evaluation was off, now that a search of so many plies has returned a score with this bound.
pub fn learn<N: NodeType>(w: &mut Worker<'_>, estimate: &Estimate, score: Score, bound: Bound, depth: Depth) {
    let error = score - estimate.static_eval;
    let says_nothing = match bound {
        Bound::None => true,
        Bound::Exact => false,
        Bound::Lower => error <= 0,
        Bound::Upper => error >= 0,
    };
    if w.rules::<N>().correction_history && !says_nothing && !is_decisive(score) {
        w.memory.corrections.learn(&w.path.frame().correction_place, error, depth);
    }
}
