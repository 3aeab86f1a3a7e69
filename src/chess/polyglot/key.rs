//! Polyglot keys of positions.

use super::random::RANDOM;
use crate::chess::attacks;
use crate::chess::{Board, Color, Game, PieceKind, Square};

/// First index of the castling rights: White's and Black's, king side before queen side.
const CASTLING: usize = 768;
/// First index of the en passant files.
const PASSING: usize = 772;
/// Index of the side to move, applied if White is to move.
const WHITE_TO_MOVE: usize = 780;

/// Computes the Polyglot book key of a position.
///
/// `passed` is the square behind the last double push, if any. The format includes its file if an
/// enemy pawn stands beside the pushed pawn, even a pinned one. A [`Board`] keeps only squares with
/// a legal en passant capture.
pub fn key(board: &Board, passed: Option<Square>) -> u64 {
    let pieces = board.occupied().fold(0, |key, square| key ^ piece_number(board, square));
    let castling = board.castling_rooks().fold(0, |key, rook| key ^ castling_number(board, rook));
    let passing = passed.filter(|&square| is_beside(board, square));
    let passing = passing.map_or(0, |square| RANDOM[PASSING + square.file() as usize]);
    let turn = if board.side_to_move() == Color::White { RANDOM[WHITE_TO_MOVE] } else { 0 };
    pieces ^ castling ^ passing ^ turn
}

/// Computes the Polyglot book key of the current position of a game.
///
/// `claimed` is the en passant square in the text of the start position. It is used until a move is
/// played.
pub fn key_of_game(game: &Game, claimed: Option<Square>) -> u64 {
    let passed = match game.moves().last() {
        None => claimed.or(game.board().en_passant()),
        Some(last) if last.is_double_push() => {
            Some(Square::at(last.to().file(), (last.from().rank() + last.to().rank()) / 2))
        }
        Some(_) => None,
    };
    key(game.board(), passed)
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
fn is_beside(board: &Board, square: Square) -> bool {
    let own = board.side_to_move();
    (attacks::pawn(!own, square) & board.pieces(own, PieceKind::Pawn)).any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Game {
        let mut game = Game::default();
        for text in moves.split_whitespace() {
            game.play(game.board().parse_uci(text).expect(text));
        }
        game
    }

    #[test]
    fn the_nine_published_keys() {
        for (moves, published) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key_of_game(&after(moves), None), published, "{moves}");
        }
    }

    /// The pawn on e4 is pinned against an attack from h4, so the capture on d3 is illegal. The key
    /// includes the file.
    #[test]
    fn a_pinned_pawn_beside_counts() {
        let counted = 0xecba_303c_d610_b817;
        let mut game = Game::new("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1".parse().expect("sound"));
        game.play(game.board().parse_uci("d2d4").expect("legal"));
        assert_eq!((game.board().en_passant(), key_of_game(&game, None)), (None, counted));
        let start: Board = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1".parse().expect("sound");
        let claimed = "d3".parse().ok();
        assert_eq!(key(&start, claimed), counted);
        assert_eq!(key_of_game(&Game::new(start), claimed), counted);
        assert_eq!(key(&start, None), 0xf023_eeef_eaa8_28b6);
    }
}
