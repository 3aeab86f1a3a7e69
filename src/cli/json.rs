//! `--json [FILE]`: results for other programs, in the same way in every command.

use crate::chess::Board;
use crate::files::{self, stdout, write_json, write_whole};
use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use std::fmt::Arguments;
use std::path::{Path, PathBuf};

/// Where the JSON goes.
#[derive(Debug, Args)]
pub struct Json {
    /// Write what was found as JSON to this file; without a file to standard output, and what
    /// people read goes to standard error then
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
}

impl Json {
    /// Is JSON requested?
    pub fn is_wanted(&self) -> bool {
        self.json.is_some()
    }

    /// Does it go to standard output?
    pub fn is_printed(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// The file, if it goes to one.
    pub fn file(&self) -> Option<&Path> {
        self.json.as_deref().filter(|_| !self.is_printed())
    }

    /// Refuses a file that cannot be written, before anything takes long.
    pub fn check<'a>(&self, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
        if let Some(name) = self.file().and_then(Path::to_str)
            && (name == "startpos" || name.parse::<Board>().is_ok())
        {
            bail!("--json: '{name}' is a position; --json goes behind it, or is --json=FILE");
        }
        Ok(files::check(inputs, self.file())?)
    }

    /// Prints a line for people, out of the way of the JSON.
    pub fn say(&self, line: Arguments<'_>) {
        if self.is_printed() {
            stdout::complain(format_args!("{line}\n"));
        } else {
            stdout::print(format_args!("{line}\n"));
        }
    }

    /// The same without line breaks, for a large value.
    pub fn write_compact(&self, value: &impl Serialize) -> Result<()> {
        if !self.is_wanted() {
            return Ok(());
        }
        let text = serde_json::to_string(value)?;
        match self.file() {
            Some(file) => write_whole(file, &text)?,
            None => stdout::print(format_args!("{text}\n")),
        }
        Ok(())
    }

    /// Writes the value, if JSON is requested.
    pub fn write(&self, value: &impl Serialize) -> Result<()> {
        if let Some(file) = self.file() {
            write_json(file, value)?;
        } else if self.is_printed() {
            stdout::print(format_args!("{}\n", serde_json::to_string_pretty(value)?));
        }
        Ok(())
    }
}
