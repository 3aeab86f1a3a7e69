//! Polyglot keys of positions.

use super::random::RANDOM;
use crate::chess::attacks;
use crate::chess::{Board, Color, Game, PieceKind, Square};

/// First index of the castling rights: White's and Black's, king side before queen side.
const CASTLING: usize = 768;
/// First index of the en passant files.
const EN_PASSANT: usize = 772;
/// Index of the side to move, applied if White is to move.
const WHITE_TO_MOVE: usize = 780;

/// Computes the Polyglot book key of a position.
///
/// `en_passant` is the square behind the last double push, if any. The key includes its file if an
/// enemy pawn stands next to the pushed pawn, even a pinned one. A [`Board`] keeps only squares
/// with a legal en passant capture.
pub fn key(board: &Board, en_passant: Option<Square>) -> u64 {
    let pieces = board.occupied().fold(0, |key, square| key ^ piece_number(board, square));
    let castling = board.castling_rooks().fold(0, |key, rook| key ^ castling_number(board, rook));
    let en_passant = en_passant.filter(|&square| can_be_attacked_en_passant(board, square));
    let en_passant = en_passant.map_or(0, |square| RANDOM[EN_PASSANT + square.file() as usize]);
    let turn = if board.side_to_move() == Color::White { RANDOM[WHITE_TO_MOVE] } else { 0 };
    pieces ^ castling ^ en_passant ^ turn
}

/// Computes the Polyglot book key of a game's current position.
///
/// `fen_en_passant` is the en passant square in the FEN of the start position. It is used until a
/// move is played.
pub fn key_of_game(game: &Game, fen_en_passant: Option<Square>) -> u64 {
    let en_passant = match game.moves().last() {
        None => fen_en_passant.or(game.board().en_passant()),
        Some(last) if last.is_double_push() => {
            Some(Square::at(last.to().file(), (last.from().rank() + last.to().rank()) / 2))
        }
        Some(_) => None,
    };
    key(game.board(), en_passant)
}

/// Random number of a piece. The order is black pawn, white pawn, black knight, up to the kings.
fn piece_number(board: &Board, square: Square) -> u64 {
    board.piece_on(square).map_or(0, |piece| {
        let kind = 2 * piece.kind.index() + usize::from(piece.color == Color::White);
        RANDOM[64 * kind + square.index()]
    })
}

fn castling_number(board: &Board, rook: Square) -> u64 {
    let color = if rook.rank() == 0 { Color::White } else { Color::Black };
    let queenside = usize::from(rook.file() < board.king(color).file());
    RANDOM[CASTLING + 2 * color.index() + queenside]
}

/// Whether a pawn of the side to move attacks this square.
fn can_be_attacked_en_passant(board: &Board, square: Square) -> bool {
    let own = board.side_to_move();
    (attacks::pawn(!own, square) & board.pieces(own, PieceKind::Pawn)).any()
}
