//! Layer 1, the rules of chess and Chess960, and nothing else: no search, no evaluation, no input
//! or output.
//!
//! A [`Board`] is plain data that [`Board::after`] copies; [`movegen`] makes exactly the legal
//! moves; text in and out is in [`fen`], [`san`], [`loose`], [`epd`] and [`pgn`], books in
//! [`polyglot`]; what no game can reach is refused by [`validate`], by name, and what people get
//! wrong is repaired by [`mended`].

pub mod attacks;
pub mod bitboard;
pub mod board;
mod castling;
mod checks;
pub mod color;
pub mod cycle;
pub mod difference;
pub mod draw;
pub mod epd;
pub mod fen;
pub mod game;
mod legality;
pub mod loose;
#[cfg(not(target_feature = "bmi2"))]
mod magics;
mod make;
mod marks;
pub mod mended;
pub mod movegen;
pub mod moves;
pub mod perft;
pub mod pgn;
pub mod piece;
pub mod polyglot;
pub mod san;
mod see;
pub mod square;
pub mod validate;
mod zobrist;

pub use bitboard::Bitboard;
pub use board::Board;
pub use color::Color;
pub use game::{Game, Outcome};
pub use moves::{Move, MoveKind, MoveList};
pub use piece::{Piece, PieceKind};
pub use square::Square;
