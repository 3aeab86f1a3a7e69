//! The entry of one ply of the search stack, one cache line.

use super::correction::CorrectionIndices;
use crate::chess::{Bitboard, Move};
use crate::score::Score;
use std::cell::OnceCell;

/// Number of entries of the search stack, large enough for any `u8` ply plus two. Nodes write two
/// plies below.
pub const PLIES: usize = u8::MAX as usize + 3;

/// Per-ply data on the search stack, such as killers and static evaluation.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub struct StackEntry {
    /// Killer moves, the latest first. Play uses the first; the papers preset uses both.
    pub killers: [Option<Move>; 2],
    /// Cutoffs at this ply since the node two plies above was entered; at ply 1, since the search
    /// began.
    pub cutoff_count: u32,
    /// Moves of the line that were extended by more than a ply.
    pub double_extensions: u32,
    /// Piece and target square of the move made here; `None` for a null move.
    pub(super) piece_to: Option<u16>,
    /// The move made here; `None` for a null move.
    pub(super) current_move: Option<Move>,
    /// The correction-history entries of the position.
    pub(super) correction_indices: CorrectionIndices,
    /// The static evaluation of the position; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The squares that the opponent attacks, once the [history](super::order::history) needs them.
    pub(super) threats: OnceCell<Bitboard>,
    /// The line so far is the refutation of the root move under search.
    pub(super) follows_refutation: bool,
}
