//! Reading what the user names, with errors that name the place.

use crate::learn::games::{Game, Reader};
use crate::learn::stop::Stop;
use anyhow::{Context, Result, anyhow, bail};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Every line of a file that is neither empty nor a comment (`#`), read as a `T`. The first bad line is the error.
pub fn read_lines<T: FromStr<Err: Display>>(path: &Path) -> Result<Vec<T>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut items = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let item = line.parse().map_err(|error| anyhow!("{}:{}: {error}", path.display(), number + 1))?;
        items.push(item);
    }
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
                bail!("interrupted while reading");
            }
            if take(&game).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}
