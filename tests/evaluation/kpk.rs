//! Unit tests of `secateur::eval::kpk`.

use secateur::chess::{Board, Color, PieceKind, Square};
use secateur::eval::kpk::*;

/// All positions of king and pawn against king with a white pawn and either side to move.
fn positions() -> impl Iterator<Item = Board> {
    let squares = || Square::all().map(Square::index);
    let places = squares().flat_map(move |pawn| {
        squares().flat_map(move |king| squares().map(move |weak| [pawn, king, weak]))
    });
    let fens = places.flat_map(|[pawn, king, weak]| {
        let letter = move |square: usize| match square {
            _ if square == pawn => 'P',
            _ if square == king => 'K',
            _ if square == weak => 'k',
            _ => '1',
        };
        let rank = move |rank: usize| (0..8).map(|file| letter(rank * 8 + file)).collect();
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        ["w", "b"].map(|side| format!("{} {side} - - 0 1", ranks.join("/")))
    });
    fens.filter_map(|fen| fen.parse::<Board>().ok()).filter(|board| board.occupied().count() == 3)
}

fn pawn(board: &Board) -> Option<Square> {
    board.kind(PieceKind::Pawn).next()
}

/// Whether the position after a move is won for White, with the pawn or with the promoted queen or
/// rook.
fn is_won_after(board: &Board) -> bool {
    let heavy_pieces = board.kind(PieceKind::Queen) | board.kind(PieceKind::Rook);
    match pawn(board) {
        Some(pawn) => is_won(board, Color::White, pawn),
        None => {
            let moves = board.legal_moves();
            heavy_pieces.any()
                && (board.in_check() || !moves.is_empty())
                && moves.iter().all(|mv| !mv.is_capture())
        }
    }
}

/// Checks the bitbase against the move generator, which it does not use. The side with the pawn
/// wins if one of its moves wins, or if every move of the weak side loses.
#[test]
fn the_bitbase_agrees_with_the_move_generator() {
    let (mut seen, mut won) = (0, 0);
    for board in positions() {
        let by_moves = || board.legal_moves().into_iter().map(|mv| is_won_after(&board.after(mv)));
        let expected = match board.side_to_move() {
            Color::White => by_moves().any(|won| won),
            Color::Black => by_moves().all(|won| won) && board.count_moves() > 0,
        };
        let is_won = is_won(&board, Color::White, pawn(&board).expect("a pawn"));
        assert_eq!(is_won, expected, "{board}");
        seen += 1;
        won += usize::from(is_won);
    }
    assert_eq!((seen, won), (331_352, 222_564));
}

#[test]
fn textbook_positions_have_the_known_results() {
    for (fen, wins) in [
        ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", false), // Black has the opposition
        ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", true),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true), // the king on the sixth rank
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false), // a rook's pawn
        ("8/1P6/8/8/8/K7/8/k7 w - - 0 1", true), // promotion to queen or rook is stalemate
        ("8/8/8/P6k/8/8/8/K7 w - - 0 1", true),  // the black king is outside the square
    ] {
        let board: Board = fen.parse().expect(fen);
        for (board, strong) in [(board, Color::White), (board.mirrored(), Color::Black)] {
            let pawn = pawn(&board).expect("a pawn");
            assert_eq!(is_won(&board, strong, pawn), wins, "{board}");
        }
    }
}
