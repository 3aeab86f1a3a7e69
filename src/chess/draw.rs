//! Draws by rule: insufficient material, fifty-move rule, repetition.

use super::bitboard::Bitboard;
use super::board::Board;
use super::piece::PieceKind;

impl Board {
    /// Whether neither side can mate by any sequence of moves: bare kings, one minor piece, or
    /// bishops all on one square colour.
    pub fn is_dead_material(&self) -> bool {
        let mating =
            self.kind(PieceKind::Pawn) | self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        if mating.any() {
            return false;
        }
        let bishops = self.kind(PieceKind::Bishop);
        match self.kind(PieceKind::Knight).count() {
            0 => bishops.without(Bitboard::LIGHT).is_empty() || !bishops.meets(Bitboard::LIGHT),
            1 => bishops.is_empty(),
            _ => false,
        }
    }

    /// Whether the fifty-move rule makes the position a draw: 100 plies without capture or pawn
    /// move, and no checkmate.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmoves >= 100 && (!self.in_check() || self.count_moves() > 0)
    }
}

/// Whether the last position of `keys` (Zobrist keys of game and line) is a draw by repetition.
///
/// `reversible` limits how many plies back a repetition can be. `root` is the index of the search's
/// root. One repetition after the root is a draw; at or before the root, the position must have
/// occurred twice.
pub fn is_repetition(keys: &[u64], reversible: u16, root: usize) -> bool {
    let Some((&key, earlier)) = keys.split_last() else { return false };
    let newest = earlier.len();
    let mut seen = 0;
    // The same side is to move every second ply, and a cycle has at least four plies.
    for back in (4..=usize::from(reversible).min(newest)).step_by(2) {
        let index = newest - back;
        if earlier[index] == key {
            seen += 1;
            if index > root || seen == 2 {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_material() {
        for (fen, dead) in [
            ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", true),
            ("8/8/4k3/8/8/4KN2/8/8 w - - 0 1", true),
            ("8/8/4k1b1/8/8/4KB2/8/8 w - - 0 1", true),
            ("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1", false),
            ("8/8/4kn2/8/8/4KB2/8/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3NKN2/8/8 w - - 0 1", false),
            ("8/8/4k3/8/8/4KP2/8/8 w - - 0 1", false),
        ] {
            assert_eq!(fen.parse::<Board>().expect(fen).is_dead_material(), dead, "{fen}");
        }
    }

    #[test]
    fn checkmate_takes_precedence_over_the_fifty_move_rule() {
        let mate: Board = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80".parse().expect("sound");
        let quiet: Board = "R7/5ppk/8/8/8/8/8/6K1 b - - 100 80".parse().expect("sound");
        assert!(!mate.is_fifty_move_draw() && quiet.is_fifty_move_draw());
    }

    #[test]
    fn repetition_within_and_before_the_root() {
        // Positions 1 2 3 4 1: a draw if the root is before the first 1, no draw if it is after.
        let keys = [9, 1, 2, 3, 4, 1];
        assert!(is_repetition(&keys, 10, 0));
        assert!(!is_repetition(&keys, 10, 3));
        assert!(!is_repetition(&keys, 3, 0), "a pawn has moved since");
        assert!(
            is_repetition(&[1, 2, 3, 4, 1, 2, 3, 4, 1], 10, 8),
            "the third occurrence is a draw for any root"
        );
    }
}
