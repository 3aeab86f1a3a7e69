//! Unit tests of `secateur::eval::neural::features`.

use secateur::chess::{Bitboard, Board, Color, Piece, PieceKind};
use secateur::eval::neural::features::*;

/// The inputs of a perspective, sorted.
fn inputs(board: &Board, color: Color) -> Vec<usize> {
    let perspective = Perspective::of(KingBuckets::FOUR, board, color);
    let pieces = board
        .occupied()
        .filter_map(|square| Some(perspective.input(board.piece_on(square)?, square)));
    let mut inputs: Vec<usize> = pieces.collect();
    inputs.sort_unstable();
    inputs
}

#[test]
fn each_perspective_lists_own_pieces_first() {
    let board = Board::default();
    assert_eq!(inputs(&board, Color::White), inputs(&board, Color::Black));
    let board: Board = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().expect("valid FEN");
    // The king on e1 mirrors the files: it counts as on d1, in the second king bucket, and its rook
    // as on h1.
    assert_eq!(
        inputs(&board, Color::White),
        [3 * 64 + 7, 5 * 64 + 3, 384 + 5 * 64 + 56 + 3].map(|place| INPUTS_PER_KING_BUCKET + place)
    );
    assert_eq!(inputs(&board, Color::White), inputs(&board.mirrored(), Color::Black));
}

#[test]
fn mirrored_files_have_the_same_inputs() {
    let boards = ["1k6/pp6/8/8/3N4/8/P7/1K4R1 w - - 0 1", "6k1/6pp/8/8/4N3/8/7P/1R4K1 w - - 0 1"];
    let [left, right] = boards.map(|fen| fen.parse::<Board>().expect(fen));
    for color in [Color::White, Color::Black] {
        assert_eq!(inputs(&left, color), inputs(&right, color));
    }
}

#[test]
fn packed_pieces_have_the_same_inputs() {
    let pieces =
        Color::ALL.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| Piece { color, kind }));
    for piece in pieces {
        for king in Bitboard(!0) {
            for side in Color::ALL {
                let perspective = Perspective::new(KingBuckets::EIGHT, side, king);
                for square in Bitboard(!0) {
                    let packed = perspective.input_of(PackedPiece::new(piece, square));
                    assert_eq!(usize::from(packed), perspective.input(piece, square));
                }
            }
        }
    }
}

#[test]
fn each_king_bucket_and_board_half_has_its_own_number() {
    let numbers = |king_buckets: &KingBuckets, squares: [&str; 5]| {
        squares.map(|square| {
            Perspective::new(king_buckets, Color::White, square.parse().expect(square)).number()
        })
    };
    assert_eq!(numbers(KingBuckets::FOUR, ["b1", "d1", "a2", "d3", "c8"]), [0, 2, 4, 6, 6]);
    assert_eq!(numbers(KingBuckets::FOUR, ["g1", "e1", "h2", "e3", "f8"]), [1, 3, 5, 7, 7]);
    assert_eq!(numbers(KingBuckets::EIGHT, ["b2", "d2", "a3", "d4", "c8"]), [4, 6, 8, 10, 14]);
    assert_eq!(numbers(KingBuckets::EIGHT, ["g2", "e2", "h3", "e4", "f5"]), [5, 7, 9, 11, 13]);
    assert_eq!(numbers(KingBuckets::ONE, ["a1", "h1", "d4", "e5", "c8"]), [0, 1, 0, 1, 0]);
    let black =
        Perspective::new(KingBuckets::FOUR, Color::Black, "g8".parse().expect("a valid square"));
    assert_eq!(black.number(), 1);
    for king_buckets in KingBuckets::ALL {
        let [near, far] =
            [0, 63].map(|king| input(king_buckets.of(king), false, PieceKind::King, 63));
        assert_eq!((near, far), (INPUTS_PER_KING_BUCKET - 1, king_buckets.inputs() - 1));
    }
}

#[test]
fn each_division_into_king_buckets_refines_the_one_before() {
    for pair in KingBuckets::ALL.windows(2) {
        for square in 0..64 {
            let parent = pair[1].parent(pair[1].of(square), pair[0]);
            assert_eq!(parent, pair[0].of(square), "{square}");
        }
    }
    assert_eq!(KingBuckets::of_count(8), Some(KingBuckets::EIGHT));
    assert_eq!(KingBuckets::of_count(5), None);
}

#[test]
fn the_piece_count_selects_the_output_bucket() {
    assert_eq!([2, 4, 5, 8, 9, 28, 29, 32].map(output_bucket), [0, 0, 1, 1, 2, 6, 7, 7]);
}
