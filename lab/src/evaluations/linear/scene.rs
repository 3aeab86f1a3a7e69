//! The board from the point of view of one side, which is a type parameter.
//! Squares and bitboards keep their orientation; directions and ranks depend on the side. Each
//! feature is written once, and no bitboard is flipped.

use super::features::KING_ZONES;
use secateur::chess::color::Side;
use secateur::chess::{Bitboard, Board, Color, PieceKind, Square};

/// Attacked squares of one side, by kind of piece.
#[derive(Clone, Debug, Default)]
pub struct Army {
    /// Attacks by kind of piece.
    pub attacks: [Bitboard; 6],
    /// Attacks of all pieces but the king.
    pub helped: Bitboard,
    /// Attacks of all pieces.
    pub attacked: Bitboard,
    /// Index of its piece configuration.
    pub configuration: usize,
    /// Number of pieces that attack the zone of the enemy king.
    pub attackers: u32,
    /// Number of attacked squares of that zone, summed over these pieces.
    pub pressure: u32,
}

/// Position with the attacked squares of both sides.
#[derive(Debug)]
pub struct Scene<'a> {
    /// The position.
    pub board: &'a Board,
    /// The attacks of White and Black.
    pub armies: [Army; 2],
    /// The occupied squares.
    pub occupied: Bitboard,
}

impl Scene<'_> {
    /// The attacks of side `C`.
    #[inline(always)]
    pub fn army<C: Side>(&self) -> &Army {
        &self.armies[C::COLOR.index()]
    }
}

/// The pieces of side `C` of a kind.
#[inline(always)]
pub fn pieces<C: Side>(board: &Board, kind: PieceKind) -> Bitboard {
    board.pieces(C::COLOR, kind)
}

/// The pawns of side `C`.
#[inline(always)]
pub fn pawns<C: Side>(board: &Board) -> Bitboard {
    board.pieces(C::COLOR, PieceKind::Pawn)
}

/// A bitboard from the point of view of side `C`: flipped vertically for Black.
#[inline(always)]
pub fn seen_by<C: Side>(set: Bitboard) -> Bitboard {
    if C::COLOR == Color::White { set } else { Bitboard(set.0.swap_bytes()) }
}

/// The set moved one rank ahead, as seen by side `C`.
#[inline(always)]
pub fn ahead<C: Side>(set: Bitboard) -> Bitboard {
    set.shifted(C::COLOR.up())
}

/// The set moved one rank back, as seen by side `C`.
#[inline(always)]
pub fn behind<C: Side>(set: Bitboard) -> Bitboard {
    ahead::<C::Other>(set)
}

/// The set with all squares behind it, as seen by side `C`.
#[inline(always)]
pub fn fill_behind<C: Side>(set: Bitboard) -> Bitboard {
    let twice = set | behind::<C>(set);
    if C::COLOR == Color::White {
        let four = twice | twice.shifted(-16);
        four | four.shifted(-32)
    } else {
        let four = twice | twice.shifted(16);
        four | four.shifted(32)
    }
}

/// The rank with this number, counted from the side's own back rank.
#[inline(always)]
pub fn rank<C: Side>(rank: u8) -> Bitboard {
    Bitboard::rank(C::COLOR.relative_rank(rank))
}

/// The XOR mask that mirrors a king from files a to d to files e to h.
#[inline(always)]
pub fn file_flip(king: Square) -> usize {
    if king.file() < 4 { 7 } else { 0 }
}

/// The XOR mask that orients squares for side `C` and mirrors them with this king.
#[inline(always)]
pub fn flip<C: Side>(king: Square) -> usize {
    file_flip(king) ^ if C::COLOR == Color::White { 0 } else { 56 }
}

/// The zone of a king, from its own point of view.
/// Zones are castled short (mirrored: long), f1, and the centre of the back rank; the second rank
/// behind its pawns or in the centre; the third and fourth rank; further up.
#[inline(always)]
pub fn king_zone(king: Square) -> usize {
    // at most 7, so that the compiler omits the bounds check
    usize::from(ZONES[king] & 7)
}

static ZONES: [u8; 64] = {
    let mut zones = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square & 7, square >> 3);
        let file = if file < 4 { 7 - file } else { file };
        zones[square] = match rank {
            0 => [0, 0, 0, 0, 2, 1, 0, 0][file],
            1 if file < 6 => 4,
            1 => 3,
            2 | 3 => 5,
            _ => 6,
        };
        assert!((zones[square] as usize) < KING_ZONES);
        square += 1;
    }
    zones
};

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::chess::attacks;
    use secateur::chess::color::{Black, White};

    #[test]
    fn the_view_of_black_is_flipped_vertically() {
        let set = Bitboard::of(Square::at(0, 6)) | Bitboard::of(Square::at(3, 4));
        let flipped = seen_by::<Black>(set);
        assert_eq!(flipped, Bitboard::of(Square::at(0, 1)) | Bitboard::of(Square::at(3, 3)));
        for (black, white) in [
            (ahead::<Black>(set), ahead::<White>(flipped)),
            (behind::<Black>(set), behind::<White>(flipped)),
            (attacks::pawns(Color::Black, set), attacks::pawns(Color::White, flipped)),
            (fill_behind::<Black>(set), fill_behind::<White>(flipped)),
        ] {
            assert_eq!(seen_by::<Black>(black), white);
        }
        assert_eq!(attacks::pawns(Color::White, flipped).count(), 3);
        assert_eq!(flip::<Black>(Square::at(6, 7)), 56);
        assert_eq!(flip::<White>(Square::at(2, 0)), 7);
    }

    #[test]
    fn fill_behind_fills_towards_the_back_rank_only() {
        assert_eq!(fill_behind::<White>(Bitboard::of(Square::at(2, 3))).count(), 4);
        assert!(fill_behind::<White>(Bitboard::of(Square::at(2, 3))).has(Square::at(2, 0)));
    }

    #[test]
    fn king_side_and_queen_side_are_symmetric() {
        for rank in 0..8 {
            for file in 0..4 {
                assert_eq!(
                    king_zone(Square::at(file, rank)),
                    king_zone(Square::at(7 - file, rank))
                );
            }
        }
    }
}
