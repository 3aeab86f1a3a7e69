//! The input features of the network: the pieces on their squares, in one view for each side.
//!
//! A view has a set of 768 inputs (own and opposing pieces, six kinds, 64 squares) for each region
//! of its own king. Ranks count from the view's own back rank. Files are mirrored so that its king
//! stands on a to d: a position and its mirror image have the same inputs.

use crate::chess::{Board, Color, Piece, PieceKind, Square};

/// Number of inputs of one view for one king region: own and opposing pieces, six kinds, 64
/// squares.
pub const PLACES: usize = 2 * 6 * 64;
/// Number of king regions, each of which has inputs of its own.
pub const REGIONS: usize = 4;
/// Number of inputs of one view over all king regions.
pub const INPUTS: usize = REGIONS * PLACES;
/// Number of output buckets; the number of pieces on the board selects one.
pub const BUCKETS: usize = 8;
/// The number of piece counts that share an output bucket.
const BUCKET_WIDTH: usize = 32 / BUCKETS;
/// Maximum number of pieces on a board.
pub const MAX_PIECES: usize = 32;

/// Number of different views of one side, by king region and half of the board.
pub const VIEWS: usize = 2 * REGIONS;

/// The board as one side sees it: colours, ranks and files relative to its own king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The side of the view.
    pub color: Color,
    /// The XOR mask that converts a square of the board to a square of the view.
    flip: usize,
    /// The region of the own king.
    region: usize,
}

impl View {
    /// Creates the view of a side whose king is on this square.
    #[inline(always)]
    pub fn new(color: Color, king: Square) -> View {
        let ranks = if color == Color::White { 0 } else { 56 };
        let files = if king.file() < 4 { 0 } else { 7 };
        let flip = ranks ^ files;
        View { color, flip, region: region(king.index() ^ flip) }
    }

    /// Creates the view of a side of this board.
    #[inline(always)]
    pub fn of(board: &Board, color: Color) -> View {
        View::new(color, board.king(color))
    }

    /// Returns the number of the view, below [`VIEWS`], from the king's region and half of the
    /// board. Views of one side with the same number have the same inputs.
    #[inline(always)]
    pub fn number(&self) -> usize {
        self.region * 2 + usize::from(self.flip & 7 != 0)
    }

    /// Returns the index of the network input of a piece on a square.
    #[inline(always)]
    pub fn input(&self, piece: Piece, square: Square) -> usize {
        input(self.region, piece.color == self.color, piece.kind, square.index() ^ self.flip)
    }
}

/// Returns the index of the input of an own or opposing piece, for the own king in this region.
#[inline(always)]
pub const fn input(region: usize, is_own: bool, kind: PieceKind, square: usize) -> usize {
    region * PLACES + (if is_own { 0 } else { PLACES / 2 }) + kind.index() * 64 + square
}

/// Returns the king region of a square of the view, 0 to 3. The regions are: back rank near the
/// corner, back rank near the centre, second rank, higher ranks.
#[inline(always)]
pub const fn region(king: usize) -> usize {
    match (king / 8, king % 8) {
        (0, 0 | 1) => 0,
        (0, _) => 1,
        (1, _) => 2,
        _ => 3,
    }
}

/// Returns the output bucket for this number of pieces on the board.
#[inline(always)]
pub const fn bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / BUCKET_WIDTH;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
