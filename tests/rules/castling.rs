//! Unit tests of `secateur::chess::castling`.

use secateur::chess::bitboard::Bitboard;
use secateur::chess::castling::*;
use secateur::chess::color::{Black, White};
use secateur::chess::square::Square;

#[test]
fn castling_paths_of_standard_chess_and_chess960() {
    let squares = |files: &[u8], rank: u8| -> Bitboard {
        files.iter().map(|&file| Square::at(file, rank)).collect()
    };
    let at = |file| Square::at(file, 0);
    assert_eq!(path::<White>(at(4), at(7)), [squares(&[5, 6], 0), squares(&[5, 6], 0)]);
    assert_eq!(path::<White>(at(4), at(0)), [squares(&[2, 3], 0), squares(&[1, 2, 3], 0)]);
    assert_eq!(
        path::<Black>(Square::at(4, 7), Square::at(0, 7)),
        [squares(&[2, 3], 7), squares(&[1, 2, 3], 7)]
    );
    // The king starts on its target square: only the rook moves, from the corner or from a square
    // beside it.
    assert_eq!(path::<White>(at(6), at(7)), [squares(&[6], 0), squares(&[5], 0)]);
    assert_eq!(path::<White>(at(2), at(1)), [squares(&[2], 0), squares(&[3], 0)]);
}
