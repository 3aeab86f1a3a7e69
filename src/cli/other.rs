//! `--engine` and `--option`, for commands that let one engine work.

use super::effort::Effort;
use crate::tools::analysis::Analyst;
use crate::uci::solver::{External, Spec};
use anyhow::Result;
use clap::Args;

/// Another engine to work with.
#[derive(Debug, Args)]
pub struct Other {
    /// Work with this UCI engine, program and arguments, instead of Secateur
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Set an option of that engine; may be given several times
    #[arg(long, value_name = "NAME=VALUE", requires = "engine", value_parser = option)]
    option: Vec<(String, String)>,
}

/// Name and value of an option.
pub fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("not of the form NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// The options of an engine that works within the effort and shows so many lines, before its own.
pub fn options_of(effort: &Effort, lines: u64) -> Vec<(String, String)> {
    let mut named = vec![
        ("Threads".to_owned(), effort.threads.to_string()),
        ("Hash".to_owned(), effort.hash.to_string()),
        ("MultiPV".to_owned(), lines.to_string()),
    ];
    named.extend(effort.syzygy().map(|path| ("SyzygyPath".to_owned(), path.to_owned())));
    named
}

impl Other {
    /// Analysts for all jobs, but no more than there are searches to do.
    pub fn analysts(
        &self,
        effort: &Effort,
        lines: u64,
        searches: usize,
    ) -> Result<Vec<Box<dyn Analyst>>> {
        let Some(command) = &self.engine else {
            let engines = effort.engines(effort.settings(lines as usize), searches)?;
            return Ok(engines.into_iter().map(|engine| Box::new(engine) as _).collect());
        };
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

    /// Distinguishes a run with it from others.
    pub fn identity(&self) -> String {
        format!("{:?} {:?}", self.engine, self.option)
    }
}
