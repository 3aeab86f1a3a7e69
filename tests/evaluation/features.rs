//! Unit tests of `secateur::eval::neural::features`.

use secateur::chess::{Board, Color, PieceKind};
use secateur::eval::neural::features::*;

/// The inputs of a view, sorted.
fn inputs(board: &Board, color: Color) -> Vec<usize> {
    let view = View::of(board, color);
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
    let boards = ["1k6/pp6/8/8/3N4/8/P7/1K4R1 w - - 0 1", "6k1/6pp/8/8/4N3/8/7P/1R4K1 w - - 0 1"];
    let [left, right] = boards.map(|fen| fen.parse::<Board>().expect(fen));
    for color in [Color::White, Color::Black] {
        assert_eq!(inputs(&left, color), inputs(&right, color));
    }
}

#[test]
fn every_king_region_and_half_has_its_own_number() {
    let number = |square: &str| View::new(Color::White, square.parse().expect(square)).number();
    assert_eq!(["b1", "d1", "a2", "d3", "c8"].map(number), [0, 2, 4, 6, 6]);
    assert_eq!(["g1", "e1", "h2", "e3", "f8"].map(number), [1, 3, 5, 7, 7]);
    assert_eq!(View::new(Color::Black, "g8".parse().expect("a square")).number(), 1);
    let [near, far] =
        [region(0), region(63)].map(|region| input(region, false, PieceKind::King, 63));
    assert_eq!((near, far), (PLACES - 1, INPUTS - 1));
}

#[test]
fn every_piece_count_has_an_output() {
    assert_eq!([2, 4, 5, 8, 9, 28, 29, 32].map(bucket), [0, 0, 1, 1, 2, 6, 7, 7]);
}
