//! `secateur epd`: solving suites.
//!
//! Here the options are read and the questions put together; [`crate::lab::solve`] solves them, [`show`] prints and writes what
//! has come of them, and [`merge`] puts the shards of a run together.

mod merge;
mod show;
mod solve;

use super::techniques::TechniqueOptions;
use crate::engine::DEFAULT_HASH_MEGABYTES;
use crate::lab::solve::Shard;
use anyhow::Result;
use clap::{ArgGroup, Args, Subcommand};
use regex::Regex;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Solve the positions of EPD suites
///
/// A position is solved by playing one of the best moves (bm), by avoiding the bad ones (am), by proving a mate in time (dm). The
/// Strategic Test Suite's points (c0, or c7 and c8) are counted too. The table is cleared before each position. All limits given
/// combine. One line a position, in the order of the files, then the sums of each suite; the last line is `NAME: solved S of J (x
/// %), N nodes, T s`, where NAME is the file or `total`. "right from" and "until right" tell the moment from which the answer
/// stayed right until the end.
///
/// Ctrl-C lets the positions under way end; a second one drops them. With --json, what is solved is kept, and the same command with
/// --resume goes on. A suite called `merge` in this folder is named ./merge.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Options {
    #[command(subcommand)]
    command: Option<EpdCommand>,
    #[command(flatten)]
    solve: SolveOptions,
}

#[derive(Debug, Subcommand)]
enum EpdCommand {
    // Described by its options.
    Merge(MergeOptions),
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("limit").args(["time", "nodes", "depth"]).required(true).multiple(true))]
struct SolveOptions {
    /// Suites, in the order in which they are solved
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Seconds a position
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Nodes a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies a position
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Search threads for each position
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Megabytes of transposition table for each engine
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH_MEGABYTES as u64, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    hash: u64,
    /// Root moves searched with a line of their own; the first counts
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=218))]
    multipv: u64,
    /// Positions solved side by side, each by an engine with its own threads and table
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,
    /// Only positions whose name (id) fits this regular expression
    #[arg(long, value_name = "REGEX")]
    id: Option<Regex>,
    /// Only the first N positions of each suite, of those that --id leaves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    first: Option<u64>,
    /// Only part I of N, every N-th position, for several machines; `secateur epd merge` puts the parts together
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Go on from what the same command has finished before it was interrupted, by the file beside that of --json; if it has
    /// finished everything, only show it
    #[arg(long, requires = "json")]
    resume: bool,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    techniques: TechniqueOptions,
}

/// Put the results of all shards of a run together and show them like one run
///
/// The parts must be of the same program, settings and suites, and none may be missing. Nothing is searched.
#[derive(Debug, Args)]
struct MergeOptions {
    /// Results of `secateur epd --shard I/N --json FILE`, in any order
    #[arg(required = true, value_name = "JSON")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

/// What becomes of the results beside what is printed.
#[derive(Debug, Args)]
struct Outputs {
    /// Write settings and all positions as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a row for each position as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Plot positions solved against time as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Say which positions were gained and lost since this older result (JSON)
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Exit code 1 if fewer than N positions are solved
    #[arg(long, value_name = "N")]
    require: Option<usize>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "not a number of seconds above zero".to_owned())
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((index, of)) if 0 < index && index <= of => Ok(Shard { index, of }),
        Some((index, of)) => Err(format!("there is no part {index} of {of}; the first is 1/{of}")),
        None => Err("not of the form I/N, as 1/4".to_owned()),
    }
}

/// Solves suites, or merges results.
pub fn run(options: &Options) -> Result<ExitCode> {
    match &options.command {
        Some(EpdCommand::Merge(options)) => merge::run(options),
        None => solve::run(&options.solve),
    }
}
