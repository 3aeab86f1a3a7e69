//! Unit tests of `secateur::tablebase::position`.

use secateur::chess::Board;
use secateur::tablebase::position::*;
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position as _};

#[test]
fn conversion_keeps_position_and_number_of_moves() {
    for fen in [
        "8/8/8/8/8/2k5/8/K2R4 w - - 7 1",
        "8/8/8/4k3/8/8/1P6/K7 b - - 0 1",
        "8/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1",
        "7k/8/8/1pP5/8/8/8/K7 w - b6 0 1",
    ] {
        let board: Board = fen.parse().expect(fen);
        let converted = of(&board).expect(fen);
        assert_eq!(Fen::from_position(&converted, EnPassantMode::Legal).to_string(), fen);
        assert_eq!(converted.legal_moves().len(), board.legal_moves().len(), "{fen}");
    }
}

#[test]
fn positions_with_castling_rights_are_not_converted() {
    assert!(of(&Board::default()).is_none());
    assert!(of(&"4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("valid FEN")).is_none());
    assert!(of(&"4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse().expect("valid FEN")).is_some());
}
