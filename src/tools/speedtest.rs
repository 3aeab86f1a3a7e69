//! The speed test: nodes per second over the positions of whole games. The table and the histories
//! stay filled from position to position, as in play.

use crate::chess::Game;
use crate::engine::{Engine, Settings};
use crate::machine::CORES;
use crate::search::report::nodes_per_second;
use crate::search::table::OutOfMemory;
use crate::search::{Limits, Signals, Silent};
use std::fmt;
use std::time::{Duration, Instant};

/// The games in SAN, one per line: an attack, a series of sacrifices, a positional win, a king hunt
/// and a rook ending.
const GAMES: &str = include_str!("speedtest.txt");

/// Iterates over the built-in games of the speed test, each as SAN text.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.lines().filter(|line| !line.starts_with('#'))
}

/// Settings of a speed test (threads, hash size, duration).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpeedTest {
    /// The number of search threads.
    pub threads: usize,
    /// The size of the transposition table, megabytes.
    pub hash_megabytes: usize,
    /// The total time of all searches.
    pub time: Duration,
}

/// The default table size per thread, megabytes.
const HASH_FOR_EACH_THREAD: usize = 64;
/// The default time, seconds.
const SECONDS: u64 = 30;

impl SpeedTest {
    /// Creates the settings of a speed test, with defaults for this machine in place of `None`.
    pub fn new(
        threads: Option<usize>,
        hash_megabytes: Option<usize>,
        seconds: Option<u64>,
    ) -> SpeedTest {
        let threads = threads.unwrap_or(*CORES);
        SpeedTest {
            threads,
            hash_megabytes: hash_megabytes.unwrap_or(threads * HASH_FOR_EACH_THREAD),
            time: Duration::from_secs(seconds.unwrap_or(SECONDS)),
        }
    }

    /// Runs the speed test, which searches each position of the built-in games. The time per
    /// position decreases from move to move. `done` receives the number of finished positions and
    /// of all positions. The test ends early when the signals stop it.
    pub fn run(
        &self,
        signals: &Signals,
        mut done: impl FnMut(usize, usize),
    ) -> Result<Speed, OutOfMemory> {
        let settings = Settings {
            threads: self.threads,
            hash_megabytes: self.hash_megabytes,
            move_overhead: Duration::ZERO,
            ..Settings::default()
        };
        let mut engine = Engine::new(settings)?;
        let games: Vec<Vec<Game>> = games().map(positions).collect();
        let weight = |ply: usize| 1.0 / (ply as f64 + 15.0);
        let whole: f64 = games.iter().flat_map(|game| (0..game.len()).map(weight)).sum();
        let all = games.iter().map(Vec::len).sum();
        let mut speed = Speed { test: *self, positions: 0, nodes: 0, time: Duration::ZERO };
        for game in &games {
            engine.new_game();
            for (ply, position) in game.iter().enumerate() {
                engine.set_game(position.clone());
                let limits = Limits::with_move_time(self.time.mul_f64(weight(ply) / whole));
                let answer = engine.go(&limits, signals, Instant::now(), &mut Silent);
                if signals.is_stopped() {
                    return Ok(speed);
                }
                speed.positions += 1;
                speed.nodes += answer.progress.nodes;
                speed.time += answer.progress.time;
                done(speed.positions, all);
            }
        }
        Ok(speed)
    }
}

/// Returns the positions of a SAN game with more than one legal move, each with its game history.
pub fn positions(text: &str) -> Vec<Game> {
    let mut game = Game::default();
    let mut positions = Vec::new();
    for word in text.split_whitespace() {
        if game.board().count_moves() > 1 {
            positions.push(game.clone());
        }
        game.play(game.board().parse_san(word).expect("the tests play the games"));
    }
    positions
}

/// Result of a speed test, with number of positions, nodes and time.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The settings.
    pub test: SpeedTest,
    /// The number of positions searched.
    pub positions: usize,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
}

impl Speed {
    /// Returns the search speed of all threads together, in nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpeedTest { threads, hash_megabytes, .. } = self.test;
        writeln!(f, "threads    {threads}")?;
        writeln!(f, "hash       {hash_megabytes} MB")?;
        writeln!(f, "positions  {}", self.positions)?;
        writeln!(f, "nodes      {}", self.nodes)?;
        writeln!(f, "time       {:.1} s", self.time.as_secs_f64())?;
        write!(f, "speed      {} nodes per second", self.nodes_per_second())
    }
}
