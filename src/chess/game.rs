//! A game: where it began, what was played, and the position now with all that repetition needs.

use super::board::Board;
use super::draw;
use super::moves::Move;

/// A start position and the moves from it.
#[derive(Clone, Debug)]
pub struct Game {
    start: Board,
    board: Board,
    moves: Vec<Move>,
    keys: Vec<u64>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The same position for the third time.
    Threefold,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// Nobody can mate.
    DeadMaterial,
}

impl Game {
    /// A game that begins here.
    pub fn new(start: Board) -> Game {
        Game { start, board: start, moves: Vec::new(), keys: vec![start.key()] }
    }

    /// The position now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position the game began with.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Keys of all positions from the start to now.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.board.is_legal(mv), "{mv:?} in {}", self.board);
        self.board = self.board.after(mv);
        self.moves.push(mv);
        self.keys.push(self.board.key());
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.board.count_moves() == 0 {
            return Some(if self.board.in_check() {
                Outcome::Checkmate
            } else {
                Outcome::Stalemate
            });
        }
        if self.board.is_dead_material() {
            return Some(Outcome::DeadMaterial);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knights_out_and_home_twice_is_a_threefold() {
        let mut game = Game::default();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
            assert_eq!(game.outcome(), None);
            game.play(game.board().parse_uci(text).expect(text));
        }
        assert_eq!(game.outcome(), Some(Outcome::Threefold));
    }

    #[test]
    fn fools_mate_ends_the_game() {
        let mut game = Game::default();
        for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            game.play(game.board().parse_uci(text).expect(text));
        }
        assert_eq!(game.outcome(), Some(Outcome::Checkmate));
    }
}
