//! Static exchange evaluation: does a capture sequence on one square win at least so much?
//!
//! Both sides take with their least valuable piece and may stop when going on would lose. Pins are
//! not looked at.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::Move;
use super::piece::PieceKind;

impl PieceKind {
    /// Value in exchanges, in internal units of the learned evaluation: what it takes off, on
    /// average, when such a piece is lifted from the board (pawn 249, knight 689, bishop 756, rook
    /// 1086, queen 2050 over 6083 such cases). Rough on purpose, so that equal trades come out
    /// equal.
    #[inline]
    pub const fn exchange_value(self) -> i32 {
        EXCHANGE_VALUES[self.index()]
    }
}

/// A static, so that it is not built anew on the stack for each question.
static EXCHANGE_VALUES: [i32; 6] = [240, 700, 700, 1_080, 2_040, 40_000];

impl Board {
    /// What the move takes and gains by promoting, before any answer, in internal units.
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

    /// Does the exchange that the move begins win at least `threshold` internal units?
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
            return true; // even losing the piece that moved is enough
        }
        self.fought_out(mv, balance)
    }

    /// The same once the move is made: `balance` is what is missing, negative, should the piece
    /// that moved be lost.
    fn fought_out(&self, mv: Move, mut balance: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let mut occupied = (self.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
        if mv.is_en_passant() {
            occupied ^= Bitboard::of(super::Square::at(to.file(), from.rank()));
        }
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !self.side_to_move();
        // Invariant: `side` is to take; `balance` is negative when `side` is content with the
        // exchange as it stands for its opponent, that is, when the mover of the original move
        // would fall short.
        loop {
            let own = attackers & self.color(side);
            if own.is_empty() {
                break; // how most exchanges end: told before each kind is asked for
            }
            let Some((kind, square)) = self.least_valuable(own) else { break };
            // The king takes last, and only what is no longer defended.
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
                break; // the one who has just taken stays ahead even if the taker is lost
            }
        }
        // Whoever is to take and cannot, or need not, has lost the exchange.
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

    /// The value of the exchange in internal units, by asking for every threshold.
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
    fn a_king_does_not_take_what_is_defended() {
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
