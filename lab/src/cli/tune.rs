//! `secateur-lab tune`: tunes the numbers of the search, or tells a tuner what it needs to know of
//! them.

use crate::matches::play::{MatchPlan, Player, TimeControl};
use crate::matches::tuning::{State, TuningPlan, tune};
use crate::progress::Progress;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use secateur::cli::resume::{Interrupted, Resume, listen};
use secateur::files::journal::{Earlier, JournalError};
use secateur::files::{self, kept_beside, write_json, write_whole};
use secateur::search::Techniques;
use secateur::search::techniques::TUNABLES;
use secateur::tools::genfens;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How far SPSA moves each number for a point, as a share of its step, at the end of the tuning.
const LEARNING_RATE: f64 = 0.002;
/// Nodes a move, where neither they nor the time are given.
const NODES: u64 = 10_000;
/// Ending of the plot beside the state.
const PLOT: &str = ".svg";

/// Tunes the numbers of the search, or prints what another tuner needs: the numbers with their
/// ranges. Each is an option of the UCI protocol too.
#[derive(Debug, Args)]
pub struct TuneOptions {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print a line for each tunable number, as OpenBench takes them: name, type, value, least,
    /// most, step, rate
    SpsaInputs,
    /// Tune numbers by games of the search with itself, all at once (SPSA); Ctrl-C ends, --resume
    /// goes on
    Spsa(SpsaOptions),
}

#[derive(Debug, Args)]
struct SpsaOptions {
    /// The numbers to tune; all if none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Pairs of games
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes a move; 10000 if no time is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds for a game and for each move instead of nodes, as in `match`
    #[arg(long, value_name = "B+I", conflicts_with = "nodes")]
    tc: Option<TimeControl>,
    /// Begin from the positions of this file (FEN or EPD) instead of epd/openings.epd
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How far to each side the numbers are moved at the end, in their steps
    #[arg(long, default_value_t = 1.0, value_name = "S", allow_negative_numbers = true)]
    spread: f64,
    /// How far a pair won moves a number at the end, as a share of that
    #[arg(long, default_value_t = 0.01, value_name = "R", allow_negative_numbers = true)]
    rate: f64,
    /// Seed of the lots
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Pairs side by side, one thread each
    #[arg(long, default_value_t = 1, value_name = "J", value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: u64,
    /// Keep the state here, and plot the path of the numbers in FILE.svg
    #[arg(long, default_value = "tuning.json", value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    resume: Resume,
}

/// Does what is asked for.
pub fn run(options: &TuneOptions) -> Result<ExitCode> {
    match &options.command {
        Command::SpsaInputs => print_inputs(),
        Command::Spsa(options) => run_spsa(options)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_inputs() {
    for tunable in TUNABLES {
        let (least, most) = tunable.range;
        let (name, value, step) = (tunable.switch.name, tunable.default, tunable.step);
        println!("{name}, int, {value}, {least}, {most}, {step}, {LEARNING_RATE}");
    }
}

fn run_spsa(options: &SpsaOptions) -> Result<()> {
    if !(options.rate > 0.0 && options.rate < 1.0) {
        bail!("--rate {} is not between 0 and 1", options.rate);
    }
    if !(options.spread > 0.0 && options.spread <= 10.0) {
        bail!("--spread {} is not above 0 and at most 10", options.spread);
    }
    let plot = kept_beside(&options.out, PLOT);
    files::check(options.openings.as_deref(), [&options.out].into_iter().chain(&plot))?;
    let plan = TuningPlan {
        numbers: TuningPlan::numbers(&options.names).map_err(|reason| anyhow!(reason))?,
        pairs: options.pairs,
        games: games(options)?,
        spread: options.spread,
        rate: options.rate,
        seed: options.seed,
        jobs: options.jobs as usize,
    };
    let begin = match options.resume.earlier() {
        Earlier::Kept if options.out.is_file() => bail!(JournalError::Exists(options.out.clone())),
        Earlier::Resumed => read_state(&options.out, &plan)?,
        Earlier::Kept | Earlier::GivenUp => plan.start(),
    };
    let stop = listen()?;
    let progress = Progress::shown_until(Arc::clone(&stop));
    let is_told = AtomicBool::new(false);
    let state = tune(&plan, begin, &progress, |state| match keep(state, &options.out) {
        Ok(()) => is_told.store(false, Ordering::Relaxed),
        Err(error) if !is_told.swap(true, Ordering::Relaxed) => {
            progress
                .say(&format!("{error}: the tuning goes on, but as long as that is so --resume will not know of it"));
        }
        Err(_) => {}
    });
    progress.finish();
    keep(&state, &options.out)?;
    if let (Some(plot), Some(svg)) = (plot, plan.plot(&state)) {
        write_whole(&plot, &svg)?;
    }
    print_values(&plan, &state);
    if let Some(refusal) = progress.refusal() {
        bail!("nothing can be played: {refusal}; what is finished is in {}", options.out.display());
    }
    if state.pairs < plan.pairs {
        bail!(Interrupted(format!(
            "after {} of {} pairs; --resume goes on",
            state.pairs, plan.pairs
        )));
    }
    Ok(())
}

/// How the pairs are played.
fn games(options: &SpsaOptions) -> Result<MatchPlan> {
    let player = || match options.tc {
        Some(time) => Player::with_time(Techniques::FULL, time),
        None => Player::with_nodes(Techniques::FULL, options.nodes.unwrap_or(NODES)),
    };
    let mut games = MatchPlan::new("games", player(), player(), 2);
    if let Some(path) = &options.openings {
        games.openings = genfens::read_book(&path.to_string_lossy())?.into();
    }
    Ok(games)
}

fn keep(state: &State, path: &Path) -> Result<()> {
    Ok(write_json(path, state)?)
}

fn read_state(path: &Path, plan: &TuningPlan) -> Result<State> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let state: State = serde_json::from_str(&text)
        .with_context(|| format!("{} is no state of a tuning", path.display()))?;
    if state.run != plan.name() {
        bail!("{} belongs to another tuning: {}", path.display(), state.run);
    }
    if !plan.allows(&state) {
        bail!(
            "{} is damaged: no tuning of {} pairs comes to such a state",
            path.display(),
            plan.pairs
        );
    }
    Ok(state)
}

fn print_values(plan: &TuningPlan, state: &State) {
    for (tunable, value) in plan.numbers.iter().zip(&state.values) {
        let steps = (value - f64::from(tunable.default)) / f64::from(tunable.step);
        println!(
            "{:28} {:6} -> {:6.0} ({steps:+.1} steps)",
            tunable.switch.name, tunable.default, value
        );
    }
}
