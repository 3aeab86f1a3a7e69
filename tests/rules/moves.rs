//! Unit tests of `secateur::chess::moves`.

use secateur::chess::moves::*;
use secateur::chess::piece::PieceKind;
use secateur::chess::square::Square;

#[test]
fn an_optional_move_is_two_bytes() {
    assert_eq!(size_of::<Option<Move>>(), 2);
}

#[test]
fn bits_round_trip_with_every_flag() {
    let (from, to) = (Square::at(4, 6), Square::at(5, 7));
    let mv = Move::promoting(from, to, 3, true);
    assert_eq!((mv.from(), mv.to(), mv.promotion()), (from, to, Some(PieceKind::Queen)));
    assert!(mv.is_capture() && mv.is_promotion() && mv.is_noisy() && !mv.is_castling());
    assert_eq!(Move::from_bits(mv.bits()), Some(mv));
    assert_eq!(mv.uci(false), "e7f8q");
}

#[test]
fn castling_is_written_in_standard_and_chess960_notation() {
    let mv = Move::new(Square::at(4, 0), Square::at(7, 0), MoveKind::Castling);
    assert_eq!((mv.uci(false).as_str(), mv.uci(true).as_str()), ("e1g1", "e1h1"));
    let mv = Move::new(Square::at(1, 7), Square::at(0, 7), MoveKind::Castling);
    assert_eq!((mv.uci(false).as_str(), mv.uci(true).as_str()), ("b8c8", "b8a8"));
}
