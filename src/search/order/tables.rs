//! Common parts of the histories: self-limiting entries by piece and target square.

use crate::chess::{Board, Move, PieceKind};
use crate::search::node::Depth;
use crate::search::techniques::Tunables;

/// Greatest absolute value of a self-limiting history entry.
pub const LIMIT: i32 = 16_384;

/// History entries by piece (twelve) and target square (64); [`piece_to`] computes the index.
pub type PieceTo = [i16; 12 * 64];

/// Index of a move of the side to move in a `PieceTo` table.
#[inline]
pub fn piece_to(board: &Board, mv: Move) -> usize {
    let kind = board.kind_on(mv.from()).map_or(0, PieceKind::index);
    (board.side_to_move().index() * 6 + kind) * 64 + mv.to().index()
}

/// Adds a bonus to a history entry and keeps it within ± [`LIMIT`]. The step shrinks as the entry
/// approaches the limit, so old scores fade.
#[inline]
pub fn add_bonus(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// History bonus of the move that caused a cutoff at this depth in plies.
#[inline]
pub fn bonus(tunables: &Tunables, depth: Depth) -> i32 {
    (tunables.history_bonus * depth - tunables.history_bonus / 2).min(tunables.history_bonus_most)
}

/// History malus of a move that was tried before the cutoff at this depth in plies.
#[inline]
pub fn malus(tunables: &Tunables, depth: Depth) -> i32 {
    (tunables.history_malus * depth - tunables.history_malus / 2).min(tunables.history_malus_most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_approach_the_limit_and_never_pass_it() {
        let (mut up, mut down) = (0, 0);
        for _ in 0..10_000 {
            add_bonus(&mut up, 2_000);
            add_bonus(&mut down, -2_000);
        }
        assert!(i32::from(up) > LIMIT * 9 / 10 && i32::from(up) <= LIMIT, "{up}");
        assert!(i32::from(down) < -LIMIT * 9 / 10 && i32::from(down) >= -LIMIT, "{down}");
    }

    #[test]
    fn every_move_of_a_position_has_an_index_of_its_own_unless_two_pieces_of_a_kind_share_it() {
        let board = Board::default();
        let indices: std::collections::HashSet<_> =
            board.legal_moves().iter().map(|&mv| piece_to(&board, mv)).collect();
        assert_eq!(indices.len(), 20);
        assert!(indices.iter().all(|&index| index < 12 * 64));
    }
}
