//! Reads positions and files that the user names. Errors name the file and the line.

use crate::chess::Board;
use crate::chess::epd::{Epd, read_position};
use crate::chess::fen::CastlingMode;
use crate::chess::perft::{PerftCase, join_lines};
use crate::chess::pgn::{PgnGame, read_games};
use crate::eval::{BUILT_IN, Evaluator, evaluator_named};
use crate::files::content_lines;
use crate::files::decode::decode;
use crate::quote::{counted, escaped, join_remarks, quoted};
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Display;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

/// File name that stands for standard input; a file of this name is `./-`.
pub const STANDARD_INPUT: &str = "-";

/// Parses a position from command-line words: a FEN or `startpos`, with moves after `moves`, or an
/// EPD record, as in the lines of files. The fields of an unquoted FEN are separate words. Repairs
/// are reported on standard error.
pub fn position(words: &[String], castling: CastlingMode) -> Result<Board> {
    let text = &words.join(" ");
    let read = if text.contains(';') {
        Epd::read(text, castling).map(|epd| (epd.board, join_remarks(&epd.repairs)))
    } else {
        read_position(text, castling)
    };
    let (board, remark) = read.map_err(|error| {
        anyhow!("'{}' is not a position: {}", quoted(text), escaped(&error.to_string()))
    })?;
    if let Some(remark) = remark {
        eprintln!("secateur: {}", escaped(&remark));
    }
    Ok(board)
}

/// Type that can be parsed from one line of an input file, with repair of small errors.
pub trait Line: FromStr<Err: Display> {
    /// Descriptions of the repairs made while the line was parsed.
    fn repairs(&self) -> &[String];

    /// Joins numbered input lines that belong to one value; most formats return them unchanged.
    /// Each line comes with its number.
    fn join(lines: Vec<(usize, String)>) -> Vec<(usize, String)> {
        lines
    }
}

impl Line for Epd {
    fn repairs(&self) -> &[String] {
        &self.repairs
    }
}

impl Line for PerftCase {
    fn repairs(&self) -> &[String] {
        &self.repairs
    }

    fn join(lines: Vec<(usize, String)>) -> Vec<(usize, String)> {
        join_lines(lines)
    }
}

/// Reads all bytes of a file, or of standard input if the name is `-`.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let bytes = if path == Path::new(STANDARD_INPUT) {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    bytes.with_context(|| format!("cannot read {}", source_name(path)))
}

/// The name of an input in messages.
fn source_name(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Parses every line of a file except empty lines and comments (`#`); the error names all bad
/// lines.
pub fn read_lines<T: Line>(path: &Path) -> Result<Vec<T>> {
    let ParsedLines { good, bad } = parse_lines(path, &read_bytes(path)?)?;
    if bad.is_empty() {
        Ok(good.into_iter().map(|(_, item)| item).collect())
    } else {
        bail!(first_errors(&bad))
    }
}

/// Values parsed from the lines of a file, and the errors of the invalid lines.
pub struct ParsedLines<T> {
    /// Parsed lines, each with its number from 1; empty lines and comments do not count.
    pub good: Vec<(usize, T)>,
    /// File, line and reason for each line that cannot be parsed.
    pub bad: Vec<String>,
}

/// Parses the lines of a file into values, and collects the errors of invalid lines. Each repair is
/// reported in a line on standard error. A PGN file is refused as a whole.
pub fn parse_lines<T: Line>(path: &Path, bytes: &[u8]) -> Result<ParsedLines<T>> {
    let name = source_name(path);
    let lines = content_lines(bytes);
    if lines.first().is_some_and(|(_, line)| is_pgn_header(line)) {
        bail!("{name} is a PGN file, not FEN or EPD; `analyse` and `annotate` read PGN");
    }
    let lines = T::join(lines);
    if lines.is_empty() {
        bail!("{name} has no positions");
    }
    let mut parsed = ParsedLines { good: Vec::new(), bad: Vec::new() };
    for (index, (number, line)) in lines.into_iter().enumerate() {
        match line.parse::<T>() {
            Ok(item) => {
                if let Some(remark) = join_remarks(item.repairs()) {
                    eprintln!("{name}:{number}: {}", escaped(&remark));
                }
                parsed.good.push((index + 1, item));
            }
            Err(error) => {
                let reason = escaped(&error.to_string());
                parsed.bad.push(format!("{name}:{number}: {reason}"));
            }
        }
    }
    Ok(parsed)
}

/// Invalid lines that an error message shows.
const SHOWN_LINES: usize = 10;

/// Returns the error of files with invalid lines, without `--skip-bad`. `good` is the number of
/// valid lines.
pub fn describe_rejected(bad: &[String], good: usize) -> String {
    let text = first_errors(bad);
    if good == 0 {
        return text + "\nno line can be read: another kind of file?";
    }
    let lines = counted(bad.len() as u64, "line", "lines");
    format!("{text}\n{lines} cannot be read; --skip-bad skips such lines")
}

/// Joins the first error messages and the number of the others.
fn first_errors(bad: &[String]) -> String {
    let shown = bad[..bad.len().min(SHOWN_LINES)].join("\n");
    match bad.len().saturating_sub(SHOWN_LINES) {
        0 => shown,
        more => format!("{shown}\n… and {more} more"),
    }
}

/// Returns the report on lines that `--skip-bad` skipped.
pub fn describe_skipped(lines: usize) -> String {
    let were = if lines == 1 { "was" } else { "were" };
    format!("{} could not be read and {were} skipped", counted(lines as u64, "line", "lines"))
}

/// Whether a file is a PGN file, by its name or because it begins with a header.
pub fn is_pgn(path: &Path, bytes: &[u8]) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
        || decode(bytes)
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty())
            .is_some_and(is_pgn_header)
}

/// A game with its number in the file, from 1.
pub type NumberedGame = (usize, PgnGame);

/// Reads the valid games of a PGN file, at least one, and whether others were skipped. Repairs and
/// errors are reported on standard error.
pub fn read_pgn(path: &Path, bytes: &[u8]) -> Result<(Vec<NumberedGame>, bool)> {
    let name = source_name(path);
    let (mut games, mut broken) = (Vec::new(), false);
    for (number, game) in (1..).zip(read_games(bytes)) {
        match game {
            Ok(game) => {
                if let Some(remark) = game.remark() {
                    eprintln!("{name}: game {number}: {}", escaped(&remark));
                }
                games.push((number, game));
            }
            Err(error) => {
                eprintln!("{name}: game {number}: {}", escaped(&error.to_string()));
                broken = true;
            }
        }
    }
    if games.is_empty() {
        bail!("{name} has no valid games");
    }
    Ok((games, broken))
}

/// Whether a line is a header of a PGN game, such as `[Event "Candidates"]`.
fn is_pgn_header(line: &str) -> bool {
    let inner = line.strip_prefix('[').map(str::trim_start);
    let parts = inner.and_then(|inner| inner.split_once(char::is_whitespace));
    parts.is_some_and(|(name, value)| {
        let is_name = name.starts_with(char::is_alphabetic)
            && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        // The reader of games repairs missing quotation marks.
        is_name && (value.trim_start().starts_with('"') || value.ends_with(']'))
    })
}

/// Returns the path if an evaluation name is a file name; `None` for the built-in evaluations.
pub fn evaluation_file(name: &str) -> Option<&Path> {
    (!BUILT_IN.contains(&name)).then(|| Path::new(name))
}

/// Loads the evaluation that `--eval` names.
pub fn evaluator(name: &str) -> Result<Evaluator> {
    evaluator_named(name).map_err(|error| anyhow!("--eval: {error}"))
}
