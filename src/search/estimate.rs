//! What a node is taken to be worth before any of its moves is searched: the static evaluation, damped as the fifty-move rule draws
//! near, [corrected](super::correction), and sharpened by what the table says. Only the evaluation itself is stored.

use super::node::{Depth, Estimate, Kind};
use super::table::{Bound, Hit};
use super::worker::Worker;
use crate::score::{self, DECISIVE_BOUND, Score, is_decisive};

/// Evaluations that search has corrected stay clear of mates and wins by endgame tables.
const LIMIT: Score = DECISIVE_BOUND - 1;
/// The half-move clock at which an evaluation is worth nothing would be this, were the game not drawn at 100.
const DAMPING: Score = 200;

/// Judges the current position; `None` in check, where no evaluation means anything.
#[inline]
pub fn judge<K: Kind>(w: &mut Worker<'_>, hit: Option<Hit>) -> Option<Estimate> {
    if w.board().in_check() {
        return None;
    }
    let raw = hit.and_then(|hit| hit.eval).unwrap_or_else(|| w.evaluate::<K>());
    let mut corrected = raw;
    if w.rules::<K>().fifty_move_scaling {
        corrected -= corrected * Score::from(w.board().halfmove_clock()) / DAMPING;
    }
    if w.rules::<K>().correction_history {
        let correction = w.memory.corrections.of(&w.path.frame().correction_place, &w.techniques.tunables);
        corrected = (corrected + correction).clamp(-LIMIT, LIMIT);
    }
    let sharpened = if w.rules::<K>().table_estimate { sharpen(w, hit, corrected) } else { corrected };
    Some(Estimate { raw, corrected, sharpened })
}

/// A lower bound above the evaluation, an upper one below it, or an exact score is a better guess.
#[inline]
fn sharpen(w: &Worker<'_>, hit: Option<Hit>, corrected: Score) -> Score {
    let Some(hit) = hit else { return corrected };
    let score = score::from_table(hit.score, w.ply());
    let is_better = match hit.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => score > corrected,
        Bound::Upper => score < corrected,
    };
    if is_better && !is_decisive(score) { score } else { corrected }
}

/// Notes how far the evaluation was off, now that a search of so many plies has returned a score with this bound.
pub fn learn<K: Kind>(w: &mut Worker<'_>, estimate: &Estimate, score: Score, bound: Bound, depth: Depth) {
    let error = score - estimate.corrected;
    let says_nothing = match bound {
        Bound::None => true,
        Bound::Exact => false,
        Bound::Lower => error <= 0,
        Bound::Upper => error >= 0,
    };
    if w.rules::<K>().correction_history && !says_nothing && !is_decisive(score) {
        w.memory.corrections.learn(&w.path.frame().correction_place, error, depth);
    }
}
