//! Transposition cutoff.
//!
//! **Idea** A position reached before, by another order of moves or in the last iteration, need not be searched again if
//! what is stored is deep enough and decides the window.
//! **Paper** Richard Greenblatt et al. 1967; David Slate & Larry Atkin, "Chess 4.5", 1977.
//! **Condition** Null windows only, so that principal variations stay whole.
//! **Parameters** [`LAST_SAFE_CLOCK`].
//! **Where we differ** No cut when the fifty-move rule is near: the stored score was found under another clock.

use super::super::node::{Depth, Kind};
use super::super::table::Hit;
use super::super::worker::Worker;
use crate::score::Score;

/// Half-move clock, in plies, up to which a stored score is trusted.
pub const LAST_SAFE_CLOCK: u16 = 90;

/// The stored score, if it is deep enough and decides the window.
#[inline]
pub fn attempt<K: Kind>(w: &Worker<'_>, hit: Option<Hit>, alpha: Score, beta: Score, depth: Depth) -> Option<Score> {
    if K::PV || !w.techniques.transposition_cut || w.board().halfmove_clock() > LAST_SAFE_CLOCK {
        return None;
    }
    hit.filter(|hit| hit.depth >= depth)?.decides(alpha, beta, w.ply())
}
