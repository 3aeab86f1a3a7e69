//! `secateur-lab data`: processes game files.

use crate::cli::evaluator;
use crate::cli::options::SearchOptions;
use crate::evaluations::evaluation_file;
use crate::learn::data::convert::{PositionFormat, convert};
use crate::learn::data::pack::{self, Source};
use crate::learn::data::rescore::{self, Rescored, rescore};
use crate::learn::data::shuffle::shuffle;
use crate::learn::data::stats::Stats;
use crate::learn::data::{DataError, DataProgress};
use crate::learn::neural::pack::Contents;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use secateur::cli::PARTIAL;
use secateur::cli::numbers::{count, within};
use secateur::cli::resume::{
    Interrupted, Resume, handle_first_interrupt, handle_interrupts, report_damaged,
};
use secateur::cli::ticker::Ticker;
use secateur::files::{self, with_suffix};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Counts, converts, shuffles, packs and rescores game files, and measures errors of evaluations
/// against deep searches. Games are processed as a stream. An output file gets its name only when
/// it is complete; only `test-set` appends to its file.
#[derive(Debug, Args)]
pub struct DataOptions {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    /// Count games, results, lengths, scores and duplicates
    Stats {
        /// Game files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write the positions of a game file in another format
    Convert(ConvertOptions),
    /// Write the games of several files to one file in random order. Holds 64 megabytes of games in
    /// memory (more above 16 gigabytes of input) and needs disk space of the size of the input
    Shuffle(ShuffleOptions),
    /// Write the positions for `train network`: filtered, shuffled, 32 bytes each
    Pack(PackOptions),
    /// Search every position again and replace its score; moves and results stay. Finished games
    /// are saved in OUT.partial, from which --resume continues
    Rescore(RescoreOptions),
    /// Search quiet positions of held-out games, for `evaluate`
    #[command(alias = "yardstick")]
    TestSet(super::test_set::TestSetOptions),
    /// Measure the errors of evaluations on searched positions
    #[command(alias = "judge")]
    Evaluate(super::test_set::EvaluateOptions),
}

#[derive(Debug, Args)]
struct ConvertOptions {
    /// Game file
    input: PathBuf,
    /// File to write; it must not exist
    out: PathBuf,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: PositionFormat,
    /// Skip the positions that training skips: the first 16 plies, checks, captures, promotions,
    /// mates, shuffling
    #[arg(long)]
    filter: bool,
}

#[derive(Debug, Args)]
struct ShuffleOptions {
    /// Game files
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// File to write; it must not exist
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Random seed of the order
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
}

#[derive(Debug, Args)]
struct PackOptions {
    /// Game files
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// File to write; it must not exist
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Instead of game positions, take positions reached from them by one to four random moves,
    /// labelled with the static evaluation NAME (distillation)
    #[arg(long = "static", value_name = "NAME")]
    teacher: Option<String>,
    /// With --static, number of positions for each position of the games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<u32>(1..=100))]
    neighbours: u32,
    /// λ of TD(λ), from 0 to below 1: a score is averaged with those of later moves, with weights
    /// that decay by the factor L for each move
    #[arg(long, alias = "trace", value_name = "L", default_value_t = 0.0, value_parser = super::train::lambda, conflicts_with = "teacher")]
    lambda: f32,
    /// Random seed of the order, the held-out games and the random moves
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Games held out for validation, in permille
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within::<u64>(0..=900))]
    hold_out: u64,
}

#[derive(Debug, Args)]
struct RescoreOptions {
    /// Game file
    input: PathBuf,
    /// File to write; it must not exist
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Soft node limit for each position: no iteration begins after 80 % of it. The hard limit is
    /// eight times this number
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: u64,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    resume: Resume,
}

