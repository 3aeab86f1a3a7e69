//! Random start positions and player settings.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::path::Path;

/// Openings eight moves deep.
const OPENINGS: &str = include_str!("../../epd/openings.epd");
/// All starts of Chess960, a few moves in.
const CHESS960: &str = include_str!("../../epd/perft-chess960.epd");
/// Megabytes of table.
const HASHES: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Most threads of a player.
const MOST_THREADS: u32 = 4;
/// Maximum number of random moves after an opening.
const MOST_RANDOM: usize = 4;

/// What game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// From an opening.
    Standard,
    /// A fifth of the games.
    Chess960,
    /// From a position of four to six pieces: tablebases, mates, fifty moves.
    Ending,
}

/// Where a game begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// Which game.
    pub variant: Variant,
    /// As it is sent.
    pub fen: String,
    /// The same.
    pub board: Chess,
}

impl Start {
    /// Draws a random start position.
    pub fn draw(rng: &mut Xoshiro256PlusPlus) -> Start {
        let variant = match rng.random_range(0..100) {
            0..20 => Variant::Chess960,
            20..35 => Variant::Ending,
            _ => Variant::Standard,
        };
        loop {
            let fen = match variant {
                Variant::Standard => line_of(OPENINGS, rng),
                Variant::Chess960 => line_of(CHESS960, rng),
                Variant::Ending => ending(rng),
            };
            let board = Fen::from_ascii(fen.as_bytes())
                .ok()
                .and_then(|fen| fen.into_position(variant.mode()).ok());
            if let Some(board) = board.filter(|board: &Chess| !board.legal_moves().is_empty()) {
                return Start { variant, fen, board };
            }
        }
    }

    /// Number of random first moves, so that no game is played twice.
    pub fn first_moves(&self, rng: &mut Xoshiro256PlusPlus) -> usize {
        if self.variant == Variant::Ending { 0 } else { rng.random_range(0..=MOST_RANDOM) }
    }
}

impl Variant {
    /// How castling is written.
    pub fn mode(self) -> CastlingMode {
        if self == Variant::Chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }
}

/// The four position fields of a random line.
fn line_of(text: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let fields: Vec<&str> =
        lines[rng.random_range(0..lines.len())].split_whitespace().take(4).collect();
    format!("{} 0 1", fields.join(" "))
}

/// Two kings and two to four pieces anywhere; the caller discards invalid positions.
fn ending(rng: &mut Xoshiro256PlusPlus) -> String {
    let mut squares = [' '; 64];
    let mut pieces = vec!['K', 'k'];
    let others: Vec<char> = "QRBNPPqrbnpp".chars().collect();
    pieces.extend((0..rng.random_range(2..=4)).map(|_| others[rng.random_range(0..others.len())]));
    for piece in pieces {
        let free: Vec<usize> = (0..64).filter(|&square| squares[square] == ' ').collect();
        let fits = |square: &usize| !matches!(piece, 'P' | 'p') || (8..56).contains(square);
        let free: Vec<usize> = free.into_iter().filter(fits).collect();
        squares[free[rng.random_range(0..free.len())]] = piece;
    }
    let rank = |rank: &[char]| {
        rank.iter().map(|&piece| if piece == ' ' { '1' } else { piece }).collect::<String>()
    };
    let ranks: Vec<String> = squares.chunks(8).map(rank).collect();
    let side = if rng.random_bool(0.5) { 'w' } else { 'b' };
    let clock = if rng.random_bool(0.2) { rng.random_range(80..100) } else { 0 };
    format!("{} {side} - - {clock} 60", ranks.join("/"))
}

/// How a player is set for a game.
#[derive(Clone, Debug)]
pub struct Setup {
    hash: u32,
    threads: u32,
    /// Tablebases are on.
    pub has_tables: bool,
    /// It thinks on the opponent's time.
    pub ponders: bool,
    lines: u32,
    elo: Option<u32>,
    evaluation: &'static str,
    contempt: i32,
    /// It forgets the game before.
    is_new_game: bool,
    clears_hash: bool,
    shows_wdl: bool,
}

impl Setup {
    /// Draws random settings.
    pub fn draw(rng: &mut Xoshiro256PlusPlus) -> Setup {
        let mut seldom = |chance: f64| rng.random_bool(chance);
        let (has_tables, ponders, several, weak) =
            (seldom(0.5), seldom(0.1), seldom(0.1), seldom(0.05));
        let (linear, contempt, is_new_game, clears_hash) =
            (seldom(0.1), seldom(0.1), seldom(0.8), seldom(0.2));
        let shows_wdl = seldom(0.2);
        Setup {
            hash: HASHES[rng.random_range(0..HASHES.len())],
            threads: rng.random_range(1..=MOST_THREADS),
            has_tables,
            ponders,
            lines: if several { rng.random_range(2..=5) } else { 1 },
            elo: weak.then(|| rng.random_range(400..3000)),
            evaluation: if linear { "material" } else { "<embedded>" },
            contempt: if contempt { rng.random_range(-50..=50) } else { 0 },
            is_new_game,
            clears_hash,
            shows_wdl,
        }
    }

    /// As little as there can be: what a player takes then is compared over the hours.
    pub fn least() -> Setup {
        Setup {
            hash: 1,
            threads: 1,
            has_tables: false,
            ponders: false,
            lines: 1,
            elo: None,
            evaluation: "<embedded>",
            contempt: 0,
            is_new_game: true,
            clears_hash: true,
            shows_wdl: false,
        }
    }

    /// How many of its threads can run at once.
    pub fn threads_at_work(&self) -> u32 {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        self.threads.min(cores)
    }

    /// The lines that set it.
    pub fn lines(&self, variant: Variant, tables: Option<&Path>) -> Vec<String> {
        let tables = tables
            .filter(|_| self.has_tables)
            .map_or("<empty>".to_owned(), |path| path.display().to_string());
        let options = [
            ("Threads", self.threads.to_string()),
            ("Hash", self.hash.to_string()),
            ("SyzygyPath", tables),
            ("MultiPV", self.lines.to_string()),
            ("EvalFile", self.evaluation.to_owned()),
            ("Contempt", self.contempt.to_string()),
            ("Ponder", self.ponders.to_string()),
            ("UCI_ShowWDL", self.shows_wdl.to_string()),
            ("UCI_Chess960", (variant == Variant::Chess960).to_string()),
            ("UCI_LimitStrength", self.elo.is_some().to_string()),
            ("UCI_Elo", self.elo.unwrap_or(3200).to_string()),
        ];
        let set = |(name, value): &(&str, String)| format!("setoption name {name} value {value}");
        let mut lines: Vec<String> = options.iter().map(set).collect();
        if self.clears_hash {
            lines.push("setoption name Clear Hash".to_owned());
        }
        if self.is_new_game {
            lines.push("ucinewgame".to_owned());
        }
        lines
    }

    /// The same for a match runner.
    pub fn for_runner(&self, tables: Option<&Path>) -> Vec<String> {
        let mut options =
            vec![format!("option.Hash={}", self.hash), format!("option.Threads={}", self.threads)];
        if let Some(path) = tables.filter(|_| self.has_tables) {
            options.push(format!("option.SyzygyPath={}", path.display()));
        }
        options
    }
}
