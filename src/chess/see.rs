//! Static exchange evaluation (SEE): whether the captures on one square win at least a threshold.
//!
//! Both sides capture with their least valuable piece and may stop when going on would lose
//! material. Pins are ignored.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::Move;
use super::piece::PieceKind;

impl PieceKind {
    /// Value of a piece in static exchange evaluation, in internal units.
    ///
    /// The values approximate the average change of the neural evaluation when such a piece is
    /// removed from the board (pawn 249, knight 689, bishop 756, rook 1086, queen 2050 over 6083
    /// positions). Minor pieces are equal, so that equal trades have balance zero.
    #[inline]
    pub const fn exchange_value(self) -> i32 {
        EXCHANGE_VALUES[self.index()]
    }
}

/// Static rather than const, so that it is not copied to the stack at each call.
static EXCHANGE_VALUES: [i32; 6] = [240, 700, 700, 1_080, 2_040, 40_000];

impl Board {
    /// Value of the captured piece plus the gain by promotion, in internal units.
    #[inline]
    pub fn immediate_gain(&self, mv: Move) -> i32 {
        let taken = if mv.is_en_passant() {
            PieceKind::Pawn.exchange_value()
        } else if mv.is_capture() {
            self.kind_on(mv.to()).map_or(0, PieceKind::exchange_value)
        } else {
            0
        };
        let promoted = mv
            .promotion()
            .map_or(0, |kind| kind.exchange_value() - PieceKind::Pawn.exchange_value());
        taken + promoted
    }

    /// Static exchange evaluation: whether the exchange that the move starts wins at least
    /// `threshold` internal units.
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let Some(mover) = mv.promotion().or(self.kind_on(mv.from())) else { return false };
        let mut balance = self.immediate_gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        balance -= mover.exchange_value();
        if balance >= 0 {
            return true; // enough even if the moved piece is lost
        }
        self.fought_out(mv, balance)
    }

    /// Continues [`Board::see_ge`] after the move. `balance` is negative: the shortfall if the
    /// moved piece is captured.
    fn fought_out(&self, mv: Move, mut balance: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let mut occupied = (self.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
        if mv.is_en_passant() {
            occupied ^= Bitboard::of(super::Square::at(to.file(), from.rank()));
        }
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !self.side_to_move();
        // Invariant: `side` is to capture. A negative `balance` means that the opponent of `side`
        // falls short if `side` stops here.
        loop {
            let own = attackers & self.color(side);
            if own.is_empty() {
                break; // the most frequent end, tested before each kind
            }
            let Some((kind, square)) = self.least_valuable(own) else { break };
            // The king captures last, and only an undefended piece.
            if kind == PieceKind::King && attackers.meets(self.color(!side)) {
                break;
            }
            occupied ^= Bitboard::of(square);
            if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
                attackers |= attacks::bishop(to, occupied) & self.diagonal_sliders();
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
                attackers |= attacks::rook(to, occupied) & self.straight_sliders();
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - kind.exchange_value();
            if balance >= 0 {
                break; // the capturing side stays ahead even if its piece is lost
            }
        }
        // The side to capture that cannot or need not capture has lost the exchange.
        side != self.side_to_move()
    }

    fn least_valuable(&self, pieces: Bitboard) -> Option<(PieceKind, super::Square)> {
        PieceKind::ALL
            .into_iter()
            .find_map(|kind| (pieces & self.kind(kind)).next().map(|square| (kind, square)))
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::{Board, PieceKind};

    /// Value of the exchange in internal units, by testing every threshold.
    fn value(fen: &str, mv: &str) -> i32 {
        let board: Board = fen.parse().expect(fen);
        let mv = board.parse_uci(mv).expect(mv);
        let steps = (-200..=200).map(|step| step * 20);
        steps
            .filter(|&threshold| board.see_ge(mv, threshold))
            .max()
            .expect("losing more than two queens?")
    }

    #[test]
    fn known_exchanges() {
        const PAWN: i32 = PieceKind::Pawn.exchange_value();
        const KNIGHT: i32 = PieceKind::Knight.exchange_value();
        const ROOK: i32 = PieceKind::Rook.exchange_value();
        const QUEEN: i32 = PieceKind::Queen.exchange_value();
        assert_eq!(value("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), PAWN);
        assert_eq!(
            value("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"),
            PAWN - KNIGHT
        );
        assert_eq!(value("4R3/2r3p1/5bk1/1p1r3p/p2PR1P1/P1BK1P2/1P6/8 b - - 0 1", "h5g4"), 0);
        assert_eq!(value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), PAWN);
        assert_eq!(value("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), QUEEN - PAWN);
        assert_eq!(value("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), -PAWN);
        assert_eq!(value("4k3/8/5q2/8/3p4/8/8/2KR4 w - - 0 1", "d1d4"), PAWN - ROOK);
    }

    #[test]
    fn a_king_does_not_capture_defended_pieces() {
        assert_eq!(
            value("4k3/8/2n5/8/3p4/8/2QR4/3K4 w - - 0 1", "d2d4"),
            PieceKind::Pawn.exchange_value() - PieceKind::Rook.exchange_value()
        );
        assert_eq!(
            value("8/8/2k5/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5"),
            PieceKind::Pawn.exchange_value()
        );
    }
}
