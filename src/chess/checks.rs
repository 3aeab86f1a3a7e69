//! Does a move give check? Asked before it is made, by those who might leave it out.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::Move;
use super::piece::PieceKind;

impl Board {
    /// Will the opponent be in check after this legal move?
    pub fn gives_check(&self, mv: Move) -> bool {
        if mv.is_castling() || mv.is_en_passant() {
            return self.after(mv).in_check(); // two pieces leave their squares: rare, so made
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = mv.promotion().or(self.kind_on(from)) else { return false };
        let king = self.king(!self.side);
        let occupied = self.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        let attacked = match kind {
            PieceKind::Pawn => attacks::pawn(self.side, to),
            PieceKind::Knight => attacks::knight(to),
            PieceKind::Bishop => attacks::bishop(to, occupied),
            PieceKind::Rook => attacks::rook(to, occupied),
            PieceKind::Queen => attacks::queen(to, occupied),
            PieceKind::King => Bitboard::EMPTY,
        };
        attacked.has(king) || attacks::line(king, from).any() && self.uncovers_check(from.index(), king, occupied)
    }

    /// Does a slider of the side to move attack the king once its own piece has left the line?
    fn uncovers_check(&self, from: usize, king: super::Square, occupied: Bitboard) -> bool {
        let own = self.color(self.side).without(Bitboard(1 << from));
        attacks::bishop(king, occupied).meets(own & self.diagonal_sliders())
            || attacks::rook(king, occupied).meets(own & self.straight_sliders())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn the_answer_is_that_of_the_position_after() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut asked, mut checks) = (0, 0);
        for _ in 0..40 {
            let mut board: Board =
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().expect("sound");
            for _ in 0..120 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    let expected = board.after(mv).in_check();
                    assert_eq!(board.gives_check(mv), expected, "{board} {}", mv.uci(false));
                    asked += 1;
                    checks += usize::from(expected);
                }
                board = board.after(moves[rng.random_range(0..moves.len())]);
            }
        }
        assert!(asked > 50_000 && checks > 1_000, "{asked} {checks}");
    }
}
