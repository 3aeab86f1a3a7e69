//! Games: start position, moves, current position and the keys for repetition.

use super::board::Board;
use super::draw;
use super::moves::Move;

/// Game as start position and moves played, with the Zobrist key of every position.
#[derive(Clone, Debug)]
pub struct Game {
    start: Board,
    board: Board,
    moves: Vec<Move>,
    keys: Vec<u64>,
}

/// Result of a game that ended by the rules, such as checkmate or a draw by repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Checkmate of the side to move.
    Checkmate,
    /// Stalemate of the side to move.
    Stalemate,
    /// Threefold repetition.
    Threefold,
    /// Fifty-move rule: 100 plies without capture or pawn move.
    FiftyMoves,
    /// Insufficient material: neither side can mate.
    InsufficientMaterial,
}

impl Game {
    /// Creates a game without moves from a start position.
    pub fn new(start: Board) -> Game {
        Game { start, board: start, moves: Vec::new(), keys: vec![start.key()] }
    }

    /// The current position of the game.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The start position of the game.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The moves of the game in the order they were played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Zobrist keys of all positions of the game, the start position first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Appends a legal move to the game.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.board.is_legal(mv), "{mv:?} in {}", self.board);
        self.board = self.board.after(mv);
        self.moves.push(mv);
        self.keys.push(self.board.key());
    }

    /// Result of the game by the rules of chess; `None` if the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.board.count_moves() == 0 {
            return Some(if self.board.in_check() {
                Outcome::Checkmate
            } else {
                Outcome::Stalemate
            });
        }
        if self.board.is_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        if self.board.is_fifty_move_draw() {
            return Some(Outcome::FiftyMoves);
        }
        draw::is_repetition(&self.keys, self.board.halfmove_clock(), self.keys.len())
            .then_some(Outcome::Threefold)
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Board::default())
    }
}
