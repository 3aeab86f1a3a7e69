//! PGN: reading and writing of games with headers, comments, annotation glyphs and variations.
//! [`read_games`] reads; the `Display` of [`PgnGame`] writes everything in the original order.
//!
//! Unambiguous mistakes are repaired; [`PgnGame::repairs`] lists the repairs. A game is invalid if
//! a move of its main line is unreadable or illegal. A variation becomes a comment from such a move
//! on. Words that cannot be moves become comments.

mod draft;
mod lexer;
mod reader;
mod result;
mod writer;

pub use reader::read_games;

use super::board::Board;
use super::fen::FenError;
use super::game::Game;
use super::moves::Move;
use super::san::MoveError;
use crate::quote::join_remarks;

/// Maximum nesting depth of variations in a PGN game. It bounds the recursion depth of code that
/// walks them.
pub const MAX_VARIATION_DEPTH: usize = 200;

/// PGN game with headers, moves, comments and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values of the headers, in order.
    pub headers: Vec<(String, String)>,
    /// Start position.
    pub start: Board,
    /// Main line.
    pub line: Variation,
    /// Result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Repairs made by the reader.
    pub repairs: Vec<String>,
}

/// Line of annotated moves in a PGN game, either the main line or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// Comments before the first move.
    pub lead: Vec<String>,
    /// The moves.
    pub moves: Vec<Node>,
}

/// Move in a PGN game, with its annotations and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// Glyphs, comments and variations after the move, in order.
    pub tail: Vec<Item>,
}

/// Annotation of a move in a PGN game (glyph, comment or variation).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Numeric annotation glyph (NAG): 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!` and others.
    Glyph(u32),
    /// A comment.
    Comment(String),
    /// Variation that replaces this move.
    Variation(Variation),
}

/// Reason why a game of a PGN text is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnError {
    /// The FEN header is not a valid position.
    #[error("header FEN: {0}")]
    Start(#[from] FenError),
    /// The variant is not supported.
    #[error("header Variant: '{0}' is not supported")]
    Variant(String),
    /// A move is unreadable or illegal.
    #[error("move {number} {error}")]
    Move {
        /// Move number in PGN notation: `12.` for White's move, `12...` for Black's.
        number: String,
        /// Error of the move.
        error: MoveError,
    },
    /// A null move in check.
    #[error("move {0} is a null move in check")]
    NullMove(String),
    /// The variations are nested too deeply.
    #[error("more than {MAX_VARIATION_DEPTH} nested variations at move {0}")]
    TooDeep(String),
}

impl PgnGame {
    /// Value of the header with this name; `None` if the game does not have it.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The main line as games without annotations, split at null moves; at least one game.
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

    /// The last part of the main line after any null moves, as a game without annotations.
    pub fn last_game(&self) -> Game {
        self.games().pop().unwrap_or_default()
    }

    /// Description of all repairs to the PGN of this game, in one line; `None` without repairs.
    pub fn remark(&self) -> Option<String> {
        join_remarks(&self.repairs)
    }

    /// Whether the `Variant` header says that the game is Chess960.
    pub fn is_chess960(&self) -> bool {
        self.header("Variant").is_some_and(is_chess960)
    }
}

/// Whether a variant of this name is Chess960.
fn is_chess960(variant: &str) -> bool {
    let lower = variant.to_ascii_lowercase();
    lower.contains("960") || lower.contains("fischer") || lower == "frc"
}

/// Whether a variant of this name is standard chess.
fn is_chess(variant: &str) -> bool {
    const NAMES: [&str; 6] = ["", "?", "standard", "chess", "normal", "from position"];
    NAMES.contains(&variant.to_ascii_lowercase().as_str())
}
