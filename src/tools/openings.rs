//! Random openings from a seed: for games that must not all begin alike, and for tests that walk.

use crate::chess::{Board, Game};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Plies of an opening: one of these, so that both sides get to move first.
pub const PLIES: [usize; 2] = [8, 9];

/// An endless supply of openings, the same for the same seed.
#[derive(Debug)]
pub struct Openings {
    rng: Xoshiro256PlusPlus,
    starts: Vec<Board>,
    plies: &'static [usize],
}

impl Openings {
    /// Openings that begin with one of these positions, or with the initial position if there is
    /// none.
    pub fn new(seed: u64, mut starts: Vec<Board>) -> Openings {
        if starts.is_empty() {
            starts.push(Board::default());
        }
        Openings { rng: Xoshiro256PlusPlus::seed_from_u64(seed), starts, plies: &PLIES }
    }

    /// The same, of so many plies: one of these numbers, by lot.
    pub fn of_plies(self, plies: &'static [usize]) -> Openings {
        Openings { plies, ..self }
    }

    /// An opening, unless the random plies have ended the game.
    pub fn attempt(&mut self) -> Option<Game> {
        let plies = self.plies[self.rng.random_range(0..self.plies.len())];
        let game = self.random_game(plies);
        game.outcome().is_none().then_some(game)
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
            if let Some(game) = self.attempt() {
                return Some(game);
            }
        }
    }
}

/// Ways to set up the back rank in Chess960.
pub const CHESS960_STARTS: u32 = 960;

/// Where the knights go among the five squares that bishops and queen leave free, by number.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The initial position of Chess960 with this number (Scharnagl's numbering: 518 is that of chess),
/// counted round.
pub fn chess960_start(number: u32) -> Board {
    let number = (number % CHESS960_STARTS) as usize;
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some('b');
    rank[number / 4 % 4 * 2] = Some('b');
    let free = |rank: &[Option<char>; 8]| {
        (0..8).filter(|&file| rank[file].is_none()).collect::<Vec<usize>>()
    };
    rank[free(&rank)[number / 16 % 6]] = Some('q');
    let left = free(&rank);
    KNIGHTS[number / 96].iter().for_each(|&place| rank[left[place]] = Some('n'));
    free(&rank).into_iter().zip(['r', 'k', 'r']).for_each(|(file, piece)| rank[file] = Some(piece));
    let black: String = rank.into_iter().flatten().collect();
    let white = black.to_ascii_uppercase();
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
    fen.parse().expect("every start of Chess960 is sound")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_starts_of_chess960_are_all_different_and_one_is_that_of_chess() {
        let starts: std::collections::HashSet<u64> =
            (0..CHESS960_STARTS).map(|number| chess960_start(number).key()).collect();
        assert_eq!(starts.len(), CHESS960_STARTS as usize);
        assert_eq!(chess960_start(518), Board::default());
    }

    #[test]
    fn the_seed_decides() {
        let fens = |seed| -> Vec<String> {
            Openings::new(seed, Vec::new()).take(5).map(|game| game.board().to_string()).collect()
        };
        assert_eq!(fens(1), fens(1));
        assert_ne!(fens(1), fens(2));
    }
}
