//! Random openings from a seed: for games that must not all begin alike, and for tests that walk.

use crate::chess::{Board, Game};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Plies of an opening: one of these, so that both sides get to move first.
const PLIES: [usize; 2] = [8, 9];

/// An endless supply of openings, the same for the same seed.
#[derive(Debug)]
pub struct Openings {
    rng: Xoshiro256PlusPlus,
    starts: Vec<Board>,
}

impl Openings {
    /// Openings that begin with one of these positions, or with the initial position if there is none.
    pub fn new(seed: u64, mut starts: Vec<Board>) -> Openings {
        if starts.is_empty() {
            starts.push(Board::default());
        }
        Openings { rng: Xoshiro256PlusPlus::seed_from_u64(seed), starts }
    }

    /// A game of this many random plies, ended early only by its own end.
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

    /// The next opening after which there is still a game to play.
    fn next(&mut self) -> Option<Game> {
        loop {
            let plies = PLIES[self.rng.random_range(0..PLIES.len())];
            let game = self.random_game(plies);
            if game.outcome().is_none() {
                return Some(game);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let fens = |seed| -> Vec<String> {
            Openings::new(seed, Vec::new()).take(5).map(|game| game.board().to_string()).collect()
        };
        assert_eq!(fens(1), fens(1));
        assert_ne!(fens(1), fens(2));
    }
}
