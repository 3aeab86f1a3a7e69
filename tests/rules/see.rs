//! Unit tests of `secateur::chess::see`.

use secateur::chess::{Board, PieceKind};

/// Value of the exchange in internal units, by testing every threshold.
fn value(fen: &str, mv: &str) -> i32 {
    let board: Board = fen.parse().expect(fen);
    let mv = board.parse_uci(mv).expect(mv);
    let steps = (-200..=200).map(|step| step * 20);
    steps
        .filter(|&threshold| board.see_ge(mv, threshold))
        .max()
        .expect("no exchange loses 4000 units")
}

#[test]
fn known_exchanges() {
    const PAWN: i32 = PieceKind::Pawn.see_value();
    const KNIGHT: i32 = PieceKind::Knight.see_value();
    const ROOK: i32 = PieceKind::Rook.see_value();
    const QUEEN: i32 = PieceKind::Queen.see_value();
    assert_eq!(value("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), PAWN);
    assert_eq!(
        value("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"),
        PAWN - KNIGHT
    );
    assert_eq!(value("4R3/2r3p1/5bk1/1p1r3p/p2PR1P1/P1BK1P2/1P6/8 b - - 0 1", "h5g4"), 0);
    assert_eq!(value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), PAWN);
    assert_eq!(value("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), QUEEN - PAWN);
    assert_eq!(value("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), -PAWN);
    assert_eq!(value("4k3/8/5q2/8/3p4/8/8/2KR4 w - - 0 1", "d1d4"), PAWN - ROOK);
}

#[test]
fn a_king_does_not_capture_defended_pieces() {
    assert_eq!(
        value("4k3/8/2n5/8/3p4/8/2QR4/3K4 w - - 0 1", "d2d4"),
        PieceKind::Pawn.see_value() - PieceKind::Rook.see_value()
    );
    assert_eq!(value("8/8/2k5/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5"), PieceKind::Pawn.see_value());
}
