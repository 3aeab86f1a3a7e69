//! `secateur epd`: solving suites.
//!
//! Here the options are read and the questions put together; [`crate::tools::solve`] solves them,
//! [`show`] prints and writes what has come of them, and [`merge`] puts the shards of a run
//! together.

mod engines;
mod merge;
mod show;
mod solve;

use super::effort::Effort;
use super::json::Json;
use super::other::option;
use super::resume::Resume;
use super::techniques::TechniqueOptions;
use crate::tools::solve::Shard;
use crate::tools::suites::SUITES;
use crate::uci::screen::{width, wrap};
use anyhow::Result;
use clap::{ArgGroup, Args, Subcommand};
use regex_lite::Regex;
use std::path::PathBuf;
use std::process::ExitCode;

/// Solve the positions of EPD suites
///
/// A suite is a file, or one of those that come with the program (--list names them). A position is solved by playing one of the best moves (bm), by avoiding the bad ones (am), by
/// proving a mate in time (dm). The Strategic Test Suite's points (c0, or c7 and c8) are counted
/// too. The table is cleared before each position. All limits given combine. One line a position,
/// in the order of the files, then the sums of each suite; the last line is `NAME: solved S of J (x
/// %), N nodes, T s`, where NAME is the file or `total`. "right from" and "until right" tell the
/// moment from which the answer stayed right until the end.
///
/// Ctrl-C lets the positions under way end; a second one drops them. With --json, what is solved is
/// kept, and the same command with --resume goes on; if it has finished everything, it only shows
/// it. A suite called `merge` in this folder is named ./merge.
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
  secateur epd wac --time 1
  secateur epd epd/sts.epd mine.epd --nodes 200k --jobs 2 --json results.json
  secateur epd bratko-kopec --time 1 --engine self --engine stockfish --option Hash=64

Exit codes:
  0  done
  1  fewer solved than --require asks for, or lines left out by --skip-bad
  2  the input is bad, or an engine does not answer; one line says which
  130  interrupted; --resume goes on";

#[derive(Debug, Subcommand)]
enum EpdCommand {
    // Described by its options.
    Merge(MergeOptions),
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("limit").args(["time", "nodes", "depth", "list"]).required(true).multiple(true))]
struct SolveOptions {
    /// Suites, files or names, in the order in which they are solved; - is standard input
    #[arg(required_unless_present = "list", value_name = "SUITE")]
    files: Vec<PathBuf>,
    /// List the suites that come with the program
    #[arg(long, conflicts_with_all = ["files", "time", "nodes", "depth"])]
    list: bool,
    /// Solve with this UCI engine, program and arguments; several are shown side by side. `self` is
    /// Secateur
    #[arg(long, value_name = "CMD")]
    engine: Vec<String>,
    /// Set an option of the engines that have it; may be given several times
    #[arg(long, value_name = "NAME=VALUE", requires = "engine", value_parser = option)]
    option: Vec<(String, String)>,
    #[command(flatten)]
    effort: Effort,
    /// Root moves searched with a line of their own; the first counts
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=218))]
    multipv: u64,
    /// Leave out lines that cannot be read, name them, and end with exit code 1
    #[arg(long)]
    skip_bad: bool,
    /// Only positions whose name (id) fits this regular expression
    #[arg(long, value_name = "REGEX")]
    id: Option<Regex>,
    /// Only the first N positions of each suite, of those that --id leaves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    first: Option<u64>,
    /// Only part I of N, every N-th position, for several machines; `secateur epd merge` puts the
    /// parts together
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    techniques: TechniqueOptions,
}

/// Put the results of all shards of a run together and show them like one run
///
/// The parts must be of the same program, settings and suites, and none may be missing. Nothing is
/// searched.
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
    #[command(flatten)]
    json: Json,
    /// Write a row for each position as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Plot positions solved against time as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the positions that were not solved as a page for browsers
    #[arg(long, value_name = "HTML")]
    html: Option<PathBuf>,
    /// Say which positions were gained and lost since this older result (JSON)
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Exit code 1 if fewer than N positions are solved
    #[arg(long, value_name = "N")]
    require: Option<usize>,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts =
        text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((index, of)) if 0 < index && index <= of => Ok(Shard { index, of }),
        Some((index, of)) => Err(format!("there is no part {index} of {of}; the first is 1/{of}")),
        None => Err("not of the form I/N, as 1/4".to_owned()),
    }
}

/// Solves suites, or merges results.
pub fn run(options: &EpdOptions) -> Result<ExitCode> {
    match &options.command {
        Some(EpdCommand::Merge(options)) => merge::run(options),
        None if options.solve.list => {
            list();
            Ok(ExitCode::SUCCESS)
        }
        None => solve::run(&options.solve),
    }
}

/// Prints the suites that come with the program.
fn list() {
    for suite in &SUITES {
        let (name, positions) = (suite.name, suite.positions().len());
        let beginning = format!("{name:<14} {positions:>5} positions  ");
        wrap(&beginning, suite.about, 4, width()).iter().for_each(|line| println!("{line}"));
    }
}
