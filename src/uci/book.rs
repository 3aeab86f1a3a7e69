//! Opening book: when it is probed, and which of its moves is played.
//!
//! The book is probed for moves in a game. It is not probed in an infinite search, while pondering,
//! for `go mate`, or with UCI_AnalyseMode on. `searchmoves` is respected.

use super::command::GoText;
use super::output::send_info;
use crate::chess::polyglot::{Book, BookMove, choose, key_of_game};
use crate::chess::{Game, Move, Square};
use crate::seeds;
use crate::tools::openings::read_polyglot;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::path::Path;

/// Default of UCI option `Book Depth`, the last full-move number at which the book is used.
pub const DEFAULT_DEPTH: u16 = 100;
/// Default of UCI option `Book Variety` in percent, where 100 chooses in proportion to the weights.
pub const DEFAULT_VARIETY: u32 = 100;

/// Opening book for UCI games, with the values of its UCI options.
#[derive(Debug)]
pub struct OpeningBook {
    /// Play moves from the book (OwnBook).
    pub is_used: bool,
    /// Last full-move number at which the book is probed (Book Depth).
    pub depth: u16,
    /// Variety in percent for [`choose`] (Book Variety).
    pub variety: u32,
    book: Option<(String, Book)>,
    has_reported_missing: bool,
    rng: Xoshiro256PlusPlus,
}

impl Default for OpeningBook {
    fn default() -> OpeningBook {
        OpeningBook {
            is_used: false,
            depth: DEFAULT_DEPTH,
            variety: DEFAULT_VARIETY,
            book: None,
            has_reported_missing: false,
            rng: Xoshiro256PlusPlus::seed_from_u64(seeds::random()),
        }
    }
}

impl OpeningBook {
    /// Loads an opening book from a file, or closes the book if the path is empty.
    pub fn open(&mut self, path: &str) -> Result<(), String> {
        self.book = if path.is_empty() {
            None
        } else {
            Some((path.to_owned(), read_polyglot(Path::new(path))?))
        };
        self.has_reported_missing = false;
        Ok(())
    }

    /// Returns a book move for a `go` command; `None` if the book must not be used or has no move.
    ///
    /// `allowed` are the moves of `searchmoves`, empty for all. `fen_en_passant` is the en passant
    /// square of the FEN at the start of the game. `chess960` selects the castling notation of
    /// messages.
    pub fn move_for(
        &mut self,
        go: &GoText,
        game: &Game,
        fen_en_passant: Option<Square>,
        allowed: &[Move],
        chess960: bool,
    ) -> Option<Move> {
        if !self.is_used || is_analysis(go) || game.board().fullmove_number() > self.depth {
            return None;
        }
        let Some((path, book)) = &self.book else {
            if !self.has_reported_missing {
                send_info("OwnBook is on, but Book File is empty");
            }
            self.has_reported_missing = true;
            return None;
        };
        let mut moves = book.moves(game.board(), key_of_game(game, fen_en_passant));
        moves.retain(|known| allowed.is_empty() || allowed.contains(&known.mv));
        let chosen = choose(&moves, self.variety, self.rng.random())?;
        send_info(&description(&chosen, &moves, path, chess960));
        Some(chosen.mv)
    }
}

/// Returns true if the search is an analysis rather than a move in a game.
fn is_analysis(go: &GoText) -> bool {
    go.infinite || go.ponder || go.mate.is_some() || !go.has_limit()
}

/// Formats the message of a book move: `book move e2e4, weight 7 of 10, BOOK`.
fn description(chosen: &BookMove, moves: &[BookMove], path: &str, chess960: bool) -> String {
    let sum: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let mv = chosen.mv.uci(chess960);
    format!("book move {mv}, weight {} of {sum}, {path}", chosen.weight)
}
