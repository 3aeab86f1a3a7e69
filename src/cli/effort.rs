//! How much a command may search: `--time`, `--nodes`, `--depth`, and with what.

use super::input::evaluation_file;
use super::numbers::{count, time};
use crate::engine::{DEFAULT_HASH_MEGABYTES, Engine, Settings};
use crate::eval::{DEFAULT_NAME, Evaluator, evaluator_named};
use crate::search::Limits;
use crate::tools::defaults;
use crate::tools::fingerprint::fingerprint;
use anyhow::{Result, anyhow};
use clap::Args;
use std::path::Path;
use std::time::Duration;

/// Limits of each search, and what it searches with. All limits given combine.
#[derive(Debug, Args)]
pub struct Effort {
    /// Time a position: seconds, or as 300ms, 5m, 1h
    #[arg(long, value_name = "S", value_parser = time, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Nodes a position, as 200000, 200k or 1.5m
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,
    /// Plies a position
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub depth: Option<u32>,
    /// Search threads for each position
    #[arg(long, value_name = "T", default_value_t = default_threads(), value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: u64,
    /// Megabytes of transposition table for each job
    #[arg(long, value_name = "MB", default_value_t = default_hash(), value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub hash: u64,
    /// Searches side by side
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,
    /// Folders of Syzygy endgame tables, separated as for SyzygyPath
    #[arg(long, value_name = "PATH", default_value = default_syzygy())]
    syzygy: Option<String>,
    /// The evaluation: network, material, or a file of a network
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
}

/// Search threads by default.
fn default_threads() -> u64 {
    defaults::user().threads.as_ref().map_or(1, |setting| setting.value)
}

/// Megabytes of transposition table by default.
pub fn default_hash() -> u64 {
    defaults::user().hash.as_ref().map_or(DEFAULT_HASH_MEGABYTES as u64, |setting| setting.value)
}

/// Folders of endgame tables by default.
fn default_syzygy() -> clap::builder::Resettable<clap::builder::OsStr> {
    defaults::user().syzygy.as_ref().map(|setting| setting.value.as_str().into()).into()
}

impl Effort {
    /// What is asked for, or this where nothing is.
    pub fn limits_or(&self, otherwise: Limits) -> Limits {
        if self.time.is_none() && self.nodes.is_none() && self.depth.is_none() {
            otherwise
        } else {
            self.limits()
        }
    }

    /// What is asked for.
    pub fn limits(&self) -> Limits {
        Limits { move_time: self.time, nodes: self.nodes, depth: self.depth, ..Limits::default() }
    }

    /// Settings for an engine that shows so many lines.
    pub fn settings(&self, lines: usize) -> Settings {
        Settings {
            hash_megabytes: self.hash as usize,
            threads: self.threads as usize,
            lines,
            move_overhead: Duration::ZERO,
            ..Settings::default()
        }
    }

    /// Engines for all jobs, but no more than there are searches to do.
    pub fn engines(&self, settings: Settings, searches: usize) -> Result<Vec<Engine>> {
        let evaluator = self.evaluator()?;
        let engine = || self.equipped(Engine::with_evaluator(settings, evaluator.clone())?);
        (0..self.jobs().min(searches)).map(|_| engine()).collect()
    }

    /// Where endgame tables are looked for.
    pub fn syzygy(&self) -> Option<&str> {
        self.syzygy.as_deref()
    }

    fn evaluator(&self) -> Result<Evaluator> {
        evaluator_named(&self.eval).map_err(|error| anyhow!("--eval: {error}"))
    }

    /// The file that the evaluation is read from, if it is one.
    pub fn evaluation_file(&self) -> Option<&Path> {
        evaluation_file(&self.eval)
    }

    /// Which evaluation judges, if not the one in play: its name, and what tells it from another of
    /// that name.
    pub fn other_evaluation(&self) -> Result<Option<String>> {
        if self.eval == DEFAULT_NAME {
            return Ok(None);
        }
        Ok(Some(format!("{} {:016x}", self.eval, fingerprint(&self.evaluator()?))))
    }

    /// The engine with its endgame tables.
    fn equipped(&self, mut engine: Engine) -> Result<Engine> {
        let path = self.syzygy.as_deref().unwrap_or_default();
        engine.use_tablebases(path).map_err(|error| anyhow!("--syzygy: {error}"))?;
        Ok(engine)
    }

    /// Searches side by side.
    pub fn jobs(&self) -> usize {
        self.jobs as usize
    }

    /// Which endgame tables there are, in a few words.
    pub fn tables(&self) -> Result<Option<String>> {
        let engine =
            self.equipped(Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })?)?;
        Ok(engine.tablebases().map(|tables| tables.inventory().to_string()))
    }
}
