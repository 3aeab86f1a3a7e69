//! `secateur-lab datagen`: games of the engine with itself.

use crate::learn::datagen::{self, DatagenPlan, Goal, Status, Summary};
use crate::learn::selfplay::SelfPlayRules;
use crate::learn::store::sidecar_path;
use anyhow::{Result, anyhow, bail};
use clap::{ArgGroup, Args};
use secateur::cli::commit::commit;
use secateur::cli::input::evaluation_file;
use secateur::cli::resume::{Interrupted, listen};
use secateur::cli::ticker::Ticker;
use secateur::eval::{DEFAULT_NAME, evaluator_named};
use secateur::files;
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays games of the engine with itself and appends them to a file, whole, in viriformat: for
/// training. Every game begins with 8 or 9 random plies of its own. Ctrl-C finishes the games under
/// way (a second one drops them); whatever ends the run, `--resume` goes on, and no game is ever
/// played twice. FILE.json says how the games came about.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("goal").args(["games", "positions"]).required(true))]
pub struct DatagenOptions {
    /// End with so many games in the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// End with at least so many positions in the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Nodes a move, on average, in whole iterations; eight times as many end the one under way
    #[arg(long, value_name = "SOFT", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games side by side, one thread each
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// The file, new unless --resume is given
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Seed of the games; drawn if not given, and noted in FILE.json
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Share of the games that begin from a position of Chess960, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    chess960: f64,
    /// The evaluation: material, stand-in, linear, network, or a file of weights or of a network
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// Megabytes of transposition table for each thread; it is emptied before every game
    #[arg(long, value_name = "MB", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
    /// Go on with the file if it is there
    #[arg(long)]
    resume: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Generates games.
pub fn run(options: DatagenOptions) -> Result<ExitCode> {
    files::check(evaluation_file(&options.eval), [&sidecar_path(&options.out), &options.out])?;
    let evaluator = evaluator_named(&options.eval).map_err(|error| anyhow!("--eval: {error}"))?;
    let goal = match (options.games, options.positions) {
        (Some(games), _) => Goal::Games(games),
        (None, positions) => Goal::Positions(positions.unwrap_or_default()),
    };
    let rules = SelfPlayRules {
        soft_nodes: options.nodes,
        chess960: options.chess960,
        hash_megabytes: options.hash as usize,
    };
    let plan = DatagenPlan {
        out: options.out,
        resume: options.resume,
        goal,
        rules,
        threads: options.threads as usize,
        seed: options.seed,
        evaluation: options.eval,
        evaluator,
        commit: commit(),
    };
    let stop = listen()?;
    let mut ticker = Ticker::new();
    let mut watch = |status: &Status| {
        let (done, goal) = status.progress();
        ticker.tell(done, goal, || describe(status));
    };
    let summary = datagen::run(&plan, &stop, &mut watch);
    ticker.finish();
    let summary = summary?;
    tell(&plan, &summary);
    if !summary.status.is_reached() {
        bail!(Interrupted(format!("after {} games; --resume goes on", summary.status.games)));
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

fn tell(plan: &DatagenPlan, summary: &Summary) {
    if summary.found.torn > 0 {
        eprintln!("a torn game of {} bytes was cut off", summary.found.torn);
    }
    println!(
        "{}: {}, {} positions in {:.1} s, seed {}",
        plan.out.display(),
        describe(&summary.status),
        summary.status.fresh,
        summary.status.elapsed.as_secs_f64(),
        summary.seed
    );
}
