//! `secateur epd`: solves test suites.
//!
//! This module declares the options. [`solve`] runs a suite with [`crate::tools::solve`], [`show`]
//! prints and writes the results, [`merge`] combines the shards of a run, and [`compare`] compares
//! two results.

mod compare;
mod engines;
mod merge;
mod show;
mod solve;

use self::engines::{EngineOption, engine_option};
use super::json::Json;
use super::numbers::within;
use super::resume::Resume;
use super::search_options::SearchOptions;
use super::techniques::TechniqueOptions;
use crate::chess::moves::MAX_LEGAL_MOVES;
use crate::screen::{width, wrap};
use crate::tools::solve::Shard;
use crate::tools::suites::SUITES;
use anyhow::Result;
use clap::{ArgGroup, Args, Subcommand};
use regex_lite::Regex;
use std::path::PathBuf;
use std::process::ExitCode;

/// Solve the positions of EPD suites
///
/// A suite is a file or the name of a built-in suite (see --list). A position is solved if the
/// engine plays a best move (bm), avoids the moves to avoid (am), or proves a mate in N (dm).
/// Points of the Strategic Test Suite (c0, or c7 and c8) are added up. The hash table is cleared
/// before each position. If several limits are given, the first one reached ends the search.
///
/// The output has one line for each position, in the order of the files, then the totals of each
/// suite. The last line is `NAME: solved S of P (x %), N nodes, T s`; NAME is the suite, `SUITE,
/// ENGINE` or `total`.
/// "found after" and "to solution" give the time from which the move stayed correct until the end.
///
/// The first Ctrl-C lets running searches finish, the second stops them. With --json, solved
/// positions are saved; the same command with --resume continues the run, or prints it if it is
/// finished. To solve a file called `merge` or `compare`, write ./merge.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = AFTER_HELP
)]
pub struct EpdOptions {
    #[command(subcommand)]
    command: Option<EpdCommand>,
    #[command(flatten)]
    solve: SolveOptions,
}

const AFTER_HELP: &str = "\
Examples:
  secateur epd wac --nodes 20k
  secateur epd epd/sts.epd mine.epd --nodes 200k --jobs 2 --json results.json
  secateur epd compare before.json after.json
  secateur epd bratko-kopec --time 1 --engine self --engine stockfish --option Hash=64
  secateur epd wac --nodes 200k --engine stockfish --engine stockfish --option 2:Threads=4

Exit codes:
  0  done
  1  fewer solved than --require, or lines skipped by --skip-bad
  2  invalid input, or an engine does not answer; the error message says which
  130  interrupted; --resume continues";

#[derive(Debug, Subcommand)]
enum EpdCommand {
    // The description is that of the options.
    Merge(MergeOptions),
    Compare(CompareOptions),
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("limit").args(["time", "nodes", "depth", "list"]).required(true).multiple(true))]
struct SolveOptions {
    /// Files or names of suites, solved in this order; - reads standard input
    #[arg(required_unless_present = "list", value_name = "SUITE")]
    files: Vec<PathBuf>,
    /// List the built-in suites
    #[arg(long, conflicts_with_all = ["files", "time", "nodes", "depth"])]
    list: bool,
    /// UCI engine to solve with, with its arguments; `self` is Secateur. Repeat to compare engines
    #[arg(long, value_name = "CMD")]
    engine: Vec<String>,
    /// Set a UCI option of the engines that have it, or of engine N, counted from 1; may be
    /// repeated. `self` takes Hash and Threads
    #[arg(long, value_name = "[N:]NAME=VALUE", requires = "engine", value_parser = engine_option)]
    option: Vec<EngineOption>,
    #[command(flatten)]
    search: SearchOptions,
    /// Number of principal variations (MultiPV); only the first is judged
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = within::<u64>(1..=MAX_LEGAL_MOVES as u64))]
    multipv: u64,
    /// Skip and report lines that cannot be read; the exit code is then 1
    #[arg(long)]
    skip_bad: bool,
    /// Solve only positions whose id matches this regular expression
    #[arg(long, value_name = "REGEX")]
    id: Option<Regex>,
    /// Solve only the first N positions of each suite, applied after --id
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX))]
    first: Option<u64>,
    /// Solve every N-th position from position I on, to share a run between machines. `secateur epd
    /// merge` combines the shards
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    techniques: TechniqueOptions,
}

/// Combine the results of all shards of a run
///
/// All shards must be present and have the same program, settings and suites. The output is that of
/// a single run. No position is searched.
#[derive(Debug, Args)]
#[command(after_help = MERGE_AFTER_HELP)]
struct MergeOptions {
    /// Results of `secateur epd --shard I/N --json FILE`, in any order
    #[arg(required = true, value_name = "JSON")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

const MERGE_AFTER_HELP: &str = "\
Examples:
  secateur epd merge 1.json 2.json
  secateur epd merge 1.json 2.json --json results.json --compare before.json --require 200

Exit codes:
  0  done
  1  fewer solved than --require
  2  invalid input; the error message names the file";

/// Compare two results: positions gained and lost
///
/// Positions match by FEN and solution; the suites may differ. The sign test states whether the
/// difference is significant. No position is searched.
#[derive(Debug, Args)]
#[command(after_help = COMPARE_AFTER_HELP)]
struct CompareOptions {
    /// Older result of `secateur epd --json FILE`
    #[arg(value_name = "OLD.json")]
    old: PathBuf,
    /// Newer result
    #[arg(value_name = "NEW.json")]
    new: PathBuf,
    #[command(flatten)]
    json: Json,
}

const COMPARE_AFTER_HELP: &str = "\
Examples:
  secateur epd compare before.json after.json
  secateur epd compare before.json after.json --json changes.json

Exit codes:
  0  done
  2  invalid input; the error message names the file";

/// Output files and checks of the results.
#[derive(Debug, Args)]
struct Outputs {
    #[command(flatten)]
    json: Json,
    /// Write a row for each position as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the positions that were not solved as an HTML page
    #[arg(long, value_name = "HTML")]
    html: Option<PathBuf>,
    /// Compare with an older JSON result: positions gained and lost, and a sign test
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// End with exit code 1 if fewer than N positions are solved
    #[arg(long, value_name = "N", value_parser = within::<usize>(0..=u64::MAX))]
    require: Option<usize>,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts =
        text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((index, of)) if 0 < index && index <= of => Ok(Shard { index, of }),
        Some((_, 0)) => Err("the number of shards must be at least 1".to_owned()),
        Some((index, of)) => {
            Err(format!("there is no shard {index} of {of}; shards are 1/{of} to {of}/{of}"))
        }
        None => Err("not of the form I/N, such as 1/4".to_owned()),
    }
}

/// Runs `secateur epd`, which solves test suites, merges partial runs or compares results.
pub fn run(options: &EpdOptions) -> Result<ExitCode> {
    match &options.command {
        Some(EpdCommand::Merge(options)) => merge::run(options),
        Some(EpdCommand::Compare(options)) => compare::run(options),
        None if options.solve.list => {
            list();
            Ok(ExitCode::SUCCESS)
        }
        None => solve::run(&options.solve),
    }
}

/// Prints the built-in suites.
fn list() {
    for suite in &SUITES {
        let (name, positions) = (suite.name, suite.positions().len());
        let beginning = format!("{name:<14} {positions:>5} positions  ");
        wrap(&beginning, suite.about, 4, width()).iter().for_each(|line| println!("{line}"));
    }
}
