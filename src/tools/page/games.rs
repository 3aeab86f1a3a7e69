//! Data of the pages of games, and the files they are written to.
//!
//! The data of a page is short. It leaves out positions and values that follow from the move
//! before.

use super::{GAMES, INDEX, PageError, render};
use crate::chess::Board;
use crate::files::{FileError, write_atomically};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The size of a large page, bytes.
const LARGE: usize = 1_000_000;
/// The longest line of the engine in a page, plies.
const MAX_LINE_PLIES: usize = 12;

/// A game as its page gets it.
#[derive(Serialize)]
pub struct GameEntry<'a> {
    /// The game in the form of [`as_json`](crate::tools::annotate::as_json). A move may also have
    /// `depth` (plies) and `seconds` of the search that chose it.
    #[serde(flatten)]
    pub found: &'a Value,
    /// The game as PGN.
    pub pgn: &'a str,
}

/// The results of a match of two players, shown above its games.
#[derive(Clone, Debug, Serialize)]
pub struct Crosstable {
    /// The players; the first one's results are shown in the cells.
    pub players: [String; 2],
    /// Wins, draws and losses of the first player.
    pub wdl: [u64; 3],
    /// Elo of the first player less the second.
    pub elo: f64,
    /// Bounds of the 95 % interval of Elo; `None` if all pairs have the same result or
    /// Elo has no bounds.
    pub interval: Option<[f64; 2]>,
    /// The games from each opening. The games have the order of the page.
    pub pairs: Vec<Vec<Cell>>,
}

/// A game in a crosstable.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Half points of the first player.
    pub points: u64,
    /// Whether the first player is White.
    pub is_white: bool,
    /// Reason of the result, in words.
    pub reason: String,
    /// Number of plies.
    pub plies: usize,
}

/// The files that pages of games are written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesTarget {
    /// One page with all games.
    Page(PathBuf),
    /// A folder: an index, and a page for each game.
    Folder(PathBuf),
}

