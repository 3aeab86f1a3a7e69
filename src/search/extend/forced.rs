//! Check and recapture extensions.
//!
//! **Idea** A forced reply costs no depth: after a check, and when taking back where the opponent
//! has just taken.
//! **Paper** None; folklore. S1; S2, chapter 3.
//! **Condition** Within twice the depth of the iteration.
//! **Parameters** One ply.
//! **Differences** GENESIS extends only at its leaves; this search extends at every depth.

use super::is_within_extension_limit;
use crate::chess::Move;
use crate::search::node::{Depth, NodeType};
use crate::search::statistics::Statistic;
use crate::search::worker::Worker;

/// Check extension in plies, after the move was made (1 if it gives check, else 0).
#[inline]
pub fn check_extension<N: NodeType>(w: &mut Worker<'_>) -> Depth {
    let applies =
        w.board().in_check() && w.switches::<N>().extensions.check && is_within_extension_limit(w);
    if applies {
        w.count_attempt::<N>(Statistic::Extension, true, 0);
    }
    Depth::from(applies)
}

/// Recapture extension in plies, before the move is made (1 if it recaptures, else 0).
#[inline]
pub fn recapture_extension<N: NodeType>(w: &mut Worker<'_>, mv: Move) -> Depth {
    let applies = w.switches::<N>().extensions.recapture
        && mv.is_capture()
        && w.stack.last_capture() == Some(mv.to())
        && is_within_extension_limit(w);
    if applies {
        w.count_attempt::<N>(Statistic::Extension, true, 0);
    }
    Depth::from(applies)
}
