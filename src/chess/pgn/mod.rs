//! PGN: games as text, with all that people write beside the moves. Headers, comments, annotation
//! glyphs and variations come in with [`read_games`] and go out again in their order with
//! [`PgnGame`]'s `Display`.
//!
//! What people plainly mean is read; what was repaired is in [`PgnGame::repairs`]. A game is broken
//! if a move of its main line cannot be read or is not legal; a variation is kept as a comment from
//! there on, as are words that cannot be moves.

mod draft;
mod lexer;
mod reader;
mod result;
mod writer;

#[cfg(test)]
mod tests;

pub use reader::read_games;

use super::board::Board;
use super::fen::FenError;
use super::game::Game;
use super::moves::Move;
use super::san::MoveError;
use crate::quote::in_one_line;

/// Variations open at once, at most: each is held by the one before it, and so deep goes the stack
/// of whoever walks them.
const DEEPEST: usize = 200;

/// One game with everything around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in order.
    pub headers: Vec<(String, String)>,
    /// Where it begins.
    pub start: Board,
    /// The moves played.
    pub line: Variation,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// What was repaired in reading it.
    pub repairs: Vec<String>,
}

/// Moves one after the other, with what belongs to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// Comments before the first move.
    pub lead: Vec<String>,
    /// The moves.
    pub moves: Vec<Node>,
}

/// A move and what is written behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// Glyphs, comments and variations in their order.
    pub tail: Vec<Item>,
}

/// What may stand behind a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A numeric annotation glyph: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and many more.
    Glyph(u32),
    /// A comment.
    Comment(String),
    /// Moves instead of this one.
    Variation(Variation),
}

/// Why a game is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnError {
    /// The position of the header FEN is none.
    #[error("header FEN: {0}")]
    Start(#[from] FenError),
    /// Another game than chess.
    #[error("header Variant: '{0}' is not played here")]
    Variant(String),
    /// A move is none.
    #[error("move {number} {error}")]
    Move {
        /// As PGN counts: `12.` for White's, `12...` for Black's.
        number: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A null move where none may be.
    #[error("move {0} is a null move in check")]
    NullMove(String),
    /// More variations within each other than anybody can follow.
    #[error("more than {DEEPEST} variations are open at move {0}, one in the other")]
    TooDeep(String),
}

impl PgnGame {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The moves played, without all that is beside them. A null move is none of chess: behind one,
    /// another game begins. There is at least one.
    pub fn games(&self) -> Vec<Game> {
        let mut games = vec![Game::new(self.start)];
        let mut board = self.start;
        for node in &self.line.moves {
            match (node.mv, games.last_mut()) {
                (Some(mv), Some(game)) => {
                    game.play(mv);
                    board = *game.board();
                }
                _ => {
                    board = board.after_null();
                    games.push(Game::new(board));
                }
            }
        }
        games
    }

    /// The game that ends with the last position: all of it, unless it has null moves.
    pub fn last_game(&self) -> Game {
        self.games().pop().unwrap_or_default()
    }

    /// What was repaired, in one line; `None` if nothing was.
    pub fn remark(&self) -> Option<String> {
        in_one_line(&self.repairs)
    }

    /// Is it a game of Chess960, by its header?
    pub fn is_chess960(&self) -> bool {
        self.header("Variant").is_some_and(is_chess960)
    }
}

/// Is a variant of this name Chess960?
fn is_chess960(variant: &str) -> bool {
    let lower = variant.to_ascii_lowercase();
    lower.contains("960") || lower.contains("fischer") || lower == "frc"
}

/// Is a variant of this name played by the rules of chess?
fn is_chess(variant: &str) -> bool {
    const NAMES: [&str; 6] = ["", "?", "standard", "chess", "normal", "from position"];
    NAMES.contains(&variant.to_ascii_lowercase().as_str())
}

/// The number of the next move as PGN writes it before a move that stands alone.
fn move_number(board: &Board) -> String {
    let dots = if board.side_to_move() == super::Color::White { "." } else { "..." };
    format!("{}{dots}", board.fullmove_number())
}
