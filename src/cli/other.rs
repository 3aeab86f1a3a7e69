//! `--engine` and `--option`, for commands that run one engine.

use super::effort::Effort;
use crate::engine::Settings;
use crate::search::Techniques;
use crate::tools::analysis::Analyst;
use crate::uci::solver::{External, Spec};
use anyhow::{Result, bail};
use clap::Args;

/// Command-line options for the engine of an analysis, which is Secateur or another UCI engine.
#[derive(Debug, Args)]
pub struct AnalystOptions {
    /// UCI engine to use instead of Secateur, with its arguments
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Set a UCI option of that engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "engine", value_parser = option)]
    option: Vec<(String, String)>,
    /// Limits and settings of each search.
    #[command(flatten)]
    pub effort: Effort,
}

/// Parses a command-line argument `NAME=VALUE` that sets a UCI option of an external engine.
pub fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("not of the form NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Returns the UCI options (threads, hash, MultiPV, tablebases) to set in an external engine.
pub fn options_of(effort: &Effort, lines: u64) -> Vec<(String, String)> {
    let mut named = vec![
        ("Threads".to_owned(), effort.threads.to_string()),
        ("Hash".to_owned(), effort.hash.to_string()),
        ("MultiPV".to_owned(), lines.to_string()),
    ];
    named.extend(effort.syzygy().map(|path| ("SyzygyPath".to_owned(), path.to_owned())));
    named
}

impl AnalystOptions {
    /// Starts one analysing engine (Secateur or external) per parallel job, but no more than
    /// `searches`. Only Secateur takes techniques.
    pub fn analysts(
        &self,
        techniques: Techniques,
        lines: u64,
        searches: usize,
    ) -> Result<Vec<Box<dyn Analyst>>> {
        let effort = &self.effort;
        let settings = Settings { techniques, ..effort.settings(lines as usize) };
        let Some(command) = &self.engine else {
            let engines = effort.engines(settings, searches)?;
            return Ok(engines.into_iter().map(|engine| Box::new(engine) as _).collect());
        };
        if techniques != Techniques::FULL {
            bail!("--preset and --set are for Secateur; --option sets the options of --engine");
        }
        let mut options = options_of(effort, lines);
        options.extend(self.option.iter().cloned());
        let spec = Spec { command: command.clone(), options };
        let start = |_| {
            let external = External::start(&spec)?;
            for (name, _) in &self.option {
                external.check_option(name)?;
            }
            Ok(Box::new(external) as _)
        };
        (0..effort.jobs().min(searches)).map(start).collect()
    }

    /// Returns a text that differs between runs with different engines or options, to validate
    /// checkpoints.
    pub fn identity(&self) -> String {
        format!("{:?} {:?}", self.engine, self.option)
    }
}
