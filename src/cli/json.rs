//! `--json [FILE]`: results for other programs, the same in every command; and `--force`, which is
//! also for the other output files of a command.

use super::overwrite::{Force, OutputKind};
use crate::chess::Board;
use crate::files::{self, stdout, write_atomically, write_json};
use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use std::fmt::Arguments;
use std::path::{Path, PathBuf};

/// Command-line options `--json`, which says whether and where JSON is written, and `--force`.
#[derive(Debug, Args)]
pub struct Json {
    /// Write the results as JSON to this file. Without a file, JSON goes to standard output and the
    /// text to standard error. A word directly after --json is always its FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

impl Json {
    /// Whether `--json` was given.
    pub fn is_wanted(&self) -> bool {
        self.json.is_some()
    }

    /// Whether `--json` writes to standard output.
    pub fn is_printed(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// Path of the file that `--json=FILE` names; `None` for standard output or without `--json`.
    pub fn file(&self) -> Option<&Path> {
        self.json.as_deref().filter(|_| !self.is_printed())
    }

    /// Refuses outputs that would replace existing files of another kind, unless `--force` is
    /// given.
    pub fn check_replaced<'a>(
        &self,
        outputs: impl IntoIterator<Item = &'a Path>,
        kind: OutputKind,
    ) -> Result<()> {
        self.force.check(outputs, kind)
    }

    /// Checks before a run that the file of `--json=FILE` is writable, not one of the input files
    /// and not an existing file of another kind.
    pub fn check<'a>(&self, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
        self.check_name()?;
        files::check(inputs, self.file())?;
        self.check_replaced(self.file(), OutputKind::JSON)
    }

    /// Refuses a file name that is probably another argument of the command: a position or a
    /// number.
    pub fn check_name(&self) -> Result<()> {
        if let Some(name) = self.file().and_then(Path::to_str) {
            if name == "startpos" || name.parse::<Board>().is_ok() {
                bail!("--json: '{name}' is a position; write --json after it, or --json=FILE");
            }
            if name.parse::<u64>().is_ok() {
                bail!("--json: '{name}' is a number; write --json after it, or --json=./{name}");
            }
        }
        Ok(())
    }

    /// Prints a line of text on standard output, or on standard error if `--json` writes to
    /// standard output.
    pub fn say(&self, line: Arguments<'_>) {
        if self.is_printed() {
            stdout::eprint(format_args!("{line}\n"));
        } else {
            stdout::print(format_args!("{line}\n"));
        }
    }

    /// Writes a large value as JSON without line breaks; does nothing without `--json`.
    pub fn write_compact(&self, value: &impl Serialize) -> Result<()> {
        if !self.is_wanted() {
            return Ok(());
        }
        let text = serde_json::to_string(value)?;
        match self.file() {
            Some(file) => write_atomically(file, &text)?,
            None => stdout::print(format_args!("{text}\n")),
        }
        Ok(())
    }

    /// Writes a value as indented JSON; does nothing without `--json`.
    pub fn write(&self, value: &impl Serialize) -> Result<()> {
        if let Some(file) = self.file() {
            write_json(file, value)?;
        } else if self.is_printed() {
            stdout::print(format_args!("{}\n", serde_json::to_string_pretty(value)?));
        }
        Ok(())
    }
}
