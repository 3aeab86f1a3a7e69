//! The tablebases of three and four pieces, engines that use them, and random positions of such
//! endings with a fixed seed. The tables are in the shared data.
#![allow(dead_code)] // each test program uses a part of it

use crate::shared;
use secateur::chess::Board;
use secateur::engine::{Answer, Engine, Settings};
use secateur::eval::Evaluator;
use secateur::search::{Limits, Signals, Silent};
use secateur::tablebase::{TablebaseResult, Tablebases};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The folder with the tables.
pub fn folder() -> PathBuf {
    let folder = shared::data("syzygy");
    assert!(folder.join("KQvK.rtbw").exists(), "no tables are in {}", folder.display());
    folder
}

/// Opens the tables.
pub fn tables() -> Tablebases {
    Tablebases::open(&folder().display().to_string()).expect("tables")
}

/// An engine that probes the tables in this folder.
pub fn engine(folder: &Path) -> Engine {
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })
        .expect("1 MB can be allocated");
    engine.use_tablebases(&folder.display().to_string()).expect("tables");
    engine.use_evaluator(Evaluator::default());
    engine
}

/// Searches the current position of the engine.
pub fn go(engine: &mut Engine, limits: &Limits) -> Answer {
    engine.go(limits, &Signals::default(), Instant::now(), &mut Silent)
}

/// SplitMix64 random numbers (Steele, Lea & Flood 2014), seeded with the field.
pub struct Random(pub u64);

impl Random {
    /// The next number, below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % limit
    }
}

/// A position with the pieces of a table name such as `KQvKR`, on random squares and with a random
/// side to move.
pub fn random_position(random: &mut Random, pieces: &str) -> Board {
    let (white, black) = pieces.split_once('v').expect("a table name");
    let letters: Vec<char> =
        white.chars().chain(black.chars().map(|letter| letter.to_ascii_lowercase())).collect();
    loop {
        let mut squares = [[None; 8]; 8];
        for &letter in &letters {
            squares[random.below(8) as usize][random.below(8) as usize] = Some(letter);
        }
        let rank = |rank: &[Option<char>; 8]| {
            rank.iter().map(|square| square.unwrap_or('1')).collect::<String>()
        };
        let side = if random.below(2) == 0 { "w" } else { "b" };
        let fen =
            format!("{} {side} - - 0 1", squares.iter().map(rank).collect::<Vec<_>>().join("/"));
        // Invalid if two pieces share a square, a pawn stands on the first or last rank, or the
        // side to move could take the king.
        if let Ok(board) = fen.parse::<Board>()
            && board.occupied().count() as usize == letters.len()
        {
            return board;
        }
    }
}

/// A random position with these pieces and this tablebase result for the side to move.
pub fn random_position_with(
    tables: &Tablebases,
    random: &mut Random,
    pieces: &str,
    expected: TablebaseResult,
) -> Board {
    (0..100_000)
        .map(|_| random_position(random, pieces))
        .find(|board| tables.probe_wdl(board) == Some(expected) && board.count_moves() > 0)
        .expect("such a position exists")
}

/// The names of the WDL tables in the folder.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(|entry| {
            entry.ok()?.file_name().to_str()?.strip_suffix(".rtbw").map(str::to_owned)
        })
        .collect();
    names.sort();
    names
}

/// The sign of the result without the fifty-move rule: probed directly, and by a search of one ply
/// that probes the positions after each move.
pub fn signs(tables: &Tablebases, board: &Board) -> (i32, i32) {
    let by_table = |board: &Board| tables.probe_wdl(board).expect("every table exists").sign(false);
    let by_moves =
        board.legal_moves().into_iter().map(|mv| board.after(mv)).map(|after| {
            match after.count_moves() {
                _ if after.is_insufficient_material() => 0,
                0 if after.in_check() => 1,
                0 => 0,
                _ => -by_table(&after),
            }
        });
    let none = if board.in_check() { -1 } else { 0 };
    (by_table(board), by_moves.max().unwrap_or(none))
}
