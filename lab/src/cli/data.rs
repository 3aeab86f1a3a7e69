//! `secateur-lab data`: what is done with files of games.

use crate::learn::data::Progress;
use crate::learn::data::convert::{Form, convert};
use crate::learn::data::pack::{self, Source};
use crate::learn::data::rescore::{self, rescore};
use crate::learn::data::shuffle::shuffle;
use crate::learn::data::stats::Stats;
use crate::learn::games::Filter;
use crate::learn::neural::pack::Contents;
use crate::learn::selfplay::SelfPlayRules;
use anyhow::{Result, anyhow};
use clap::{Args, Subcommand, ValueEnum};
use secateur::cli::input::evaluation_file;
use secateur::cli::resume::listen;
use secateur::cli::ticker::Ticker;
use secateur::eval::{DEFAULT_NAME, evaluator_named};
use secateur::files;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Looks at files of games, turns them into other forms, mixes them, scores them anew. All of it
/// streams, and what is written appears under its name only once it is whole.
#[derive(Debug, Args)]
pub struct DataOptions {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    /// Count games, results, lengths, scores and duplicates
    Stats {
        /// Files of games
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write the positions of a file in another form
    Convert(ConvertOptions),
    /// Write the games of several files to one in random order. Needs memory for some 64 megabytes
    /// of games (more only beyond 16 gigabytes) and disk space for the input once more
    Shuffle(ShuffleOptions),
    /// Write the positions that are worth learning from in 32 bytes each, shuffled across all
    /// files, for `train network`
    Pack(PackOptions),
    /// Search every position again with today's engine; moves and results stay
    Rescore(RescoreOptions),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormName {
    /// A line each: FEN | score | result, both for White
    Text,
    /// A line each: position, bm, ce, c9 and the clocks
    Epd,
    /// 32 bytes each, for the trainer of that name
    Bulletformat,
}

#[derive(Debug, Args)]
struct ConvertOptions {
    /// The games
    input: PathBuf,
    /// The file to write, which must not be there
    out: PathBuf,
    /// The form
    #[arg(long, value_name = "FORM", value_enum)]
    to: FormName,
    /// Leave out what training leaves out: the first 16 plies, checks, captures, promotions, mates,
    /// shuffling
    #[arg(long)]
    filter: bool,
}

#[derive(Debug, Args)]
struct ShuffleOptions {
    /// Files of games
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// The file to write, which must not be there
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Decides the order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Args)]
struct PackOptions {
    /// Files of games
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// The file to write, which must not be there
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Instead of the games' positions take others, one to four random moves further on, with what
    /// this evaluation makes of them without a search: a free teacher for a network's first steps
    #[arg(long = "static", value_name = "NAME")]
    teacher: Option<String>,
    /// With --static, positions for each one of the games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    neighbours: u32,
    /// How far scores look ahead, 0 to below 1: a position's score is averaged with those of the
    /// moves that follow, each counting so much of the one before it (Sutton's temporal
    /// differences)
    #[arg(long, value_name = "G", default_value_t = 0.0, value_parser = super::train::trace, conflicts_with = "teacher")]
    trace: f32,
    /// Decides the order, the games held out and the random moves
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games held out, in permille
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=900))]
    hold_out: u64,
}

#[derive(Debug, Args)]
struct RescoreOptions {
    /// The games
    input: PathBuf,
    /// The file to write, which must not be there
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Nodes a position after which no iteration is begun; eight times as many end the one under
    /// way
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games side by side, one thread each
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// The evaluation: material, stand-in, linear, network, or a file of weights or of a network
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// Megabytes of transposition table for each thread; it is emptied before every game
    #[arg(long, value_name = "MB", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

/// Does it.
pub fn run(options: DataOptions) -> Result<ExitCode> {
    match options.command {
        DataCommand::Stats { files } => print_stats(&files)?,
        DataCommand::Convert(options) => run_convert(&options)?,
        DataCommand::Shuffle(options) => run_shuffle(&options)?,
        DataCommand::Pack(options) => run_pack(options)?,
        DataCommand::Rescore(options) => run_rescore(options)?,
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
    let form = match options.to {
        FormName::Text => Form::Text,
        FormName::Epd => Form::Epd,
        FormName::Bulletformat => Form::Bullet,
    };
    let filter = if options.filter { Filter::default() } else { Filter::NONE };
    let count = convert(&options.input, &options.out, form, &filter)?;
    println!("{}: {count} positions", options.out.display());
    Ok(())
}

fn run_shuffle(options: &ShuffleOptions) -> Result<()> {
    let stop = listen()?;
    let mut ticker = Ticker::new();
    let mut watch =
        |at: &Progress| ticker.tell(at.bytes, at.total, || format!("{} games moved", at.games));
    let count = shuffle(&options.inputs, &options.out, options.seed, &stop, &mut watch);
    ticker.finish();
    println!("{}: {} games", options.out.display(), count?);
    Ok(())
}

fn run_pack(options: PackOptions) -> Result<()> {
    let source = match &options.teacher {
        None => Source::Games { trace: options.trace },
        Some(name) => {
            let evaluator = evaluator_named(name).map_err(|error| anyhow!("--static: {error}"))?;
            Source::Static { evaluator, neighbours: options.neighbours }
        }
    };
    let PackOptions { inputs, out, seed, hold_out, .. } = options;
    let plan = pack::PackPlan { inputs, out, source, seed, hold_out };
    let stop = listen()?;
    let mut ticker = Ticker::new();
    let mut watch =
        |at: &Progress| ticker.tell(at.bytes, at.total, || format!("{} games", at.games));
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
    files::check(
        std::iter::once(options.input.as_path()).chain(evaluation_file(&options.eval)),
        [&options.out],
    )?;
    let evaluator = evaluator_named(&options.eval).map_err(|error| anyhow!("--eval: {error}"))?;
    let rules = SelfPlayRules {
        soft_nodes: options.nodes,
        chess960: 0.0,
        hash_megabytes: options.hash as usize,
    };
    let plan = rescore::RescorePlan {
        input: options.input,
        out: options.out,
        rules,
        threads: options.threads as usize,
        evaluator,
    };
    let stop = listen()?;
    let start = Instant::now();
    let mut ticker = Ticker::new();
    let mut watch =
        |at: &Progress| ticker.tell(at.bytes, at.total, || format!("{} games", at.games));
    let result = rescore(&plan, &stop, &mut watch);
    ticker.finish();
    let (games, positions) = result?;
    let speed = positions as f64 / start.elapsed().as_secs_f64().max(1e-9);
    println!(
        "{}: {games} games, {positions} positions, {speed:.0} positions/s",
        plan.out.display()
    );
    Ok(())
}
