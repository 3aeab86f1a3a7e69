//! The input features of the network: the pieces on their squares, in one perspective for each
//! side.
//!
//! A perspective has a set of 768 inputs (own and opposing pieces, six kinds, 64 squares) for each
//! king bucket. Ranks count from the perspective's own back rank. Files are
//! mirrored so that its king stands on a to d: a position and its mirror image have the same
//! inputs. The number of inputs in the file of a network selects its [`KingBuckets`].

use crate::chess::{Board, Color, Piece, PieceKind, Square};

/// Number of network inputs per king bucket (own and opposing pieces, six kinds, 64 squares).
pub const INPUTS_PER_KING_BUCKET: usize = 2 * 6 * 64;
/// Maximum number of king buckets in a network (each king bucket has its own inputs).
const MAX_KING_BUCKETS: usize = 8;
/// Number of output buckets of the network, which are selected by the number of pieces on the
/// board.
pub const OUTPUT_BUCKETS: usize = 8;
/// The number of piece counts that share an output bucket.
const PIECE_COUNTS_PER_OUTPUT_BUCKET: usize = 32 / OUTPUT_BUCKETS;
/// Maximum number of pieces on a board.
pub const MAX_PIECES: usize = 32;

/// Number of entries of the refresh table for each side: king buckets times board halves.
pub const REFRESH_ENTRIES: usize = 2 * MAX_KING_BUCKETS;

/// Division of the board into king buckets, each with its own network inputs. Each division
/// refines the coarser ones.
#[derive(Debug, PartialEq, Eq)]
pub struct KingBuckets {
    count: usize,
    /// The king bucket of each king square, seen from its own side.
    of_square: [u8; 64],
}

impl KingBuckets {
    /// Division with a single king bucket, so that network inputs do not depend on the king's
    /// square.
    pub const ONE: &'static KingBuckets = &KingBuckets::new(1);
    /// Division into four king buckets (back rank near corner, back rank near centre, second rank,
    /// higher).
    pub const FOUR: &'static KingBuckets = &KingBuckets::new(4);
    /// Division into eight king buckets, by rank and, on the first two ranks, by distance from the
    /// corner.
    pub const EIGHT: &'static KingBuckets = &KingBuckets::new(8);
    /// All divisions into king buckets, from coarse (1 king bucket) to fine (8).
    pub const ALL: [&'static KingBuckets; 3] =
        [KingBuckets::ONE, KingBuckets::FOUR, KingBuckets::EIGHT];

    const fn new(count: usize) -> KingBuckets {
        let mut of_square = [0; 64];
        let mut king = 0;
        while king < 64 {
            let near_corner = king % 8 < 2;
            of_square[king] = match (count, king / 8) {
                (1, _) => 0,
                (_, 0) => !near_corner as u8,
                (4, 1) => 2,
                (4, _) => 3,
                (_, 1) => 2 + !near_corner as u8,
                (_, 2) => 4,
                (_, 3) => 5,
                (_, 4 | 5) => 6,
                _ => 7,
            };
            king += 1;
        }
        KingBuckets { count, of_square }
    }

    /// Returns the division of the board into this number of king buckets; `None` if there is none.
    pub fn of_count(count: usize) -> Option<&'static KingBuckets> {
        KingBuckets::ALL.into_iter().find(|king_buckets| king_buckets.count == count)
    }

    /// Returns the number of king buckets.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of network inputs of one perspective, over all king buckets.
    pub fn inputs(&self) -> usize {
        self.count * INPUTS_PER_KING_BUCKET
    }

    /// Returns the king bucket of a square, given relative to the king's own side.
    #[inline(always)]
    pub fn of(&self, king: usize) -> usize {
        usize::from(self.of_square[king % 64])
    }

    /// Returns the king bucket of a coarser division that contains this king bucket.
    pub fn parent(&self, king_bucket: usize, coarser: &KingBuckets) -> usize {
        let square = (0..64).find(|&square| self.of(square) == king_bucket);
        square.map_or(0, |square| coarser.of(square))
    }
}

/// Board as one side's network inputs represent it, with colours, ranks and files relative to its
/// king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// The side of the perspective.
    pub color: Color,
    /// The XOR mask that converts a square of the board to a square of the perspective.
    flip: usize,
    /// The king bucket of this side.
    king_bucket: usize,
}

impl Perspective {
    /// Creates the perspective of a side whose king is on `king`.
    #[inline(always)]
    pub fn new(king_buckets: &KingBuckets, color: Color, king: Square) -> Perspective {
        let ranks = if color == Color::White { 0 } else { 56 };
        let files = if king.file() < 4 { 0 } else { 7 };
        let flip = ranks ^ files;
        Perspective { color, flip, king_bucket: king_buckets.of(king.index() ^ flip) }
    }

    /// Creates the network perspective of one side of a board.
    #[inline(always)]
    pub fn of(king_buckets: &KingBuckets, board: &Board, color: Color) -> Perspective {
        Perspective::new(king_buckets, color, board.king(color))
    }

    /// Returns the number of the perspective (below [`REFRESH_ENTRIES`]), which is equal for equal
    /// king bucket and board half. Perspectives of one side with the same number have the same
    /// inputs.
    #[inline(always)]
    pub fn number(&self) -> usize {
        self.king_bucket * 2 + usize::from(self.flip & 7 != 0)
    }

    /// Returns the index of the network input for a piece on a square.
    #[inline(always)]
    pub fn input(&self, piece: Piece, square: Square) -> usize {
        input(self.king_bucket, piece.color == self.color, piece.kind, square.index() ^ self.flip)
    }

    /// Returns the index of the network input for a piece on its square, like
    /// [`Perspective::input`].
    #[inline(always)]
    pub fn input_of(&self, placed: PackedPiece) -> u16 {
        let mask = (self.color.index() as u16) << PackedPiece::COLOR | self.flip as u16;
        let seen = placed.0 ^ mask;
        let side = (seen >> PackedPiece::COLOR) * (INPUTS_PER_KING_BUCKET / 2) as u16;
        (self.king_bucket * INPUTS_PER_KING_BUCKET) as u16 + side + (seen & PackedPiece::PLACE)
    }
}

/// A piece on a square, in one number: its colour in bit 9, its kind from bit 6, its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPiece(u16);

impl PackedPiece {
    /// The bits of kind and square.
    const PLACE: u16 = 0x1ff;
    /// The position of the colour's bit.
    const COLOR: u16 = 9;

    /// Packs a piece and its square into one number.
    #[inline(always)]
    pub fn new(piece: Piece, square: Square) -> PackedPiece {
        let place = piece.kind.index() * 64 + square.index();
        PackedPiece((piece.color.index() as u16) << PackedPiece::COLOR | place as u16)
    }
}

/// Returns the index of the network input for a piece on a square of the perspective, in one king
/// bucket.
#[inline(always)]
pub const fn input(king_bucket: usize, is_own: bool, kind: PieceKind, square: usize) -> usize {
    king_bucket * INPUTS_PER_KING_BUCKET
        + (if is_own { 0 } else { INPUTS_PER_KING_BUCKET / 2 })
        + kind.index() * 64
        + square
}

/// Returns the output bucket of the network for this number of pieces on the board.
#[inline(always)]
pub const fn output_bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / PIECE_COUNTS_PER_OUTPUT_BUCKET;
    if bucket < OUTPUT_BUCKETS { bucket } else { OUTPUT_BUCKETS - 1 }
}
