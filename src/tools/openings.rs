//! Random openings from a seed, for varied games and for tests with random walks.

use crate::chess::{Board, Game};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Possible lengths of a random opening in plies. An odd and an even number let either side move
/// first.
pub const PLIES: [usize; 2] = [8, 9];

/// Endless iterator of random openings, determined by the seed.
#[derive(Debug)]
pub struct Openings {
    rng: Xoshiro256PlusPlus,
    starts: Vec<Board>,
    plies: &'static [usize],
}

impl Openings {
    /// Creates the iterator; openings begin with one of `starts`, or with the initial position if
    /// it is empty.
    pub fn new(seed: u64, mut starts: Vec<Board>) -> Openings {
        if starts.is_empty() {
            starts.push(Board::default());
        }
        Openings { rng: Xoshiro256PlusPlus::seed_from_u64(seed), starts, plies: &PLIES }
    }

    /// Sets the lengths in plies from which each opening draws at random.
    pub fn of_plies(self, plies: &'static [usize]) -> Openings {
        Openings { plies, ..self }
    }

    /// Tries to make one random opening; `None` if the random plies end the game.
    pub fn attempt(&mut self) -> Option<Game> {
        let plies = self.plies[self.rng.random_range(0..self.plies.len())];
        let game = self.random_game(plies);
        game.outcome().is_none().then_some(game)
    }

    /// Plays a game of this number of random plies, or fewer if the game ends.
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

/// Number of initial positions in Chess960.
pub const CHESS960_STARTS: u32 = 960;

/// The squares of the knights among the five that bishops and queen leave free, by number.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// Returns the Chess960 initial position with this Scharnagl number (518 is standard chess). Larger
/// numbers wrap around.
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
