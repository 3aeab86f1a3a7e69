//! Legality test for moves from outside the generator: transposition table, killer moves, GUI.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{Black, Color, Side, White};
use super::moves::Move;
use super::piece::{Piece, PieceKind};
use super::square::Square;

impl Board {
    /// Whether any 16-bit move, such as one from the transposition table, is legal in this
    /// position.
    pub fn is_legal(&self, mv: Move) -> bool {
        match self.side {
            Color::White => self.is_legal_as::<White>(mv),
            Color::Black => self.is_legal_as::<Black>(mv),
        }
    }

    fn is_legal_as<C: Side>(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = self.kind_on(from) else { return false };
        if !self.color(C::COLOR).has(from) {
            return false;
        }
        if mv.is_castling() {
            return kind == PieceKind::King && self.can_castle::<C>(from, to);
        }
        if mv.is_en_passant() {
            return kind == PieceKind::Pawn
                && self.en_passant == Some(to)
                && self.en_passant_capturers::<C>(to).has(from);
        }
        let reaches = if kind == PieceKind::Pawn {
            self.pawn_reaches::<C>(mv)
        } else {
            let plain = !mv.is_promotion() && !mv.is_double_push();
            let piece = Piece { color: C::COLOR, kind };
            plain && self.has_known_kind(mv) && attacks::of(piece, from, self.occupied()).has(to)
        };
        reaches
            && !self.color(C::COLOR).has(to)
            && self.color(!C::COLOR).has(to) == mv.is_capture()
            && self.king_stays_safe::<C>(kind, from, to)
    }

    /// Rejects the unused move kinds 3, 6 and 7, which a hash collision can produce.
    fn has_known_kind(&self, mv: Move) -> bool {
        !matches!(mv.bits() >> 12, 3 | 6 | 7)
    }

    fn pawn_reaches<C: Side>(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let last = Bitboard::rank(C::COLOR.relative_rank(7));
        if last.has(to) != mv.is_promotion() || !self.has_known_kind(mv) {
            return false;
        }
        if mv.is_capture() {
            return attacks::pawn(C::COLOR, from).has(to);
        }
        let empty = !self.occupied();
        let single = Bitboard::of(from).shifted(C::COLOR.up()) & empty;
        if mv.is_double_push() {
            let third = Bitboard::rank(C::COLOR.relative_rank(2));
            return ((single & third).shifted(C::COLOR.up()) & empty).has(to);
        }
        single.has(to)
    }

    fn king_stays_safe<C: Side>(&self, kind: PieceKind, from: Square, to: Square) -> bool {
        let king = self.king(C::COLOR);
        if kind == PieceKind::King {
            let occupied = self.occupied() ^ Bitboard::of(king);
            return !self.attackers(to, occupied).intersects(self.color(!C::COLOR));
        }
        if self.checkers.has_many() || self.pinned.has(from) && !attacks::line(king, from).has(to) {
            return false;
        }
        self.checkers.is_empty()
            || (attacks::between(king, self.checkers.first()) | self.checkers).has(to)
    }
}
