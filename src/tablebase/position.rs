//! Conversion of boards to positions of the crate `shakmaty`.

use crate::chess::{Board, Color, PieceKind};
use shakmaty::{
    Bitboard, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError, Setup, Square,
};

/// Converts a board to the position type of the tablebase library; `None` with castling rights.
pub fn of(board: &Board) -> Option<Chess> {
    if board.castling_rooks().any() {
        return None;
    }
    let mut setup = Setup::empty();
    setup.board = shakmaty::Board::try_from_bitboards(kinds(board), colors(board)).ok()?;
    setup.turn = match board.side_to_move() {
        Color::White => shakmaty::Color::White,
        Color::Black => shakmaty::Color::Black,
    };
    setup.ep_square = board.en_passant().map(|square| Square::new(square.index() as u32));
    setup.halfmoves = u32::from(board.halfmove_clock());
    // Both crates differ on which positions are impossible, but not in a way that matters to
    // tables.
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

fn kinds(board: &Board) -> ByRole<Bitboard> {
    let of = |kind| Bitboard(board.kind(kind).0);
    ByRole {
        pawn: of(PieceKind::Pawn),
        knight: of(PieceKind::Knight),
        bishop: of(PieceKind::Bishop),
        rook: of(PieceKind::Rook),
        queen: of(PieceKind::Queen),
        king: of(PieceKind::King),
    }
}

fn colors(board: &Board) -> ByColor<Bitboard> {
    ByColor {
        white: Bitboard(board.color(Color::White).0),
        black: Bitboard(board.color(Color::Black).0),
    }
}
