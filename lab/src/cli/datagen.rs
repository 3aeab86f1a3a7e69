//! `secateur-lab datagen`: generates self-play games.

use crate::cli::commit;
use crate::cli::options::SearchOptions;
use crate::evaluations::evaluation_file;
use crate::learn::datagen::{self, DatagenPlan, Goal, Status, Summary};
use crate::learn::store::sidecar_path;
use anyhow::{Result, bail};
use clap::{ArgGroup, Args};
use secateur::cli::numbers::{count, within};
use secateur::cli::resume::{Interrupted, handle_interrupts};
use secateur::cli::ticker::Ticker;
use secateur::files;
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays self-play games for training and appends each finished game to a file in viriformat. Every
/// game begins with 8 or 9 random plies. FILE.json records the settings of the games.
///
/// The first Ctrl-C lets running games finish, the second drops them. `--resume` continues the run,
/// even after a crash, and never plays a game twice.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("goal").args(["games", "positions"]).required(true))]
pub struct DatagenOptions {
    /// Stop when the file has N games
    #[arg(long, value_name = "N", value_parser = count)]
    games: Option<u64>,
    /// Stop when the file has at least N positions
    #[arg(long, value_name = "N", value_parser = count)]
    positions: Option<u64>,
    /// Soft node limit for each move: no iteration begins after 80 % of it. The hard limit is
    /// eight times this number
    #[arg(long, value_name = "SOFT", default_value_t = 5000, value_parser = count)]
    nodes: u64,
    #[command(flatten)]
    search: SearchOptions,
    /// Game file to write; it must not exist, except with --resume
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Random seed; chosen at random if not given, and recorded in FILE.json
    #[arg(long, value_name = "S", value_parser = within::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Fraction of the games that begin from a Chess960 position, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = super::share::<f64>)]
    chess960: f64,
    /// Continue the file if it exists
    #[arg(long)]
    resume: bool,
}

/// Generates games.
pub fn run(options: DatagenOptions) -> Result<ExitCode> {
    files::check(
        evaluation_file(&options.search.eval),
        [&sidecar_path(&options.out), &options.out],
    )?;
    let evaluator = options.search.evaluator()?;
    let goal = match (options.games, options.positions) {
        (Some(games), _) => Goal::Games(games),
        (None, positions) => Goal::Positions(positions.unwrap_or_default()),
    };
    let plan = DatagenPlan {
        out: options.out,
        resume: options.resume,
        goal,
        settings: options.search.settings(options.nodes, options.chess960),
        threads: options.search.threads,
        seed: options.seed,
        evaluation: options.search.eval,
        evaluator,
        commit: commit(),
    };
    let stop = handle_interrupts()?;
    let mut ticker = Ticker::new();
    let mut watch = |status: &Status| {
        let (done, goal) = status.progress();
        ticker.show(done, goal, || describe(status));
    };
    let summary = datagen::run(&plan, &stop, &mut watch);
    ticker.finish();
    let summary = summary?;
    print_summary(&plan, &summary);
    if !summary.status.is_reached() {
        bail!(Interrupted(format!("after {} games; --resume continues", summary.status.games)));
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(status: &Status) -> String {
    format!(
        "{} games, {} positions, {:.0} positions/s",
        status.games,
        status.positions,
        status.speed()
    )
}

fn print_summary(plan: &DatagenPlan, summary: &Summary) {
    if summary.found.truncated_bytes > 0 {
        eprintln!("an incomplete game of {} bytes was removed", summary.found.truncated_bytes);
    }
    println!(
        "{}: {} games, {} positions; this run added {} positions in {:.1} s, {:.0} positions/s; seed {}",
        plan.out.display(),
        summary.status.games,
        summary.status.positions,
        summary.status.fresh,
        summary.status.elapsed.as_secs_f64(),
        summary.status.speed(),
        summary.seed
    );
}
