//! Reading what the user names, with errors that name the place.

use super::resume::Interrupted;
use crate::files::said_lines;
use crate::learn::games::{Game, Reader};
use crate::learn::stop::Stop;
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Every line of a file that is neither empty nor a comment (`#`), read as a `T`. The first bad line is the error.
pub fn read_lines<T: FromStr<Err: Display>>(path: &Path) -> Result<Vec<T>> {
    parse_lines(path, &std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?)
}

/// The same of bytes that come from this file.
pub fn parse_lines<T: FromStr<Err: Display>>(path: &Path, bytes: &[u8]) -> Result<Vec<T>> {
    let parse =
        |(number, line): (usize, String)| line.parse().map_err(|error| anyhow!("{}:{number}: {error}", path.display()));
    let items: Vec<T> = said_lines(bytes).into_iter().map(parse).collect::<Result<_>>()?;
    if items.is_empty() {
        bail!("{} has no positions", path.display());
    }
    Ok(items)
}

/// Hands over the stored games of files, one after the other, until enough have been taken.
pub fn each_game(files: &[PathBuf], stop: &Stop, mut take: impl FnMut(&Game) -> ControlFlow<()>) -> Result<()> {
    for path in files {
        let reader = Reader::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        for game in reader {
            let game = game.with_context(|| format!("{}", path.display()))?;
            if stop.is_asked() {
                bail!(Interrupted("while reading".to_owned()));
            }
            if take(&game).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}
