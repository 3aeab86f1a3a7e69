//! The input features of the network: the pieces on their squares, in one view for each side.
//!
//! A view has a set of 768 inputs (own and opposing pieces, six kinds, 64 squares) for each region
//! of its own king. Ranks count from the view's own back rank. Files are mirrored so that its king
//! stands on a to d: a position and its mirror image have the same inputs. The number of inputs in
//! the file of a network selects its [`Regions`].

use crate::chess::{Board, Color, Piece, PieceKind, Square};

/// The number of inputs of one view with its king in one region.
pub const PLACES: usize = 2 * 6 * 64;
/// The maximum number of regions of the own king.
pub const MOST_REGIONS: usize = 8;
/// The number of output buckets; the number of pieces on the board selects one.
pub const BUCKETS: usize = 8;
/// The number of piece counts that share an output bucket.
const BUCKET_WIDTH: usize = 32 / BUCKETS;
/// The maximum number of pieces on a board.
pub const MOST_MEN: usize = 32;

/// The maximum number of different views of one side: a region and a half of the board for the own
/// king.
pub const VIEWS: usize = 2 * MOST_REGIONS;

/// A division of the squares of the own king into regions. Each division refines the one before.
#[derive(Debug, PartialEq, Eq)]
pub struct Regions {
    count: usize,
    /// The region of a king on each square of its view.
    of_square: [u8; 64],
}

impl Regions {
    /// One region: the square of the king does not matter.
    pub const ONE: &'static Regions = &Regions::new(1);
    /// Back rank near the corner, back rank near the centre, second rank, and higher.
    pub const FOUR: &'static Regions = &Regions::new(4);
    /// First and second rank each near the corner and near the centre, third rank, fourth rank,
    /// fifth and sixth rank, and higher.
    pub const EIGHT: &'static Regions = &Regions::new(8);
    /// All divisions, from coarse to fine.
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

    /// Returns the division into this number of regions; `None` if there is none.
    pub fn of_count(count: usize) -> Option<&'static Regions> {
        Regions::ALL.into_iter().find(|regions| regions.count == count)
    }

    /// Returns the number of regions.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of inputs of one view.
    pub fn inputs(&self) -> usize {
        self.count * PLACES
    }

    /// Returns the region of a king on a square of its view.
    #[inline(always)]
    pub fn of(&self, king: usize) -> usize {
        usize::from(self.of_square[king % 64])
    }

    /// Returns the region of a coarser division that contains this region.
    pub fn parent(&self, region: usize, coarser: &Regions) -> usize {
        let square = (0..64).find(|&square| self.of(square) == region);
        square.map_or(0, |square| coarser.of(square))
    }
}

/// The view of the board for one side.
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
    /// Creates the view of a side with its king on this square.
    #[inline(always)]
    pub fn new(regions: &Regions, color: Color, king: Square) -> View {
        let ranks = if color == Color::White { 0 } else { 56 };
        let files = if king.file() < 4 { 0 } else { 7 };
        let flip = ranks ^ files;
        View { color, flip, region: regions.of(king.index() ^ flip) }
    }

    /// Returns the view of a side of this board.
    #[inline(always)]
    pub fn of(regions: &Regions, board: &Board, color: Color) -> View {
        View::new(regions, color, board.king(color))
    }

    /// Returns the number of the view, below [`VIEWS`], from the king's region and half of the
    /// board. Views of one side with the same number have the same inputs.
    #[inline(always)]
    pub fn number(&self) -> usize {
        self.region * 2 + usize::from(self.flip & 7 != 0)
    }

    /// Returns the index of a piece's input.
    #[inline(always)]
    pub fn input(&self, piece: Piece, square: Square) -> usize {
        input(self.region, piece.color == self.color, piece.kind, square.index() ^ self.flip)
    }
}

/// The index of the input of an own or opposing piece, with the own king in this region.
#[inline(always)]
pub const fn input(region: usize, is_own: bool, kind: PieceKind, square: usize) -> usize {
    region * PLACES + (if is_own { 0 } else { PLACES / 2 }) + kind.index() * 64 + square
}

/// Returns the output bucket for this number of pieces on the board.
#[inline(always)]
pub const fn bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) / BUCKET_WIDTH;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inputs of a view, sorted.
    fn inputs(board: &Board, color: Color) -> Vec<usize> {
        let view = View::of(Regions::FOUR, board, color);
        let pieces =
            board.occupied().filter_map(|square| Some(view.input(board.piece_on(square)?, square)));
        let mut inputs: Vec<usize> = pieces.collect();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn each_view_lists_own_pieces_first() {
        let board = Board::default();
        assert_eq!(inputs(&board, Color::White), inputs(&board, Color::Black));
        let board: Board = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().expect("sound");
        // The king on e1 turns the files: it stands on d1, in the second region, and its rook on
        // h1.
        assert_eq!(
            inputs(&board, Color::White),
            [3 * 64 + 7, 5 * 64 + 3, 384 + 5 * 64 + 56 + 3].map(|place| PLACES + place)
        );
        assert_eq!(inputs(&board, Color::White), inputs(&board.mirrored(), Color::Black));
    }

    #[test]
    fn mirrored_files_have_the_same_inputs() {
        let boards =
            ["1k6/pp6/8/8/3N4/8/P7/1K4R1 w - - 0 1", "6k1/6pp/8/8/4N3/8/7P/1R4K1 w - - 0 1"];
        let [left, right] = boards.map(|fen| fen.parse::<Board>().expect(fen));
        for color in [Color::White, Color::Black] {
            assert_eq!(inputs(&left, color), inputs(&right, color));
        }
    }

    #[test]
    fn every_king_region_and_half_has_its_own_number() {
        let numbers = |regions: &Regions, squares: [&str; 5]| {
            squares.map(|square| {
                View::new(regions, Color::White, square.parse().expect(square)).number()
            })
        };
        assert_eq!(numbers(Regions::FOUR, ["b1", "d1", "a2", "d3", "c8"]), [0, 2, 4, 6, 6]);
        assert_eq!(numbers(Regions::FOUR, ["g1", "e1", "h2", "e3", "f8"]), [1, 3, 5, 7, 7]);
        assert_eq!(numbers(Regions::EIGHT, ["b2", "d2", "a3", "d4", "c8"]), [4, 6, 8, 10, 14]);
        assert_eq!(numbers(Regions::EIGHT, ["g2", "e2", "h3", "e4", "f5"]), [5, 7, 9, 11, 13]);
        assert_eq!(numbers(Regions::ONE, ["a1", "h1", "d4", "e5", "c8"]), [0, 1, 0, 1, 0]);
        let black = View::new(Regions::FOUR, Color::Black, "g8".parse().expect("a square"));
        assert_eq!(black.number(), 1);
        for regions in Regions::ALL {
            let [near, far] =
                [0, 63].map(|king| input(regions.of(king), false, PieceKind::King, 63));
            assert_eq!((near, far), (PLACES - 1, regions.inputs() - 1));
        }
    }

    #[test]
    fn each_division_refines_the_one_before() {
        for pair in Regions::ALL.windows(2) {
            for square in 0..64 {
                let parent = pair[1].parent(pair[1].of(square), pair[0]);
                assert_eq!(parent, pair[0].of(square), "{square}");
            }
        }
        assert_eq!(Regions::of_count(8), Some(Regions::EIGHT));
        assert_eq!(Regions::of_count(5), None);
    }

    #[test]
    fn every_piece_count_has_an_output() {
        assert_eq!([2, 4, 5, 8, 9, 28, 29, 32].map(bucket), [0, 0, 1, 1, 2, 6, 7, 7]);
    }
}
