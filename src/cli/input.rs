//! Reading what the user names, with errors that name the place.

use crate::chess::Board;
use crate::chess::epd::Epd;
use crate::chess::fen::Castling;
use crate::chess::mended::Mended;
use crate::chess::perft::PerftCase;
use crate::files::said_lines;
use crate::quote::{in_one_line, quoted};
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Display;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

/// What names standard input; a file of this name is `./-`.
pub const STANDARD_INPUT: &str = "-";

/// What names the initial position, as in the protocol.
const INITIAL_POSITION: &str = "startpos";

/// The position that a FEN, or `startpos`, names; the fields of a FEN may come as words of their
/// own, as they do if it is not quoted. What is repaired goes to standard error.
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

/// What the letters K and Q mean: Chess960 where it is said, and where nothing else fits.
pub fn castling(chess960: bool) -> Castling {
    if chess960 { Castling::Outermost } else { Castling::Guess }
}

/// A line of a file that may have been repaired.
pub trait Line: FromStr<Err: Display> {
    /// What was repaired.
    fn repairs(&self) -> &[String];
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
}

/// All bytes of a file, or of standard input.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let bytes = if path == Path::new(STANDARD_INPUT) {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    bytes.with_context(|| format!("cannot read {}", path.display()))
}

/// Every line of a file that is neither empty nor a comment (`#`), read as a `T`. The error names
/// all bad lines.
pub fn read_lines<T: Line>(path: &Path) -> Result<Vec<T>> {
    let Sifted { good, bad } = sift_lines(path, &read_bytes(path)?)?;
    if bad.is_empty() {
        Ok(good.into_iter().map(|(_, item)| item).collect())
    } else {
        bail!(bad.join("\n"))
    }
}

/// The lines of a file, good and bad.
pub struct Sifted<T> {
    /// What was read, each with its number among all lines that say something, from 1.
    pub good: Vec<(usize, T)>,
    /// File, line, and reason of each that was not.
    pub bad: Vec<String>,
}

/// The lines of this file that can be read, and what is wrong with the others. What is repaired goes
/// to standard error, a line each.
pub fn sift_lines<T: Line>(path: &Path, bytes: &[u8]) -> Result<Sifted<T>> {
    let lines = said_lines(bytes);
    if lines.is_empty() {
        bail!("{} has no positions", path.display());
    }
    let mut sifted = Sifted { good: Vec::new(), bad: Vec::new() };
    for (index, (number, line)) in lines.into_iter().enumerate() {
        match line.parse::<T>() {
            Ok(item) => {
                if let Some(remark) = in_one_line(item.repairs()) {
                    eprintln!("{}:{number}: {remark}", path.display());
                }
                sifted.good.push((index + 1, item));
            }
            Err(error) => sifted.bad.push(format!("{}:{number}: {error}", path.display())),
        }
    }
    Ok(sifted)
}

/// The file that an evaluation of this name is read from; none for those that the program was built
/// with.
pub fn evaluation_file(name: &str) -> Option<&Path> {
    let is_built_in = matches!(name, "material" | "network");
    (!is_built_in).then(|| Path::new(name))
}
