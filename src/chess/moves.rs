//! Moves in 16 bits, and move lists.
//!
//! ```text
//! bit  15  12 11     6 5      0
//!     ┌──────┬────────┬────────┐
//!     │ kind │   to   │  from  │
//!     └──────┴────────┴────────┘
//! kind  0 quiet  1 double push  2 castling  4 capture  5 en passant
//!       8–11 promotion to N B R Q        12–15 the same with a capture
//! ```
//! Bit 14 marks captures and bit 15 promotions. Castling is encoded as king takes own rook (from
//! the king's square to the rook's), which is unambiguous in every Chess960 position. [`Move::uci`]
//! writes both notations.

use super::piece::PieceKind;
use super::square::Square;
use arrayvec::ArrayVec;
use std::fmt;
use std::num::NonZeroU16;

/// Kind of a move without promotion (quiet, capture, castling, double push or en passant).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MoveKind {
    /// Quiet move.
    Quiet = 0,
    /// Double pawn push.
    DoublePush = 1,
    /// Castling.
    Castling = 2,
    /// Capture on the target square.
    Capture = 4,
    /// En passant capture.
    EnPassant = 5,
}

const CAPTURE_BIT: u16 = 1 << 14;
const PROMOTION_BIT: u16 = 1 << 15;

/// Chess move encoded in 16 bits (origin, target and kind). `Option<Move>` is two bytes as well:
/// the encoding of a1a1 is unused.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// Creates a move that is not a promotion.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move::pack(from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12)
    }

    /// Creates a promotion; `piece` is an index into `PieceKind::PROMOTIONS`.
    #[inline]
    pub const fn promoting(from: Square, to: Square, piece: u16, capture: bool) -> Move {
        let kind = 8 | (capture as u16) << 2 | piece;
        Move::pack(from.index() as u16 | (to.index() as u16) << 6 | kind << 12)
    }

    #[inline]
    const fn pack(bits: u16) -> Move {
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            // The move generator never generates a1a1. A wrong move is better here than an abort
            // during a game.
            None => Move(NonZeroU16::MAX),
        }
    }

    /// The 16-bit encoding of the move, as stored in the transposition table.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Decodes a move from 16 bits without a legality check; `None` for zero. The result may be
    /// illegal: check it with [`Board::is_legal`](super::Board::is_legal).
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// Square that the move starts from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.bits() as u8)
    }

    /// Target square of the move; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.bits() >> 6) as u8)
    }

    /// Whether the move is a capture, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.bits() & CAPTURE_BIT != 0
    }

    /// Whether the move is a promotion.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.bits() & PROMOTION_BIT != 0
    }

    /// Whether the move is a capture or a promotion.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.bits() & (CAPTURE_BIT | PROMOTION_BIT) != 0
    }

    /// Whether the move is castling.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.bits() >> 12 == MoveKind::Castling as u16
    }

    /// Whether the move is a double pawn push.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.bits() >> 12 == MoveKind::DoublePush as u16
    }

    /// Whether the move is an en passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.bits() >> 12 == MoveKind::EnPassant as u16
    }

    /// Promotion piece; `None` if the move is no promotion.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        if self.is_promotion() {
            Some(PieceKind::PROMOTIONS[(self.bits() >> 12 & 3) as usize])
        } else {
            None
        }
    }

    /// Square of the king after a castling move (c- or g-file).
    #[inline]
    pub const fn castling_king_target(self) -> Square {
        Square::at(if self.to().index() > self.from().index() { 6 } else { 2 }, self.from().rank())
    }

    /// Square of the rook after a castling move (d- or f-file).
    #[inline]
    pub const fn castling_rook_target(self) -> Square {
        Square::at(if self.to().index() > self.from().index() { 5 } else { 3 }, self.from().rank())
    }

    /// Formats the move in UCI notation; castling is `e1h1` under Chess960 and `e1g1` otherwise.
    pub fn uci(self, chess960: bool) -> String {
        let to =
            if self.is_castling() && !chess960 { self.castling_king_target() } else { self.to() };
        let promotion = self.promotion().map_or(String::new(), |kind| kind.letter().to_string());
        format!("{}{to}{promotion}", self.from())
    }
}

impl fmt::Debug for Move {
    /// Writes UCI's Chess960 notation, which shows the encoded squares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.uci(true))
    }
}

/// The greatest number of legal moves in a position that can arise in a game.
pub const MAX_LEGAL_MOVES: usize = 218;

/// List with space for all legal moves of a position.
pub type MoveList = ArrayVec<Move, 256>;
