//! Common parts of the histories: entries with gravity by piece and target square.

use crate::chess::{Board, Move, PieceKind};
use crate::search::gravity::apply_gravity;
use crate::search::node::Depth;
use crate::search::techniques::Tunables;

/// Maximum absolute value of a history entry, which bonuses approach more and more slowly.
pub const LIMIT: i32 = 16_384;

/// History table by piece (12) and target square (64); [`piece_to`] computes the index.
pub type PieceTo = [i16; 12 * 64];

/// Index of a move of the side to move by piece and target square, for a [`PieceTo`] table.
#[inline]
pub fn piece_to(board: &Board, mv: Move) -> usize {
    let kind = board.kind_on(mv.from()).map_or(0, PieceKind::index);
    (board.side_to_move().index() * 6 + kind) * 64 + mv.to().index()
}

/// Adds a bonus to a history entry, which stays within ±[`LIMIT`].
#[inline]
pub fn add_bonus(entry: &mut i16, bonus: i32) {
    *entry = apply_gravity(i32::from(*entry), bonus, LIMIT) as i16;
}

/// History bonus for a quiet move that caused a cutoff at this depth in plies.
#[inline]
pub fn bonus(tunables: &Tunables, depth: Depth) -> i32 {
    by_depth(depth, tunables.history_bonus, tunables.history_bonus_max)
}

/// History malus for a quiet move tried before the cutoff move, at this depth in plies.
#[inline]
pub fn malus(tunables: &Tunables, depth: Depth) -> i32 {
    by_depth(depth, tunables.history_malus, tunables.history_malus_max)
}

/// A bonus or malus that grows by `slope` per ply, up to `max`.
#[inline]
fn by_depth(depth: Depth, slope: i32, max: i32) -> i32 {
    (slope * depth - slope / 2).min(max)
}
