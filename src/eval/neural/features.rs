//! What the network sees: which piece stands where, once with the eyes of each side.
//!
//! A view has 768 inputs: own and other pieces, six kinds, 64 squares. Ranks are counted from the viewer's own back rank, and
//! files are turned so that the viewer's own king stands on a to d: a position and its mirror image look the same.

use crate::chess::{Board, Color, Piece, PieceKind, Square};

/// Inputs of one view.
pub const INPUTS: usize = 2 * 6 * 64;
/// Outputs, of which the number of men on the board chooses one.
pub const BUCKETS: usize = 8;
/// Men that share an output.
const BUCKET_WIDTH: usize = 32 / BUCKETS;
/// Men on a board, at most.
pub const MOST_MEN: usize = 32;

/// How a side looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Whose view it is.
    pub color: Color,
    /// What turns a square of the board into one of the view, by exclusive or.
    flip: usize,
}

impl View {
    /// The view of a side whose king stands there.
    #[inline(always)]
    pub fn new(color: Color, king: Square) -> View {
        let ranks = if color == Color::White { 0 } else { 56 };
        let files = if king.file() < 4 { 0 } else { 7 };
        View { color, flip: ranks ^ files }
    }

    /// The view of a side of this board.
    #[inline(always)]
    pub fn of(board: &Board, color: Color) -> View {
        View::new(color, board.king(color))
    }

    /// The half of the board that the king stands on: 0 for the files a to d, 1 for e to h.
    #[inline(always)]
    pub fn half(&self) -> usize {
        usize::from(self.flip & 7 != 0)
    }

    /// The input of a piece.
    #[inline(always)]
    pub fn input(&self, piece: Piece, square: Square) -> usize {
        input(piece.color == self.color, piece.kind, square.index() ^ self.flip)
    }
}

/// The input of an own or other piece on a square of the view.
#[inline(always)]
pub const fn input(is_own: bool, kind: PieceKind, square: usize) -> usize {
    (if is_own { 0 } else { INPUTS / 2 }) + kind.index() * 64 + square
}

/// The output for so many men on the board.
#[inline(always)]
pub const fn bucket(men: usize) -> usize {
    let bucket = men.saturating_sub(1) / BUCKET_WIDTH;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inputs of a view, sorted.
    fn inputs(board: &Board, color: Color) -> Vec<usize> {
        let view = View::of(board, color);
        let men = board.occupied().filter_map(|square| Some(view.input(board.piece_on(square)?, square)));
        let mut inputs: Vec<usize> = men.collect();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn both_sides_see_their_own_first() {
        let board = Board::default();
        assert_eq!(inputs(&board, Color::White), inputs(&board, Color::Black));
        let board: Board = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().expect("sound");
        // The king on e1 turns the files: it stands on d1 and its rook on h1.
        assert_eq!(inputs(&board, Color::White), [3 * 64 + 7, 5 * 64 + 3, 384 + 5 * 64 + 56 + 3]);
        assert_eq!(inputs(&board, Color::White), inputs(&board.mirrored(), Color::Black));
    }

    #[test]
    fn mirrored_files_look_the_same() {
        let boards = ["1k6/pp6/8/8/3N4/8/P7/1K4R1 w - - 0 1", "6k1/6pp/8/8/4N3/8/7P/1R4K1 w - - 0 1"];
        let [left, right] = boards.map(|fen| fen.parse::<Board>().expect(fen));
        for color in [Color::White, Color::Black] {
            assert_eq!(inputs(&left, color), inputs(&right, color));
        }
    }

    #[test]
    fn every_number_of_men_has_an_output() {
        assert_eq!([2, 4, 5, 8, 9, 28, 29, 32].map(bucket), [0, 0, 1, 1, 2, 6, 7, 7]);
    }
}
