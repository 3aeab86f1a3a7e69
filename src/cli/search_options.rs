//! Search limits and engine settings of a command: `--time`, `--nodes`, `--depth`, `--threads`, …

use super::input::{evaluation_file, evaluator};
use super::numbers::{count, time, within};
use crate::engine::{DEFAULT_HASH_MEGABYTES, Engine, Settings};
use crate::eval::DEFAULT_NAME;
use crate::search::Limits;
use crate::search::limits::{MAX_DEPTH, MAX_HASH, MAX_THREADS};
use crate::search::table::{self, OutOfMemory};
use crate::tools::defaults::{self, Setting};
use crate::tools::fingerprint::fingerprint;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use std::borrow::Borrow;
use std::path::Path;
use std::sync::Once;
use std::time::Duration;

/// Command-line options for the limits and settings of each search. The first limit reached ends
/// the search.
#[derive(Debug, Args)]
pub struct SearchOptions {
    /// Time limit for each position: seconds, or 300ms, 5m, 1h
    #[arg(long, value_name = "S", value_parser = time)]
    pub time: Option<Duration>,
    /// Node limit for each position, such as 200000, 200k or 1.5m
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,
    /// Depth limit for each position, in plies (1 to 239)
    #[arg(long, value_name = "D", value_parser = within::<u32>(1..=MAX_DEPTH))]
    pub depth: Option<u32>,
    /// Number of threads of each search (1 to 1024)
    #[arg(long, value_name = "T", default_value_t = default_threads(), value_parser = within::<u64>(1..=MAX_THREADS))]
    pub threads: u64,
    /// Size of the hash table of each job, in megabytes (1 to 33554432)
    #[arg(long, value_name = "MB", default_value_t = default_hash(), value_parser = within::<u64>(1..=MAX_HASH))]
    pub hash: u64,
    /// Number of searches in parallel (1 to 1024)
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = within::<u64>(1..=1024))]
    jobs: u64,
    /// Folders of Syzygy tablebases, separated as in the UCI option SyzygyPath
    #[arg(long, value_name = "PATH", default_value = default_syzygy())]
    syzygy: Option<String>,
    /// Evaluation: network, material or a network file
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
}

/// Default number of search threads.
fn default_threads() -> u64 {
    defaults::user().threads.as_ref().map_or(1, |setting| setting.value)
}

/// Returns the hash size in megabytes from the user's defaults (`secateur.toml`), or the built-in
/// default.
pub fn default_hash() -> u64 {
    defaults::user().hash.as_ref().map_or(DEFAULT_HASH_MEGABYTES as u64, |setting| setting.value)
}

/// Default folders of tablebases.
fn default_syzygy() -> clap::builder::Resettable<clap::builder::OsStr> {
    defaults::user().syzygy.as_ref().map(|setting| setting.value.as_str().into()).into()
}

/// Returns the file or variable that sets this value as a default; `None` if none does.
fn source<T: Borrow<U>, U: PartialEq + ?Sized>(
    setting: &'static Option<Setting<T>>,
    value: &U,
) -> Option<&'static str> {
    let setting = setting.as_ref().filter(|setting| setting.value.borrow() == value)?;
    Some(&setting.source)
}

/// Adds the file or variable to an error about the hash size if the size comes from there.
pub fn name_source(error: OutOfMemory, hash: u64) -> anyhow::Error {
    match source(&defaults::user().hash, &hash) {
        Some(source) if error != OutOfMemory::Thread => anyhow!("{source}: {error}"),
        _ => error.into(),
    }
}

impl SearchOptions {
    /// Returns the search limits given on the command line, or `otherwise` if there are none.
    pub fn limits_or(&self, otherwise: Limits) -> Limits {
        if self.time.is_none() && self.nodes.is_none() && self.depth.is_none() {
            otherwise
        } else {
            self.limits()
        }
    }

    /// Returns the search limits given on the command line.
    pub fn limits(&self) -> Limits {
        Limits { move_time: self.time, nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }

    /// Returns engine settings from the command line, with `lines` principal variations (MultiPV).
    pub fn settings(&self, lines: usize) -> Settings {
        Settings {
            hash_megabytes: self.hash as usize,
            threads: self.threads as usize,
            multi_pv: lines,
            move_overhead: Duration::ZERO,
            ..Settings::default()
        }
    }

    /// Creates one engine per parallel job (`--jobs`), but no more than `searches`.
    pub fn engines(&self, settings: Settings, searches: usize) -> Result<Vec<Engine>> {
        let evaluator = evaluator(&self.eval)?;
        let jobs = self.jobs().min(searches);
        self.check_memory(jobs)?;
        let engine = || {
            let engine = Engine::with_evaluator(settings, evaluator.clone());
            self.with_tablebases(engine.map_err(|error| name_source(error, self.hash))?)
        };
        (0..jobs).map(|_| engine()).collect()
    }

    /// Checks that this number of hash tables fits into the memory. Each alone may fit when all
    /// together do not.
    pub fn check_memory(&self, tables: usize) -> Result<()> {
        table::check_size(self.hash as usize).map_err(|error| name_source(error, self.hash))?;
        table::check_size((self.hash as usize).saturating_mul(tables))
            .map_err(|error| anyhow!("{tables} hash tables of {} MB: {error}", self.hash))
    }

    /// Returns the path of the tablebase folders from the command line; `None` if not given.
    pub fn syzygy(&self) -> Option<&str> {
        self.syzygy.as_deref()
    }

    /// Returns the path of the evaluation file given on the command line; `None` for a built-in
    /// evaluation.
    pub fn evaluation_file(&self) -> Option<&Path> {
        evaluation_file(&self.eval)
    }

    /// Whether the default evaluation is used.
    pub fn has_default_eval(&self) -> bool {
        self.eval == DEFAULT_NAME
    }

    /// Returns name and hash of the evaluation chosen on the command line; `None` for the default
    /// one.
    pub fn other_evaluation(&self) -> Result<Option<String>> {
        if self.has_default_eval() {
            return Ok(None);
        }
        Ok(Some(format!("{} {:016x}", self.eval, fingerprint(&evaluator(&self.eval)?))))
    }

    /// Loads the tablebases into the engine. A bad path among the user's defaults is reported once
    /// and leaves the engine without tablebases, as other bad defaults have no effect.
    fn with_tablebases(&self, mut engine: Engine) -> Result<Engine> {
        static WARNING: Once = Once::new();
        let path = self.syzygy.as_deref().unwrap_or_default();
        match (engine.use_tablebases(path), source(&defaults::user().syzygy, path)) {
            (Ok(()), _) => {}
            (Err(error), Some(source)) => {
                WARNING.call_once(|| eprintln!("secateur: {source}: {error}"));
            }
            (Err(error), None) => bail!("--syzygy: {error}"),
        }
        Ok(engine)
    }

    /// Returns the number of searches that run in parallel (`--jobs`).
    pub fn jobs(&self) -> usize {
        self.jobs as usize
    }

    /// Returns how many tablebase files of each piece count were found, in one line; `None` without
    /// tablebases.
    pub fn tablebase_counts(&self) -> Result<Option<String>> {
        let engine = self
            .with_tablebases(Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })?)?;
        Ok(engine.tablebases().map(|tables| tables.inventory().to_string()))
    }
}
