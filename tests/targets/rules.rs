//! The rules against another implementation of them, shakmaty: moves, their notation, check, ends
//! of games and FEN along a game that the input plays.

use secateur::chess::fen::CastlingNotation;
use secateur::chess::{Board, Game, Outcome};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, PositionError};

/// Moves of a game, at most.
const LONGEST: usize = 400;

/// The first line of the input is a FEN, each byte after it chooses a move. What we take for a
/// position, they must, too.
pub fn run(input: &[u8]) {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (fen, choices) =
        (String::from_utf8_lossy(&input[..end]), input.get(end + 1..).unwrap_or_default());
    let Ok(start) = fen.parse::<Board>() else { return };
    let mut game = Game::new(start);
    let mut theirs = theirs(&start);
    let mut visited = vec![place(&theirs)];
    compare(&game, &theirs, &visited);
    for choice in choices.iter().take(LONGEST) {
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
            .expect("compared");
        let san = SanPlus::from_move(theirs.clone(), chosen).to_string();
        assert_eq!(game.board().san(mv), san, "{text} in {}", game.board());
        theirs.play_unchecked(chosen);
        game.play(mv);
        visited.push(place(&theirs));
        compare(&game, &theirs, &visited);
    }
}

/// The same position in the other implementation, by a FEN that leaves nothing open.
pub fn theirs(board: &Board) -> Chess {
    let fen: Fen = board
        .fen(CastlingNotation::Shredder)
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {board:?}"));
    // They test how a check can have come about, and count bishops by the colour of their squares;
    // Secateur takes arrays with both bishops on one colour, as suites of Chess960 have them.
    let read = fen
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material);
    read.unwrap_or_else(|error| panic!("{error}: {board:?}"))
}

fn theirs_text(mv: &shakmaty::Move) -> String {
    mv.to_uci(CastlingMode::Chess960).to_string()
}

/// What repeats in a repetition.
fn place(theirs: &Chess) -> String {
    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// All that both implementations say of a position. `visited`: those of the game, this one the
/// last.
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
    // In Chess960 they write K and Q for the outermost rooks, where we write file letters.
    let fields = |fen: &str| -> Vec<String> {
        let is_compared = |field: usize| field != 2 || !board.needs_chess960();
        let fields = fen.split(' ').enumerate().filter(|(field, _)| is_compared(*field));
        fields.map(|(_, text)| text.to_owned()).collect()
    };
    // They count on where our numbers of moves end.
    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    if board.fullmove_number() < u16::MAX {
        assert_eq!(fields(&board.fen(CastlingNotation::Standard)), fields(&fen));
    }
    assert_eq!(game.outcome(), outcome(theirs, visited), "{board:?}");
}

/// How the game has ended, by their board and by counting.
fn outcome(theirs: &Chess, visited: &[String]) -> Option<Outcome> {
    let here = visited.last().expect("the start at least");
    if theirs.is_checkmate() {
        Some(Outcome::Checkmate)
    } else if theirs.is_stalemate() {
        Some(Outcome::Stalemate)
    } else if theirs.is_insufficient_material() {
        Some(Outcome::DeadMaterial)
    } else if theirs.halfmoves() >= 100 {
        Some(Outcome::FiftyMoves)
    } else if visited.iter().filter(|other| *other == here).count() >= 3 {
        Some(Outcome::Threefold)
    } else {
        None
    }
}
