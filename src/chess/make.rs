//! Making moves and null moves.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{Black, Color, Side, White};
use super::moves::Move;
use super::piece::PieceKind;
use super::square::Square;
use super::zobrist;

impl Board {
    /// Returns the position after a legal move, as a copy (copy-make).
    #[inline]
    pub fn after(&self, mv: Move) -> Board {
        let mut next = *self;
        next.make(mv);
        next
    }

    /// Makes a legal move on this board itself, without the copy that [`Board::after`] returns.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        match self.side {
            Color::White => self.make_as::<White>(mv),
            Color::Black => self.make_as::<Black>(mv),
        }
    }

    /// [`Board::make`] with the side to move known at compile time.
    #[inline]
    pub(super) fn make_as<C: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = self.mailbox[from] else {
            debug_assert!(false, "no piece on {from} for {mv:?}");
            return;
        };
        self.begin_turn::<C>();
        let mut touched = Bitboard::of(from) | Bitboard::of(to);
        if mv.is_castling() {
            self.take(C::COLOR, PieceKind::King, from);
            self.take(C::COLOR, PieceKind::Rook, to);
            self.put(C::COLOR, PieceKind::King, mv.castling_king_target());
            self.put(C::COLOR, PieceKind::Rook, mv.castling_rook_target());
        } else {
            if mv.is_capture() {
                self.capture::<C>(mv);
            }
            if let Some(promoted) = mv.promotion() {
                self.take(C::COLOR, PieceKind::Pawn, from);
                self.put(C::COLOR, promoted, to);
            } else {
                self.shift(C::COLOR, kind, from, to);
            }
            if kind == PieceKind::Pawn {
                self.reset_clocks();
            }
        }
        if kind == PieceKind::King {
            touched |= Bitboard::rank(C::COLOR.relative_rank(0));
        }
        self.remove_castling_rights(touched);
        self.refresh_checks::<C::Other>();
        if mv.is_double_push() {
            self.set_en_passant::<C::Other>(to.offset(-C::COLOR.up()));
        }
    }

    /// Approximate Zobrist key after a legal move, good enough for prefetching the transposition
    /// table. It is wrong for castling, promotions, en passant captures and moves that change
    /// castling rights or set the en passant square.
    #[inline]
    pub fn approximate_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let mover = self.mailbox[from].map_or(0, |kind| {
            zobrist::piece(self.side, kind, from) ^ zobrist::piece(self.side, kind, to)
        });
        let victim = self.mailbox[to].map_or(0, |kind| zobrist::piece(!self.side, kind, to));
        self.key_after_null() ^ mover ^ victim
    }

    /// Zobrist key of the position after a null move.
    #[inline]
    pub fn key_after_null(&self) -> u64 {
        self.key ^ zobrist::black_to_move() ^ self.en_passant.map_or(0, zobrist::en_passant)
    }

    /// Returns the position after a null move, as a copy. The side to move must not be in check.
    /// Positions before a null move do not count as repetitions.
    pub fn after_null(&self) -> Board {
        let mut next = *self;
        next.make_null();
        next
    }

    /// Makes a null move on this board itself, without a copy. The side to move must not be in
    /// check.
    pub fn make_null(&mut self) {
        match self.side {
            Color::White => {
                self.begin_turn::<White>();
                self.refresh_checks::<Black>();
            }
            Color::Black => {
                self.begin_turn::<Black>();
                self.refresh_checks::<White>();
            }
        }
        self.reversible = 0;
    }

    /// Updates what every move changes: side to move, clocks and en passant square.
    #[inline]
    fn begin_turn<C: Side>(&mut self) {
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.reversible = self.reversible.saturating_add(1);
        if C::COLOR == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.side = !C::COLOR;
        self.key ^= zobrist::black_to_move();
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square);
        }
    }

    #[inline]
    fn capture<C: Side>(&mut self, mv: Move) {
        let at = if mv.is_en_passant() { mv.to().offset(-C::COLOR.up()) } else { mv.to() };
        if let Some(victim) = self.mailbox[at] {
            self.take(!C::COLOR, victim, at);
        }
        self.reset_clocks();
    }

    /// Resets the clocks after an irreversible move.
    #[inline]
    fn reset_clocks(&mut self) {
        (self.halfmoves, self.reversible) = (0, 0);
    }

    #[inline]
    fn remove_castling_rights(&mut self, touched: Bitboard) {
        let lost = self.castling & touched;
        if lost.any() {
            self.castling ^= lost;
            self.key ^= zobrist::castling(lost);
        }
    }

    /// Sets the en passant square if side `C` has a legal en passant capture there.
    #[inline]
    fn set_en_passant<C: Side>(&mut self, target: Square) {
        if self.en_passant_capturers::<C>(target).any() {
            self.en_passant = Some(target);
            self.key ^= zobrist::en_passant(target);
        }
    }

    /// Pawns of side `C`, which is to move, with a legal en passant capture on `target`.
    #[inline]
    pub(super) fn en_passant_capturers<C: Side>(&self, target: Square) -> Bitboard {
        let candidates = attacks::pawn(!C::COLOR, target) & self.pieces(C::COLOR, PieceKind::Pawn);
        if candidates.is_empty() {
            return candidates;
        }
        let victim = Bitboard::of(target.offset(-C::COLOR.up()));
        let king = self.king(C::COLOR);
        let enemy = self.color(!C::COLOR);
        let leapers = self.kind(PieceKind::Knight) | self.kind(PieceKind::Pawn);
        if (self.checkers & leapers).without(victim).any() {
            return Bitboard::EMPTY;
        }
        // Two pawns leave the rank at once, so pins do not suffice: check the king's lines after
        // the capture.
        candidates
            .filter(|&from| {
                let occupied =
                    (self.occupied() ^ Bitboard::of(from) ^ victim) | Bitboard::of(target);
                let lines = attacks::bishop(king, occupied) & self.diagonal_sliders()
                    | attacks::rook(king, occupied) & self.orthogonal_sliders();
                !lines.intersects(enemy)
            })
            .collect()
    }
}
