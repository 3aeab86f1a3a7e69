//! `--engine` and `--option`, for commands that run one engine.

use super::search_options::SearchOptions;
use crate::engine::Settings;
use crate::quote::quoted;
use crate::search::Techniques;
use crate::search::limits::{MAX_HASH, MAX_THREADS};
use crate::tools::analysis::Analyst;
use crate::uci::solver::{ExternalEngine, Spec};
use anyhow::{Result, bail};
use clap::Args;

/// Name of Secateur itself in `--engine`.
pub const OWN: &str = "self";
/// Options that `--option` sets in Secateur itself, with their largest values.
const OWN_OPTIONS: [(&str, usize); 2] =
    [("Hash", MAX_HASH as usize), ("Threads", MAX_THREADS as usize)];

/// Command-line options for the engine of an analysis, which is Secateur or another UCI engine.
#[derive(Debug, Args)]
pub struct AnalystOptions {
    /// UCI engine to use instead of Secateur, with its arguments; `self` is Secateur
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Set a UCI option of that engine; may be repeated. `self` takes Hash and Threads
    #[arg(long, value_name = "NAME=VALUE", requires = "engine", value_parser = option)]
    option: Vec<(String, String)>,
    /// Limits and settings of each search.
    #[command(flatten)]
    pub search: SearchOptions,
}

/// Parses a command-line argument `NAME=VALUE` that sets a UCI option of an external engine.
pub fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("not of the form NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Returns the UCI options (threads, hash, MultiPV, tablebases) to set in an external engine.
pub fn options_of(search: &SearchOptions, lines: u64) -> Vec<(String, String)> {
    let mut named = vec![
        ("Threads".to_owned(), search.threads.to_string()),
        ("Hash".to_owned(), search.hash.to_string()),
        ("MultiPV".to_owned(), lines.to_string()),
    ];
    named.extend(search.syzygy().map(|path| ("SyzygyPath".to_owned(), path.to_owned())));
    named
}

/// Applies a UCI option of `--option` to Secateur itself. Returns false if the option is not one of
/// those that `--option` sets there.
pub fn set_own_option(settings: &mut Settings, name: &str, value: &str) -> Result<bool> {
    let is_named = |(own, _): &&(&str, usize)| own.eq_ignore_ascii_case(name);
    let Some((own, largest)) = OWN_OPTIONS.iter().find(is_named) else { return Ok(false) };
    let number = value.parse().ok().filter(|number| (1..=*largest).contains(number));
    let Some(number) = number else {
        let value = quoted(value);
        bail!("--option {own}={value}: Secateur accepts an integer from 1 to {largest}")
    };
    match *own {
        "Hash" => settings.hash_megabytes = number,
        _ => settings.threads = number,
    }
    Ok(true)
}

/// Refuses settings of Secateur in a run in which only other engines search.
pub fn check_for_others(search: &SearchOptions, techniques: Techniques) -> Result<()> {
    if techniques != Techniques::FULL {
        bail!("--preset and --set are for Secateur; --option sets the options of --engine");
    }
    if !search.has_default_eval() {
        bail!("--eval is for Secateur; --option sets the options of --engine");
    }
    Ok(())
}

impl AnalystOptions {
    /// Command of another engine; `None` for Secateur.
    fn command(&self) -> Option<&str> {
        self.engine.as_deref().filter(|command| *command != OWN)
    }

    /// Refuses settings that the chosen engine would ignore.
    pub fn check(&self, techniques: Techniques) -> Result<()> {
        self.command().map_or(Ok(()), |_| check_for_others(&self.search, techniques))
    }

    /// Starts one analysing engine (Secateur or external) per parallel job, but no more than
    /// `searches`. Only Secateur takes techniques.
    pub fn analysts(
        &self,
        techniques: Techniques,
        lines: u64,
        searches: usize,
    ) -> Result<Vec<Box<dyn Analyst>>> {
        self.check(techniques)?;
        let search = &self.search;
        let Some(command) = self.command() else {
            let settings = Settings { techniques, ..search.settings(lines as usize) };
            let engines = search.engines(self.own_settings(settings)?, searches)?;
            return Ok(engines.into_iter().map(|engine| Box::new(engine) as _).collect());
        };
        let options = options_of(search, lines);
        let spec = Spec { command: command.to_owned(), options, chosen: self.option.clone() };
        let start = |_| {
            let external = ExternalEngine::start(&spec)?;
            for (name, _) in &self.option {
                external.check_option(name)?;
            }
            Ok(Box::new(external) as _)
        };
        (0..search.jobs().min(searches)).map(start).collect()
    }

    /// Settings of Secateur with the options of `--engine self`.
    fn own_settings(&self, mut settings: Settings) -> Result<Settings> {
        for (name, value) in &self.option {
            if !set_own_option(&mut settings, name, value)? {
                bail!("--option {}: Secateur takes only Hash and Threads", quoted(name));
            }
        }
        Ok(settings)
    }

    /// Returns a text that differs between runs with different engines or options, to validate
    /// checkpoints.
    pub fn identity(&self) -> String {
        format!("{:?} {:?}", self.command(), self.option)
    }
}
