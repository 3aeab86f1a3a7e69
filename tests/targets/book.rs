//! Fuzz target: Polyglot books. Any file yields a legal move, no move or an error.

use secateur::chess::Game;
use secateur::chess::polyglot::{Book, choose, key_of_game};
use std::sync::LazyLock;

/// Size of an entry in bytes.
const ENTRY: usize = 16;

/// Games whose positions are looked up: openings, castling in standard chess and Chess960, en
/// passant, promotion.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let lines = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5",
        ),
        ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "e2e4 a7a5 e4e5 d7d5"),
        ("1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1", "a2a4 h7h5"),
        ("4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1", "a7a8n a2a1q"),
    ];
    lines.into_iter().flat_map(|(fen, moves)| games_along(fen, moves)).collect()
});

/// The games with zero or more of the moves, up to all of them.
fn games_along(fen: &str, moves: &str) -> Vec<Game> {
    let mut game = Game::new(fen.parse().expect(fen));
    let mut games = vec![game.clone()];
    for text in moves.split(' ') {
        game.play(game.board().parse_uci(text).expect(text));
        games.push(game.clone());
    }
    games
}

/// The first two bytes of the input are the variety and the random number, the rest is the book.
/// Mutations do not find the key of a position, so the book is read a second time with valid keys.
/// The last byte of each key selects the position.
pub fn run(input: &[u8]) {
    let [variety, random, file @ ..] = input else { return };
    look_up(file, u32::from(*variety) % 101, f64::from(*random) / 256.0);
    let (entries, _) = file.as_chunks::<ENTRY>();
    let mut keyed: Vec<[u8; ENTRY]> = entries.to_vec();
    for entry in &mut keyed {
        let game = &GAMES[usize::from(entry[7]) % GAMES.len()];
        entry[..8].copy_from_slice(&key_of_game(game, None).to_be_bytes());
    }
    keyed.sort_unstable();
    look_up(keyed.as_flattened(), u32::from(*variety) % 101, f64::from(*random) / 256.0);
}

fn look_up(file: &[u8], variety: u32, random: f64) {
    let book = match Book::from_bytes(file) {
        Ok(book) => book,
        Err(error) => return super::check_message(&error.to_string()),
    };
    assert_eq!((book.len(), book.is_empty()), (file.len() / ENTRY, false));
    for game in GAMES.iter() {
        let moves = book.moves(game.board(), key_of_game(game, None));
        assert!(
            moves.iter().all(|known| game.board().is_legal(known.mv)),
            "{moves:?} in {}",
            game.board()
        );
        let chosen = choose(&moves, variety, random);
        assert_eq!(chosen.is_some(), moves.iter().any(|known| known.weight > 0), "{moves:?}");
        assert!(
            chosen.is_none_or(|known| known.weight > 0 && moves.contains(&known)),
            "{chosen:?} of {moves:?}"
        );
    }
}
