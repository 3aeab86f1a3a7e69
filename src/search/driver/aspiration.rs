//! Aspiration windows.
//!
//! **Idea** The score of this iteration will be near that of the last: a narrow window around it
//! cuts more. If the score falls outside, the root is searched again with a wider window.
//! **Paper** James Gillogly, "The technology chess program", Artificial Intelligence 3, 1972;
//! Gérard Baudet 1978; S1, algorithm 3 (which prints the open window by mistake where it means the
//! narrow one).
//! **Condition** From [`FIRST_DEPTH`] on, where scores have settled; not around mates.
//! **Parameters** [`Aspiration::margin`](crate::search::techniques::Aspiration::margin) around the
//! last score or the material balance; `Aspiration.Score` of the
//! [tunables](crate::search::techniques::TUNABLES).
//! **Differences** S1 opens the failed side at once. Play starts with a wider window around larger
//! absolute scores, widens it step by step, moves the other side nearer after a fail-low, searches
//! less deep after a fail-high, and opens the window beyond [`MAX_MARGIN`].

use crate::chess::PieceKind;
use crate::eval::material::balance;
use crate::score::{INFINITE, Score, is_decisive};
use crate::search::node::{Depth, NodeContext, Root};
use crate::search::pvs::pvs;
use crate::search::table::Bound;
use crate::search::techniques::AspirationCentre;
use crate::search::worker::Worker;

/// First iteration that uses an aspiration window, in plies.
pub const FIRST_DEPTH: i32 = 4;
/// Maximum margin of an aspiration window before its failed side becomes infinite, in internal
/// units.
pub const MAX_MARGIN: Score = 700;
/// Scores beyond this do not widen the window further, internal units.
const MAX_WIDENING_SCORE: Score = 2_000;
/// The greatest reduction after fail-highs in play, plies.
const MAX_REDUCED: Depth = 3;

/// Searches the root in an aspiration window around the score `last`, widening it until the score
/// is inside. Calls `on_fail` each time the window fails.
pub fn search(w: &mut Worker<'_>, last: Score, mut on_fail: impl FnMut(&mut Worker<'_>)) {
    let depth = w.root_depth;
    let switches = w.switches::<Root>().aspiration;
    let centre = match switches.centre {
        AspirationCentre::LastScore => last,
        AspirationCentre::Material => balance(w.board(), see_value),
    };
    let is_windowed = switches.on && depth >= FIRST_DEPTH && !is_decisive(centre);
    let score_margin = if switches.open_at_once {
        0
    } else {
        by_score(centre, w.techniques.tunables.aspiration_score)
    };
    let mut margin = switches.margin + score_margin;
    let (mut alpha, mut beta) =
        if is_windowed { (centre - margin, centre + margin) } else { (-INFINITE, INFINITE) };
    let mut fail_highs = 0;
    loop {
        w.selective_depth = 0;
        let score = pvs::<Root>(w, alpha, beta, (depth - fail_highs).max(1), NodeContext::ROOT);
        w.root.sort_rest();
        if w.is_aborted() {
            return;
        }
        margin += (margin / 2).max(1);
        let opens = switches.open_at_once || margin > MAX_MARGIN || is_decisive(score);
        let failure = if score <= alpha && alpha > -INFINITE {
            if !switches.open_at_once {
                beta = (alpha + beta) / 2;
            }
            alpha = if opens { -INFINITE } else { score - margin };
            fail_highs = 0;
            Some(Bound::Upper)
        } else if score >= beta && beta < INFINITE {
            beta = if opens { INFINITE } else { score + margin };
            fail_highs += Depth::from(switches.less_deep && fail_highs < MAX_REDUCED);
            Some(Bound::Lower)
        } else {
            None
        };
        if is_windowed {
            w.statistics.count_aspiration(failure);
        }
        if failure.is_none() {
            return;
        }
        on_fail(w);
    }
}

/// Additional margin for large absolute scores, internal units: they change more between
/// iterations (folklore, as in Stockfish). The squared score is divided by `parts`.
fn by_score(score: Score, parts: i32) -> Score {
    let score = score.abs().min(MAX_WIDENING_SCORE);
    score * score / parts
}

/// The value of a piece kind in exchanges, internal units; 0 for the king.
fn see_value(kind: PieceKind) -> Score {
    if kind == PieceKind::King { 0 } else { kind.see_value() }
}
