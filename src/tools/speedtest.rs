//! The speed test: nodes per second over the positions of whole games. The table and the histories
//! stay filled from position to position, as in play.

use crate::chess::Game;
use crate::engine::{Engine, Settings};
use crate::search::table::OutOfMemory;
use crate::search::{Limits, Signals, Silent};
use std::fmt;
use std::time::{Duration, Instant};

/// The games in SAN: an attack, a series of sacrifices, a positional win, a king hunt and a rook
/// ending.
pub const GAMES: [&str; 5] = [
    // Morphy - Duke of Brunswick and Count Isouard, Paris
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 \
     O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    // Anderssen - Kieseritzky, London
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 \
     h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    // D. Byrne - Fischer, New York
    "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 \
     Nxc3 bxc3 Nxe4 Bxe7 Qb6 Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ \
     Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1 Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 \
     b5 h4 h5 Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 Nc3+ Kc1 Rc2#",
    // Kasparov - Topalov, Wijk aan Zee
    "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6 \
     Nc1 O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 \
     Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4 c3+ \
     Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ Ke1 f4 f5 Kc1 Rd2 Qa7",
    // Capablanca - Tartakower, New York
    "d4 e6 Nf3 f5 c4 Nf6 Bg5 Be7 Nc3 O-O e3 b6 Bd3 Bb7 O-O Qe8 Qe2 Ne4 Bxe7 Nxc3 bxc3 Qxe7 a4 \
     Bxf3 Qxf3 Nc6 Rfb1 Rae8 Qh3 Rf6 f4 Na5 Qf3 d6 Re1 Qd7 e4 fxe4 Qxe4 g6 g3 Kf8 Kg2 Rf7 h4 d5 \
     cxd5 exd5 Qxe8+ Qxe8 Rxe8+ Kxe8 h5 Rf6 hxg6 hxg6 Rh1 Kf8 Rh7 Rc6 g4 Nc4 g5 Ne3+ Kf3 Nf5 \
     Bxf5 gxf5 Kg3 Rxc3+ Kh4 Rf3 g6 Rxf4+ Kg5 Re4 Kf6 Kg8 Rg7+ Kh8 Rxc7 Re8 Kxf5 Re4 Kf6 Rf4+ \
     Ke5 Rg4 g7+ Kg8 Rxa7 Rg1 Kxd5 Rc1 Kd6 Rc2 d5 Rc1 Rc7 Ra1 Kc6 Rxa4 d6",
];

/// Settings of a speed test: threads, hash size and duration.
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
    /// Creates the settings of a speed test; a missing number gets a default for this machine.
    pub fn new(
        threads: Option<usize>,
        hash_megabytes: Option<usize>,
        seconds: Option<u64>,
    ) -> SpeedTest {
        let threads = threads.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        });
        SpeedTest {
            threads,
            hash_megabytes: hash_megabytes.unwrap_or(threads * HASH_FOR_EACH_THREAD),
            time: Duration::from_secs(seconds.unwrap_or(SECONDS)),
        }
    }

    /// Runs the speed test: searches each position of the built-in games. The time per position
    /// decreases from move to move. `done` receives the number of finished positions and of all
    /// positions. The test ends early when the signals stop it.
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
        let games: Vec<Vec<Game>> = GAMES.iter().map(|text| positions(text)).collect();
        let weight = |ply: usize| 1.0 / (ply as f64 + 15.0);
        let whole: f64 = games.iter().flat_map(|game| (0..game.len()).map(weight)).sum();
        let all = games.iter().map(Vec::len).sum();
        let mut speed = Speed { test: *self, positions: 0, nodes: 0, time: Duration::ZERO };
        for game in &games {
            engine.new_game();
            for (ply, position) in game.iter().enumerate() {
                engine.set_game(position.clone());
                let limits = Limits::for_time(self.time.mul_f64(weight(ply) / whole));
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

/// The positions of a game with more than one legal move, each with its history.
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

/// Result of a speed test: positions, nodes and time.
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
    /// Returns the nodes per second of all threads together.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
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