/// An error of writing pages.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A page cannot be created.
    #[error(transparent)]
    Page(#[from] PageError),
    /// A page cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl GamesTarget {
    /// The target of a path: an existing folder, or a new one if the path ends in a separator, or
    /// else a file. A new folder is created, so that outputs can be checked before the run.
    pub fn begin(path: &Path) -> Result<GamesTarget, FileError> {
        let ends_as_folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        if !ends_as_folder && !path.is_dir() {
            return Ok(GamesTarget::Page(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(|error| FileError::Write(path.to_owned(), error))?;
        Ok(GamesTarget::Folder(path.to_owned()))
    }

    /// The page to open first.
    pub fn front(&self) -> PathBuf {
        match self {
            GamesTarget::Page(path) => path.clone(),
            GamesTarget::Folder(path) => path.join("index.html"),
        }
    }

    /// The pages of this number of games, the page to open first at the start.
    pub fn pages(&self, games: usize) -> Vec<PathBuf> {
        let each = match self {
            GamesTarget::Page(_) => Vec::new(),
            GamesTarget::Folder(folder) => {
                (0..games).map(|index| game_page(folder, index)).collect()
            }
        };
        std::iter::once(self.front()).chain(each).collect()
    }

    /// Writes the games. The text is a hint if a page is larger than browsers open at once.
    pub fn write_with_hint(
        &self,
        games: &[GameEntry<'_>],
        table: Option<&Crosstable>,
    ) -> Result<Option<String>, WriteError> {
        let size = self.write(games, table)?;
        let is_large = size > LARGE && matches!(self, GamesTarget::Page(_));
        Ok(is_large.then(|| {
            let (path, megabytes) = (self.front(), size as f64 / 1e6);
            let path = path.display();
            format!("{path} has {megabytes:.1} MB; --html FOLDER/ writes a page for each game")
        }))
    }

    /// Writes the games and returns the size of the largest page in bytes.
    pub fn write(
        &self,
        games: &[GameEntry<'_>],
        table: Option<&Crosstable>,
    ) -> Result<usize, WriteError> {
        let folder = match self {
            GamesTarget::Page(path) => {
                let page = page(games, table, None)?;
                write_atomically(path, &page)?;
                return Ok(page.len());
            }
            GamesTarget::Folder(path) => path,
        };
        let mut largest = 0;
        for (index, game) in games.iter().enumerate() {
            let page = page(std::slice::from_ref(game), None, Some("index.html"))?;
            write_atomically(&game_page(folder, index), &page)?;
            largest = largest.max(page.len());
        }
        let games: Vec<Value> = games.iter().map(|game| summary(game.found)).collect();
        let index = render(&INDEX, title(table), &json!({ "table": table, "games": games }))?;
        write_atomically(&self.front(), &index)?;
        Ok(largest.max(index.len()))
    }
}

/// The page of the game with this index in a folder.
fn game_page(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("game-{}.html", index + 1))
}

/// Renders a page of games. `index` is the link to the list of all games.
fn page(
    games: &[GameEntry<'_>],
    table: Option<&Crosstable>,
    index: Option<&str>,
) -> Result<String, PageError> {
    let games: Vec<Value> = games.iter().map(short).collect();
    render(&GAMES, title(table), &json!({ "table": table, "games": games, "index": index }))
}

fn title(table: Option<&Crosstable>) -> &'static str {
    if table.is_some() { "Match" } else { "Games" }
}

/// The fields of a game that its page takes as they are.
const WHOLE: [&str; 8] =
    ["game", "headers", "result", "opening", "start", "lead", "white", "black"];

/// These fields of an object.
fn fields(found: &Value, names: &[&str]) -> Map<String, Value> {
    let field = |name: &&str| found.get(*name).map(|value| ((*name).to_owned(), value.clone()));
    names.iter().filter_map(field).collect()
}

/// A game without its moves.
fn summary(found: &Value) -> Value {
    let mut game = fields(found, &WHOLE);
    game.remove("lead");
    game.insert("plies".to_owned(), found["moves"].as_array().map_or(0, Vec::len).into());
    Value::Object(game)
}

/// The data of a game.
fn short(entry: &GameEntry<'_>) -> Value {
    let found = entry.found;
    let mut game = fields(found, &WHOLE);
    let mut expected = found["start"].as_str().unwrap_or_default().to_owned();
    let mut value = Value::Null;
    let mut moves = Vec::new();
    for judged in found["moves"].as_array().into_iter().flatten() {
        let (before, after) =
            (for_white(&judged["before"], judged), for_white(&judged["after"], judged));
        let mut step = short_move(judged);
        if judged["fen"] != expected.as_str() {
            step.insert("f".to_owned(), judged["fen"].clone());
        }
        if before != value {
            step.insert("p".to_owned(), before);
        }
        step.insert("v".to_owned(), after.clone());
        moves.push(Value::Object(step));
        (expected, value) = (next(judged).unwrap_or_default(), after);
    }
    game.insert("moves".to_owned(), moves.into());
    game.insert("pgn".to_owned(), entry.pgn.into());
    Value::Object(game)
}

/// A move with the fields that are not empty, under the names that `line.js` reads.
fn short_move(judged: &Value) -> Map<String, Value> {
    let mut step = Map::new();
    let mut set = |name: &str, value: Value| drop(step.insert(name.to_owned(), value));
    set("m", judged["move"].clone());
    set("s", judged["san"].clone());
    if judged["is_best"] == false && judged["best"][0].is_string() {
        let words = |text: &str| !text.ends_with('.');
        let line = judged["best_san"].as_str().unwrap_or_default().split(' ').filter(|w| words(w));
        let moves = judged["best"].as_array().into_iter().flatten().filter_map(Value::as_str);
        set("b", moves.take(MAX_LINE_PLIES).collect::<Vec<_>>().join(" ").into());
        set("l", line.take(MAX_LINE_PLIES).collect::<Vec<_>>().join(" ").into());
    }
    let same = [("mark", "k"), ("glyphs", "g"), ("comments", "c"), ("variations", "w")];
    for (name, short) in same.into_iter().chain([("depth", "d"), ("seconds", "t")]) {
        if let Some(value) = judged.get(name).filter(|value| !value.is_null()) {
            set(short, value.clone());
        }
    }
    step
}

/// A value for White: centipawns, or moves to mate as text, then wins and draws in permille.
fn for_white(value: &Value, judged: &Value) -> Value {
    let is_white = judged["fen"].as_str().is_some_and(|fen| fen.contains(" w "));
    let sign = if is_white { 1 } else { -1 };
    let number = |value: &Value| value.as_i64().unwrap_or_default();
    let score = match value["score"].get("mate") {
        Some(moves) => Value::from(format!("{}", sign * number(moves))),
        None => Value::from(sign * number(&value["score"]["cp"])),
    };
    let win = if is_white { &value["wdl"][0] } else { &value["wdl"][2] };
    json!([score, win, value["wdl"][1]])
}

/// The position after a move.
fn next(judged: &Value) -> Option<String> {
    let board: Board = judged["fen"].as_str()?.parse().ok()?;
    let mv = board.parse_uci(judged["move"].as_str()?).ok()?;
    Some(board.after(mv).to_string())
}
