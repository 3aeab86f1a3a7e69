//! Reads positions and files that the user names. Errors name the file and the line.

use crate::chess::Board;
use crate::chess::epd::Epd;
use crate::chess::fen::Castling;
use crate::chess::mended::Mended;
use crate::chess::perft::{PerftCase, join_lines};
use crate::files::content_lines;
use crate::quote::{join_remarks, quoted};
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Display;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

/// File name that stands for standard input; a file of this name is `./-`.
pub const STANDARD_INPUT: &str = "-";

/// Name of the initial position, as in UCI.
const INITIAL_POSITION: &str = "startpos";

/// Parses a position from command-line words, a FEN or `startpos`. The fields of an unquoted FEN
/// are separate words. Repairs are reported on standard error.
pub fn position(words: &[String], castling: Castling) -> Result<Board> {
    let text = &words.join(" ");
    if text == INITIAL_POSITION {
        return Ok(Board::default());
    }
    let Mended { board, remark, .. } = Mended::read(text, castling)
        .map_err(|error| anyhow!("'{}' is not a position: {error}", quoted(text)))?;
    if let Some(remark) = remark {
        eprintln!("secateur: {remark}");
    }
    Ok(board)
}

/// Chooses how K and Q in a FEN are read; always as Chess960 if `chess960`, else only where
/// standard chess cannot explain them.
pub fn castling(chess960: bool) -> Castling {
    if chess960 { Castling::Outermost } else { Castling::Guess }
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
    bytes.with_context(|| format!("cannot read {}", path.display()))
}

/// Parses every line of a file except empty lines and comments (`#`); the error names all bad
/// lines.
pub fn read_lines<T: Line>(path: &Path) -> Result<Vec<T>> {
    let Sifted { good, bad } = sift_lines(path, &read_bytes(path)?)?;
    if bad.is_empty() {
        Ok(good.into_iter().map(|(_, item)| item).collect())
    } else {
        bail!(bad.join("\n"))
    }
}

/// Values parsed from the lines of a file, and the errors of the invalid lines.
pub struct Sifted<T> {
    /// Parsed lines, each with its number from 1; empty lines and comments do not count.
    pub good: Vec<(usize, T)>,
    /// File, line and reason for each line that cannot be parsed.
    pub bad: Vec<String>,
}

/// Parses the lines of a file into values, and collects the errors of invalid lines. Each repair is
/// reported in a line on standard error.
pub fn sift_lines<T: Line>(path: &Path, bytes: &[u8]) -> Result<Sifted<T>> {
    let lines = T::join(content_lines(bytes));
    if lines.is_empty() {
        bail!("{} has no positions", path.display());
    }
    let mut sifted = Sifted { good: Vec::new(), bad: Vec::new() };
    for (index, (number, line)) in lines.into_iter().enumerate() {
        match line.parse::<T>() {
            Ok(item) => {
                if let Some(remark) = join_remarks(item.repairs()) {
                    eprintln!("{}:{number}: {remark}", path.display());
                }
                sifted.good.push((index + 1, item));
            }
            Err(error) => sifted.bad.push(format!("{}:{number}: {error}", path.display())),
        }
    }
    Ok(sifted)
}

/// Returns the path if an evaluation name is a file name; `None` for the built-in evaluations.
pub fn evaluation_file(name: &str) -> Option<&Path> {
    let is_built_in = matches!(name, "material" | "network");
    (!is_built_in).then(|| Path::new(name))
}
