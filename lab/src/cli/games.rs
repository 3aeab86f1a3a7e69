//! Reads game files for a command.

use crate::learn::data::games;
use crate::learn::games::ScoredGame;
use anyhow::{Result, bail};
use secateur::cli::resume::Interrupted;
use secateur::stop::Stop;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Calls `take` with each game of the files, until it breaks.
pub fn each_game(
    files: &[PathBuf],
    stop: &Stop,
    mut take: impl FnMut(&ScoredGame) -> ControlFlow<()>,
) -> Result<()> {
    for path in files {
        for game in games(path)? {
            let game = game?;
            if stop.is_requested() {
                bail!(Interrupted("while reading".to_owned()));
            }
            if take(&game).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}
