//! Legality of castling, written for Chess960. Standard chess is one of its start positions. King
//! and rook start on any files of their rank and end on fixed squares.

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::Side;
use super::square::Square;

/// Masks of the squares that castling involves, on the first rank.
#[derive(Clone, Copy)]
struct CastlingPath {
    /// Squares the king crosses or ends on. They must not be attacked.
    king_path: u64,
    /// Squares that king and rook cross or end on. They must be empty but for king and rook.
    must_be_empty: u64,
}

/// Masks by the files of king and rook.
static PATHS: [[CastlingPath; 8]; 8] = {
    let mut paths = [[CastlingPath { king_path: 0, must_be_empty: 0 }; 8]; 8];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
            let must_be_empty = span(king, rook) | span(king, king_to) | span(rook, rook_to);
            let king_path = (span(king, king_to) & !(1 << king)) | 1 << king_to;
            paths[king][rook] = CastlingPath {
                king_path,
                must_be_empty: must_be_empty & !(1 << king) & !(1 << rook),
            };
            rook += 1;
        }
        king += 1;
    }
    paths
};

/// Files between two files, both included.
const fn span(from: usize, to: usize) -> u64 {
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    (2 << high) - (1 << low)
}

/// Squares that must not be attacked, and squares that must be empty, for castling with this king
/// and rook.
#[inline]
pub fn path<C: Side>(king: Square, rook: Square) -> [Bitboard; 2] {
    let CastlingPath { king_path, must_be_empty } =
        PATHS[usize::from(king.file())][usize::from(rook.file())];
    [king_path, must_be_empty].map(|squares| Bitboard(squares << (8 * C::COLOR.relative_rank(0))))
}

/// Squares that the king of side `C` crosses or ends on when it castles with this rook.
#[inline]
pub(super) fn king_path<C: Side>(king: Square, rook: Square) -> Bitboard {
    path::<C>(king, rook)[0]
}

impl Board {
    /// Rooks with which side `C`, which is to move, can castle if no square of [`king_path`] is
    /// attacked. The king is not in check, the castling right exists and the path is free.
    #[inline]
    pub(super) fn rooks_free_to_castle<C: Side>(&self, king: Square) -> Bitboard {
        let mut rooks = self.castling & Bitboard::rank(C::COLOR.relative_rank(0));
        if self.in_check() {
            return Bitboard::EMPTY;
        }
        for rook in rooks {
            // Castling with a rook that is pinned along the rank exposes the king (Chess960 only).
            if path::<C>(king, rook)[1].intersects(self.occupied()) || self.pinned.has(rook) {
                rooks ^= Bitboard::of(rook);
            }
        }
        rooks
    }

    /// Whether the king of side `C`, which is to move, can castle with the rook on this square.
    pub(super) fn can_castle<C: Side>(&self, king: Square, rook: Square) -> bool {
        let without_king = self.occupied() ^ Bitboard::of(king);
        self.rooks_free_to_castle::<C>(king).has(rook)
            && !king_path::<C>(king, rook).intersects(self.attacked_by::<C::Other>(without_king))
    }
}