/// Runs the subcommand.
pub fn run(options: DataOptions) -> Result<ExitCode> {
    match options.command {
        DataCommand::Stats { files } => print_stats(&files)?,
        DataCommand::Convert(options) => run_convert(&options)?,
        DataCommand::Shuffle(options) => run_shuffle(&options)?,
        DataCommand::Pack(options) => run_pack(options)?,
        DataCommand::Rescore(options) => run_rescore(options)?,
        DataCommand::TestSet(options) => super::test_set::make(options)?,
        DataCommand::Evaluate(options) => super::test_set::run_evaluate(&options)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_stats(files: &[PathBuf]) -> Result<()> {
    let is_empty = |file: &&PathBuf| {
        std::fs::metadata(file).is_ok_and(|found| found.is_file() && found.len() == 0)
    };
    let (empty, others): (Vec<&PathBuf>, Vec<&PathBuf>) = files.iter().partition(is_empty);
    for file in empty {
        println!("{} is empty", file.display());
    }
    if !others.is_empty() {
        print!("{}", Stats::of_files(&others)?);
    }
    Ok(())
}

fn run_convert(options: &ConvertOptions) -> Result<()> {
    let count = convert(&options.input, &options.out, options.to, options.filter)?;
    eprintln!("{}: {count} positions", options.out.display()); // positions may go to /dev/stdout
    Ok(())
}

fn run_shuffle(options: &ShuffleOptions) -> Result<()> {
    let stop = handle_first_interrupt()?;
    let mut ticker = Ticker::new();
    let mut watch =
        |at: &DataProgress| ticker.show(at.bytes, at.total, || format!("{} games moved", at.games));
    let count = shuffle(&options.inputs, &options.out, options.seed, &stop, &mut watch);
    ticker.finish();
    println!("{}: {} games", options.out.display(), count?);
    Ok(())
}

fn run_pack(options: PackOptions) -> Result<()> {
    let source = match &options.teacher {
        None => Source::Games { lambda: options.lambda },
        Some(name) => {
            let evaluator = evaluator("--static", name)?;
            Source::Static { evaluator, neighbours: options.neighbours }
        }
    };
    let PackOptions { inputs, out, seed, hold_out, .. } = options;
    let plan = pack::PackPlan { inputs, out, source, seed, hold_out };
    let stop = handle_first_interrupt()?;
    let mut ticker = Ticker::new();
    let mut watch =
        |at: &DataProgress| ticker.show(at.bytes, at.total, || format!("{} games", at.games));
    let contents = pack::pack(&plan, &stop, &mut watch);
    ticker.finish();
    let Contents { train, held_out, games, .. } = contents?;
    println!(
        "{}: {train} positions to train on and {held_out} held out, from {games} games",
        plan.out.display()
    );
    Ok(())
}

fn run_rescore(options: RescoreOptions) -> Result<()> {
    let journal = with_suffix(&options.out, PARTIAL);
    files::check(
        std::iter::once(options.input.as_path()).chain(evaluation_file(&options.search.eval)),
        [&options.out, &journal],
    )?;
    options.resume.check_unfinished(&options.out, &journal)?;
    let evaluator = options.search.evaluator()?;
    let plan = rescore::RescorePlan {
        input: options.input,
        out: options.out,
        journal,
        resume_mode: options.resume.mode(),
        settings: options.search.settings(options.nodes, 0.0),
        threads: options.search.threads,
        evaluator,
    };
    let stop = handle_interrupts()?;
    let start = Instant::now();
    let mut ticker = Ticker::new();
    let mut watch =
        |at: &DataProgress| ticker.show(at.bytes, at.total, || format!("{} games", at.games));
    let result = rescore(&plan, &stop, &mut watch);
    ticker.finish();
    let (out, journal) = (plan.out.display(), &plan.journal);
    let Rescored { games, searched, damaged } = match result {
        Err(DataError::Interrupted) if journal.exists() => {
            let journal = journal.display();
            bail!(Interrupted(format!("before the end; --resume continues from {journal}")));
        }
        other => other?,
    };
    report_damaged(damaged, journal);
    let speed = searched as f64 / start.elapsed().as_secs_f64().max(1e-9);
    println!("{out}: {games} games; {searched} positions searched, {speed:.0} positions/s");
    Ok(())
}
