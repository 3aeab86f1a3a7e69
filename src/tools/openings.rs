//! Opening books, and random openings from a seed for varied games and for tests with random walks.

use crate::chess::polyglot::Book;
use crate::chess::{Board, Game};
use crate::files::read_regular;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::path::Path;

/// Possible lengths of a random opening in plies, one even and one odd. An odd and an even number
/// let either side move first.
pub const PLIES: [usize; 2] = [8, 9];

/// Largest Polyglot book in bytes, about 100 million positions.
const MAX_BOOK: u64 = 2 << 30;

/// Reads a Polyglot opening book; the error names the file.
pub fn read_polyglot(path: &Path) -> Result<Book, String> {
    let bytes = read_regular(path, MAX_BOOK).map_err(|error| error.to_string())?;
    Book::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Endless iterator of random openings; a seed determines the sequence.
#[derive(Debug)]
pub struct Openings {
    rng: Xoshiro256PlusPlus,
    starts: Vec<Board>,
    plies: &'static [usize],
}

impl Openings {
    /// Creates an iterator of random openings that begin from one of `starts`, or else from the
    /// initial position.
    pub fn new(seed: u64, mut starts: Vec<Board>) -> Openings {
        if starts.is_empty() {
            starts.push(Board::default());
        }
        Openings { rng: Xoshiro256PlusPlus::seed_from_u64(seed), starts, plies: &PLIES }
    }

    /// Sets the possible lengths of random openings in plies; each opening uses one at random.
    pub fn of_plies(self, plies: &'static [usize]) -> Openings {
        Openings { plies, ..self }
    }

    /// Tries to make one random opening; `None` if the random moves end the game.
    pub fn attempt(&mut self) -> Option<Game> {
        let plies = self.plies[self.rng.random_range(0..self.plies.len())];
        let game = self.random_game(plies);
        game.outcome().is_none().then_some(game)
    }

    /// Plays a game with this number of random plies, or fewer if the game ends.
    pub fn random_game(&mut self, plies: usize) -> Game {
        let start = self.starts[self.rng.random_range(0..self.starts.len())];
        let mut game = Game::new(start);
        for _ in 0..plies {
            if game.outcome().is_some() {
                break;
            }
            let Some(&mv) = game.board().legal_moves().choose(&mut self.rng) else { break };
            game.play(mv);
        }
        game
    }
}

impl Iterator for Openings {
    type Item = Game;

    /// Returns the next opening that does not end the game.
    fn next(&mut self) -> Option<Game> {
        loop {
            if let Some(game) = self.attempt() {
                return Some(game);
            }
        }
    }
}
