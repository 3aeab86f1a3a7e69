//! Playing from an opening book: when the book is asked, and which of its moves is played.
//!
//! It is asked when a move for a game is wanted, and not when a question is put to the search: not
//! in an infinite search, while pondering, for `go mate`, or with UCI_AnalyseMode on. `searchmoves`
//! is respected.

use super::command::GoText;
use super::output::tell;
use crate::chess::polyglot::{Book, BookMove, choose, key_of_game};
use crate::chess::{Game, Move, Square};
use crate::files::read_plain;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

/// The last move of a game, counted as FEN counts, for which the book is asked, to begin with.
pub const DEFAULT_DEPTH: u16 = 100;
/// The variety to begin with, in percent: every move as often as the book's weights say.
pub const DEFAULT_VARIETY: u32 = 100;

/// Bytes of a book, at most: some 100 million positions.
const LARGEST: u64 = 2 << 30;

/// The book and how it is used.
#[derive(Debug)]
pub struct Library {
    /// Play from the book.
    pub is_used: bool,
    /// The last move of a game for which the book is asked, as FEN counts moves.
    pub depth: u16,
    /// In percent, as [`choose`] takes it.
    pub variety: u32,
    book: Option<(String, Book)>,
    has_told_missing: bool,
    rng: Xoshiro256PlusPlus,
}

impl Default for Library {
    fn default() -> Library {
        Library {
            is_used: false,
            depth: DEFAULT_DEPTH,
            variety: DEFAULT_VARIETY,
            book: None,
            has_told_missing: false,
            // The standard library seeds its hashes by the operating system: no two games begin
            // alike.
            rng: Xoshiro256PlusPlus::seed_from_u64(RandomState::new().hash_one(0)),
        }
    }
}

impl Library {
    /// Takes the book in this file; none if the path is empty.
    pub fn open(&mut self, path: &str) -> Result<(), String> {
        self.book = if path.is_empty() { None } else { Some((path.to_owned(), read(path)?)) };
        self.has_told_missing = false;
        Ok(())
    }

    /// A move of the book for this `go`, if it is to be asked and knows one. `allowed` are the
    /// moves to choose from, all if there is none; `claimed` is the en passant square named by the
    /// FEN that the game began with; `chess960` is how the remark writes castling.
    pub fn move_for(
        &mut self,
        go: &GoText,
        game: &Game,
        claimed: Option<Square>,
        allowed: &[Move],
        chess960: bool,
    ) -> Option<Move> {
        if !self.is_used || is_question(go) || game.board().fullmove_number() > self.depth {
            return None;
        }
        let Some((path, book)) = &self.book else {
            if !self.has_told_missing {
                tell("OwnBook is on, but there is no Book File");
            }
            self.has_told_missing = true;
            return None;
        };
        let mut moves = book.moves(game.board(), key_of_game(game, claimed));
        moves.retain(|known| allowed.is_empty() || allowed.contains(&known.mv));
        let chosen = choose(&moves, self.variety, self.rng.random())?;
        tell(&description(&chosen, &moves, path, chess960));
        Some(chosen.mv)
    }
}

fn read(path: &str) -> Result<Book, String> {
    let bytes = read_plain(Path::new(path), LARGEST).map_err(|error| error.to_string())?;
    Book::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))
}

/// Is the search asked a question, rather than for a move in a game?
fn is_question(go: &GoText) -> bool {
    let is_limited = go.depth.is_some()
        || go.nodes.is_some()
        || go.move_time.is_some()
        || go.time.iter().any(Option::is_some);
    go.infinite || go.ponder || go.mate.is_some() || !is_limited
}

/// For the log: `book move e2e4, weight 7 of 10, BOOK`.
fn description(chosen: &BookMove, moves: &[BookMove], path: &str, chess960: bool) -> String {
    let sum: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let mv = chosen.mv.uci(chess960);
    format!("book move {mv}, weight {} of {sum}, {path}", chosen.weight)
}
