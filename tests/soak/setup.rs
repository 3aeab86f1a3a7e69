//! Random start positions and player settings.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::path::Path;

/// Openings of eight moves.
const OPENINGS: &str = include_str!("../../epd/openings.epd");
/// Positions a few moves after each start of Chess960.
const CHESS960: &str = include_str!("../../epd/perft-chess960.epd");
/// Hash sizes in megabytes.
const HASHES: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Maximum number of threads of a player.
const MAX_THREADS: u32 = 4;
/// Maximum number of random moves after an opening.
const MAX_RANDOM_MOVES: usize = 4;

/// The kind of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Standard chess from an opening.
    Standard,
    /// Chess960.
    Chess960,
    /// From a position with four to six pieces: tablebases, mates, fifty-move rule.
    Ending,
}

/// Start position of a game.
#[derive(Clone, Debug)]
pub struct Start {
    /// The kind of the game.
    pub variant: Variant,
    /// The FEN that the players receive.
    pub fen: String,
    /// The position of the FEN.
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

    /// Number of random first moves, which avoid repeated games.
    pub fn first_moves(&self, rng: &mut Xoshiro256PlusPlus) -> usize {
        if self.variant == Variant::Ending { 0 } else { rng.random_range(0..=MAX_RANDOM_MOVES) }
    }
}

impl Variant {
    /// Notation of castling moves.
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

/// Two kings and two to four other pieces on random squares. The caller discards invalid positions.
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

/// Options of a player for one game.
#[derive(Clone, Debug)]
pub struct Setup {
    hash: u32,
    threads: u32,
    /// Uses tablebases.
    pub has_tables: bool,
    /// Thinks on the opponent's time.
    pub ponders: bool,
    lines: u32,
    elo: Option<u32>,
    evaluation: &'static str,
    contempt: i32,
    /// Sends `ucinewgame`.
    is_new_game: bool,
    clears_hash: bool,
    shows_wdl: bool,
}

impl Setup {
    /// Draws random settings.
    pub fn draw(rng: &mut Xoshiro256PlusPlus) -> Setup {
        let mut draw = |chance: f64| rng.random_bool(chance);
        let (has_tables, ponders, several, weak) = (draw(0.5), draw(0.1), draw(0.1), draw(0.05));
        let (material, contempt, is_new_game, clears_hash) =
            (draw(0.1), draw(0.1), draw(0.8), draw(0.2));
        let shows_wdl = draw(0.2);
        Setup {
            hash: HASHES[rng.random_range(0..HASHES.len())],
            threads: rng.random_range(1..=MAX_THREADS),
            has_tables,
            ponders,
            lines: if several { rng.random_range(2..=5) } else { 1 },
            elo: weak.then(|| rng.random_range(400..3000)),
            evaluation: if material { "material" } else { "<embedded>" },
            contempt: if contempt { rng.random_range(-50..=50) } else { 0 },
            is_new_game,
            clears_hash,
            shows_wdl,
        }
    }

    /// The smallest settings, with which the resource usage over time is comparable.
    pub fn smallest() -> Setup {
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

    /// Number of its threads that can run at the same time.
    pub fn threads_at_work(&self) -> u32 {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        self.threads.min(cores)
    }

    /// The commands that set these options.
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

    /// Arguments of the match runner for some of these options.
    pub fn for_runner(&self, tables: Option<&Path>) -> Vec<String> {
        let mut options =
            vec![format!("option.Hash={}", self.hash), format!("option.Threads={}", self.threads)];
        if let Some(path) = tables.filter(|_| self.has_tables) {
            options.push(format!("option.SyzygyPath={}", path.display()));
        }
        options
    }
}
