//! Fuzz target: the rules of chess compared with shakmaty. Moves, their notation, check, game
//! results and FEN must be equal along a game that the input chooses.

use secateur::chess::fen::CastlingNotation;
use secateur::chess::{Board, Game, Outcome};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, PositionError};

/// Maximum number of moves of a game.
const MAX_MOVES: usize = 400;

/// The first line of the input is a FEN, and each later byte chooses a move. shakmaty must accept
/// every position that Secateur accepts.
pub fn run(input: &[u8]) {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (fen, choices) =
        (String::from_utf8_lossy(&input[..end]), input.get(end + 1..).unwrap_or_default());
    let Ok(start) = fen.parse::<Board>() else { return };
    let mut game = Game::new(start);
    let mut theirs = theirs(&start);
    let mut visited = vec![repetition_key(&theirs)];
    compare(&game, &theirs, &visited);
    for choice in choices.iter().take(MAX_MOVES) {
        let moves = game.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*choice) % moves.len()];
        let text = mv.uci(true);
        let chosen = theirs
            .legal_moves()
            .into_iter()
            .find(|other| theirs_text(other) == text)
            .expect("the legal moves are equal");
        let san = SanPlus::from_move(theirs.clone(), chosen).to_string();
        assert_eq!(game.board().san(mv), san, "{text} in {}", game.board());
        theirs.play_unchecked(chosen);
        game.play(mv);
        visited.push(repetition_key(&theirs));
        compare(&game, &theirs, &visited);
    }
}

/// The same position in shakmaty, by a Shredder-FEN, which is unambiguous.
pub fn theirs(board: &Board) -> Chess {
    let fen: Fen = board
        .fen(CastlingNotation::Shredder)
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {board:?}"));
    // shakmaty rejects some impossible checks, and counts bishops by the colour of their squares.
    // Secateur accepts both bishops on one colour, as they occur in Chess960 suites.
    let read = fen
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material);
    read.unwrap_or_else(|error| panic!("{error}: {board:?}"))
}

fn theirs_text(mv: &shakmaty::Move) -> String {
    mv.to_uci(CastlingMode::Chess960).to_string()
}

/// The FEN fields that are equal in a repetition.
fn repetition_key(theirs: &Chess) -> String {
    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Compares the results of both implementations for a position. `visited` holds the positions of
/// the game; the last is the current one.
fn compare(game: &Game, theirs: &Chess, visited: &[String]) {
    let board = game.board();
    assert!(board.is_consistent(), "{board:?}");
    let mut ours: Vec<String> = board.legal_moves().into_iter().map(|mv| mv.uci(true)).collect();
    let mut others: Vec<String> = theirs.legal_moves().iter().map(theirs_text).collect();
    ours.sort_unstable();
    others.sort_unstable();
    assert_eq!(ours, others, "{board:?}");
    assert_eq!(board.in_check(), theirs.is_check(), "{board:?}");
    assert_eq!(board.castling_rooks().0, theirs.castles().castling_rights().0, "{board:?}");
    // In Chess960 shakmaty writes K and Q for the outermost rooks, Secateur writes file letters.
    let fields = |fen: &str| -> Vec<String> {
        let is_compared = |field: usize| field != 2 || !board.needs_chess960();
        let fields = fen.split(' ').enumerate().filter(|(field, _)| is_compared(*field));
        fields.map(|(_, text)| text.to_owned()).collect()
    };
    // Secateur's move number ends at `u16::MAX`; shakmaty counts on.
    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    if board.fullmove_number() < u16::MAX {
        assert_eq!(fields(&board.fen(CastlingNotation::Standard)), fields(&fen));
    }
    assert_eq!(game.outcome(), outcome(theirs, visited), "{board:?}");
}

/// The result of the game by shakmaty's board and by counting repetitions.
fn outcome(theirs: &Chess, visited: &[String]) -> Option<Outcome> {
    let here = visited.last().expect("at least the initial position");
    if theirs.is_checkmate() {
        Some(Outcome::Checkmate)
    } else if theirs.is_stalemate() {
        Some(Outcome::Stalemate)
    } else if theirs.is_insufficient_material() {
        Some(Outcome::InsufficientMaterial)
    } else if theirs.halfmoves() >= 100 {
        Some(Outcome::FiftyMoves)
    } else if visited.iter().filter(|other| *other == here).count() >= 3 {
        Some(Outcome::Threefold)
    } else {
        None
    }
}
