//! Extensions for moves that leave little choice.
//!
//! **Idea** A forced reply costs no depth: after a check (GENESIS at its leaves, and most programs
//! before it), and in taking back where the opponent has just taken. **Paper** None; folklore. S1;
//! S2, chapter 3. **Condition** Within twice the iteration's depth. **Parameters** One ply. **Where
//! we differ** Nothing.

use crate::chess::Move;
use crate::search::node::{Depth, NodeType};
use crate::search::statistics::Statistic;
use crate::search::worker::Worker;

/// A ply more if the side to move, after the move just made, is in check.
#[inline]
pub fn check_extension<N: NodeType>(w: &mut Worker<'_>) -> Depth {
    let wanted =
        w.board().in_check() && w.rules::<N>().extensions.check && is_within_extension_limit(w);
    if wanted {
        w.note::<N>(Statistic::Extension, true, 0);
    }
    Depth::from(wanted)
}

/// A ply more if the move, not yet made, takes back.
#[inline]
pub fn recapture_extension<N: NodeType>(w: &mut Worker<'_>, mv: Move) -> Depth {
    let wanted = w.rules::<N>().extensions.recapture
        && mv.is_capture()
        && w.stack.last_capture() == Some(mv.to())
        && is_within_extension_limit(w);
    if wanted {
        w.note::<N>(Statistic::Extension, true, 0);
    }
    Depth::from(wanted)
}

/// Is the line still short enough to be extended?
#[inline]
pub fn is_within_extension_limit(w: &Worker<'_>) -> bool {
    w.ply() < 2 * w.root_depth as usize
}
