//! Conversion of boards to positions of the crate `shakmaty`.

use crate::chess::{Board, Color, PieceKind};
use shakmaty::{
    Bitboard, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError, Setup, Square,
};

/// Converts a board for the tablebase library; `None` with castling rights, which tables do not
/// cover.
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

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{EnPassantMode, Position, fen::Fen};

    #[test]
    fn boards_become_the_same_positions() {
        for fen in [
            "8/8/8/8/8/2k5/8/K2R4 w - - 7 1",
            "8/8/8/4k3/8/8/1P6/K7 b - - 0 1",
            "8/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1",
            "7k/8/8/1pP5/8/8/8/K7 w - b6 0 1",
        ] {
            let board: Board = fen.parse().expect(fen);
            let theirs = of(&board).expect(fen);
            assert_eq!(Fen::from_position(&theirs, EnPassantMode::Legal).to_string(), fen);
            assert_eq!(theirs.legal_moves().len(), board.legal_moves().len(), "{fen}");
        }
    }

    #[test]
    fn castling_rights_have_no_position() {
        assert!(of(&Board::default()).is_none());
        assert!(of(&"4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("sound")).is_none());
        assert!(of(&"4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse().expect("sound")).is_some());
    }
}
