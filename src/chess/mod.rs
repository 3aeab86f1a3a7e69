//! Layer 1: the rules of chess and Chess960. It contains no search, no evaluation and no input or
//! output.
//!
//! A [`Board`] is plain data; [`Board::after`] makes a move on a copy. [`movegen`] generates the
//! legal moves. [`fen`], [`san`], [`lenient`], [`epd`] and [`pgn`] convert positions and moves from
//! and to text; [`polyglot`] reads opening books. [`validate`] rejects impossible positions, and
//! [`fen_repair`] repairs malformed ones.

pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod castling;
mod checks;
pub mod color;
pub mod draw;
pub mod epd;
pub mod fen;
pub mod fen_repair;
pub mod game;
mod legality;
pub mod lenient;
#[cfg(not(target_feature = "bmi2"))]
mod magics;
mod make;
pub mod marks;
pub mod movegen;
pub mod moves;
pub mod perft;
pub mod pgn;
pub mod piece;
pub mod polyglot;
pub mod san;
mod see;
pub mod square;
pub mod upcoming_repetition;
pub mod validate;
mod zobrist;

pub use bitboard::Bitboard;
pub use board::Board;
pub use color::Color;
pub use game::{Game, Outcome};
pub use moves::{Move, MoveKind, MoveList};
pub use piece::{Piece, PieceKind};
pub use square::Square;
