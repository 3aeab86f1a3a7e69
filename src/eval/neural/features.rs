//! The input features of the network: the pieces on their squares, in one view for each side.
//!
//! A view has a set of 768 inputs (own and opposing pieces, six kinds, 64 squares) for each region
//! of its own king. Ranks count from the view's own back rank. Files are mirrored so that its king
//! stands on a to d: a position and its mirror image have the same inputs. The number of inputs in
//! the file of a network selects its [`Regions`].

use crate::chess::{Board, Color, Piece, PieceKind, Square};

/// Number of network inputs per king region (own and opposing pieces, six kinds, 64 squares).
pub const PLACES: usize = 2 * 6 * 64;
/// Maximum number of king regions in a network (each region has its own inputs).
pub const MAX_REGIONS: usize = 8;
/// Number of output buckets of the network, which are selected by the number of pieces on the
/// board.
pub const BUCKETS: usize = 8;
/// The number of piece counts that share an output bucket.
const BUCKET_WIDTH: usize = 32 / BUCKETS;
/// Maximum number of pieces on a board.
pub const MAX_PIECES: usize = 32;

/// Maximum number of different views of one side, given by king region and mirrored half of the
/// board.
pub const VIEWS: usize = 2 * MAX_REGIONS;

/// Division of the board into king regions (king buckets), each with its own network inputs. Each
/// division refines the coarser ones.
#[derive(Debug, PartialEq, Eq)]
pub struct Regions {
    count: usize,
    /// The region of a king on each square of its view.
    of_square: [u8; 64],
}

impl Regions {
    /// Division with a single king region, so that network inputs do not depend on the king's
    /// square.
    pub const ONE: &'static Regions = &Regions::new(1);
    /// Division into four king regions (back rank near corner, back rank near centre, second rank,
    /// higher).
    pub const FOUR: &'static Regions = &Regions::new(4);
    /// Division into eight king regions, by rank and, on the first two ranks, by distance from the
    /// corner.
    pub const EIGHT: &'static Regions = &Regions::new(8);
    /// All divisions into king regions, from coarse (1 region) to fine (8).
    pub const ALL: [&'static Regions; 3] = [Regions::ONE, Regions::FOUR, Regions::EIGHT];

    const fn new(count: usize) -> Regions {
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
        Regions { count, of_square }
    }

    /// Returns the division of the board into this number of king regions; `None` if there is none.
    pub fn of_count(count: usize) -> Option<&'static Regions> {
        Regions::ALL.into_iter().find(|regions| regions.count == count)
    }

    /// Returns the number of king regions.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of network inputs of one view, over all king regions.
    pub fn inputs(&self) -> usize {
        self.count * PLACES
    }

    /// Returns the king region of a square, given relative to the king's own side.
    #[inline(always)]
    pub fn of(&self, king: usize) -> usize {
        usize::from(self.of_square[king % 64])
    }

    /// Returns the region of a coarser division that contains this king region.
    pub fn parent(&self, region: usize, coarser: &Regions) -> usize {
        let square = (0..64).find(|&square| self.of(square) == region);
        square.map_or(0, |square| coarser.of(square))
    }
}

/// Board as one side's network inputs represent it, with colours, ranks and files relative to its
/// king.
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
    /// Creates the network view of a side whose king is on `king`.
    #[inline(always)]
    pub fn new(regions: &Regions, color: Color, king: Square) -> View {
        let ranks = if color == Color::White { 0 } else { 56 };
        let files = if king.file() < 4 { 0 } else { 7 };
        let flip = ranks ^ files;
        View { color, flip, region: regions.of(king.index() ^ flip) }
    }

    /// Creates the network view of one side of a board.
    #[inline(always)]
    pub fn of(regions: &Regions, board: &Board, color: Color) -> View {
        View::new(regions, color, board.king(color))
    }

    /// Returns the number of the view (below [`VIEWS`]), which is equal for equal king region and
    /// board half. Views of one side with the same number have the same inputs.
    #[inline(always)]
    pub fn number(&self) -> usize {
        self.region * 2 + usize::from(self.flip & 7 != 0)
    }

    /// Returns the index of the network input for a piece on a square.
    #[inline(always)]
    pub fn input(&self, piece: Piece, square: Square) -> usize {
        input(self.region, piece.color == self.color, piece.kind, square.index() ^ self.flip)
    }

    /// Returns the index of the network input for a piece on its square, like [`View::input`].
    #[inline(always)]
    pub fn input_of(&self, placed: Placed) -> u16 {
        let mask = (self.color.index() as u16) << Placed::COLOR | self.flip as u16;
        let seen = placed.0 ^ mask;
        let side = (seen >> Placed::COLOR) * (PLACES / 2) as u16;
        (self.region * PLACES) as u16 + side + (seen & Placed::PLACE)
    }
}

/// A piece on a square, in one number: its colour in bit 9, its kind from bit 6, its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed(u16);

impl Placed {
    /// The bits of kind and square.
    const PLACE: u16 = 0x1ff;
    /// The position of the colour's bit.
    const COLOR: u16 = 9;

    /// Packs a piece and its square into one number.
    #[inline(always)]
    pub fn new(piece: Piece, square: Square) -> Placed {
        let place = piece.kind.index() * 64 + square.index();
        Placed((piece.color.index() as u16) << Placed::COLOR | place as u16)
    }
}

/// Returns the index of the network input for a piece on a square of the view, in one king region.
#[inline(always)]
pub const fn input(region: usize, is_own: bool, kind: PieceKind, square: usize) -> usize {
    region * PLACES + (if is_own { 0 } else { PLACES / 2 }) + kind.index() * 64 + square
}

/// Returns the output bucket of the network for this number of pieces on the board.
#[inline(always)]
pub const fn bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / BUCKET_WIDTH;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
