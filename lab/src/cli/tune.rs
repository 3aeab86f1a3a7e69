//! `secateur-lab tune`: tunes search parameters, or lists them for another tuner.

use crate::cli::options::GameOptions;
use crate::cli::outputs;
use crate::matches::play::MatchPlan;
use crate::matches::tuning::{State, TuningPlan, tune};
use crate::progress::RunProgress;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use secateur::cli::numbers::{count, within};
use secateur::cli::resume::{Force, Interrupted, Resume, handle_interrupts};
use secateur::files::journal::{Journal, JournalError, ResumeMode, Resumed};
use secateur::files::{self, companion_file, write_atomically, write_json};
use secateur::search::Techniques;
use secateur::search::techniques::TUNABLES;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// SPSA learning rate at the end of the tuning, as OpenBench takes it.
const LEARNING_RATE: f64 = 0.002;
/// Default nodes for each move, if no time control is given.
const NODES: u64 = 10_000;
/// Suffix of the plot, after the name of the state file.
const PLOT: &str = ".svg";
/// Suffix of the lock file, after the name of the state file. The state file itself is replaced
/// after each pair, so that a lock on it would be lost.
const LOCK: &str = ".lock";

/// Tunes search parameters with SPSA, or lists them with their ranges for another tuner. Each
/// parameter is also a UCI option.
#[derive(Debug, Args)]
pub struct TuneOptions {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant)] // parsed once; above the limit on Windows only
enum Command {
    /// Print a line for each parameter in OpenBench's SPSA format: name, type, value, minimum,
    /// maximum, step, rate
    SpsaInputs,
    /// Tune parameters simultaneously with self-play games (SPSA). Ctrl-C stops, --resume continues
    Spsa(SpsaOptions),
}

#[derive(Debug, Args)]
struct SpsaOptions {
    /// Parameters to tune; all by default
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Number of game pairs
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = count)]
    pairs: u64,
    #[command(flatten)]
    games: GameOptions,
    /// Perturbation of each parameter at the end of the tuning (SPSA c), in steps
    #[arg(long, default_value_t = 1.0, value_name = "S")]
    spread: f64,
    /// Learning rate at the end of the tuning: change for a won pair, as a fraction of --spread
    #[arg(long, default_value_t = 0.01, value_name = "R")]
    rate: f64,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Number of game pairs in parallel, one thread each
    #[arg(long, default_value_t = 1, value_name = "J", value_parser = within::<usize>(1..=1024))]
    jobs: usize,
    /// File with the state of the tuning; FILE.svg plots the parameters over time
    #[arg(long, default_value = "tuning.json", value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    force: Force,
}

/// Runs `secateur-lab tune` with one of its subcommands.
pub fn run(options: &TuneOptions) -> Result<ExitCode> {
    match &options.command {
        Command::SpsaInputs => print_inputs(),
        Command::Spsa(options) => run_spsa(options)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_inputs() {
    for tunable in TUNABLES {
        let (min, max) = tunable.range;
        let (name, value, step) = (tunable.switch.name, tunable.default, tunable.step);
        println!("{name}, int, {value}, {min}, {max}, {step}, {LEARNING_RATE}");
    }
}

fn run_spsa(options: &SpsaOptions) -> Result<()> {
    if !(options.rate > 0.0 && options.rate < 1.0) {
        bail!("--rate {} is not between 0 and 1", options.rate);
    }
    if !(options.spread > 0.0 && options.spread <= 10.0) {
        bail!("--spread {} is not above 0 and at most 10", options.spread);
    }
    let plot = companion_file(&options.out, PLOT);
    let lock_file = companion_file(&options.out, LOCK);
    let outputs = [&options.out].into_iter().chain(&plot).chain(&lock_file);
    files::check(options.games.openings.as_deref(), outputs)?;
    options.force.check([&options.out], outputs::TUNING)?;
    options.force.check(&plot, outputs::SVG)?;
    let plan = TuningPlan {
        parameters: TuningPlan::parameters(&options.names).map_err(|reason| anyhow!(reason))?,
        pairs: options.pairs,
        games: games(options)?,
        spread: options.spread,
        rate: options.rate,
        seed: options.seed,
        jobs: options.jobs,
    };
    let lock = lock_file.map(|path| lock(&path, &options.out, &plan)).transpose()?;
    let begin = match options.resume.mode() {
        ResumeMode::Refuse if options.out.is_file() => return Err(earlier_tuning(&options.out)),
        ResumeMode::Resume => read_state(&options.out, &plan)?,
        ResumeMode::Refuse | ResumeMode::Discard => plan.start(),
    };
    let stop = handle_interrupts()?;
    let progress = RunProgress::shown_until(Arc::clone(&stop));
    let is_reported = AtomicBool::new(false);
    let state = tune(&plan, begin, &progress, |state| match keep(state, &options.out) {
        Ok(()) => is_reported.store(false, Ordering::Relaxed),
        Err(error) if !is_reported.swap(true, Ordering::Relaxed) => {
            progress.say(&format!(
                "{error}: the tuning continues, but --resume cannot continue from later pairs"
            ));
        }
        Err(_) => {}
    });
    progress.finish();
    // Saves before it prints: a closed pipe ends the program there.
    let saved = save(&plan, &state, &options.out, plot.as_deref());
    drop(lock);
    print_values(&plan, &state);
    saved?;
    if state.pairs < plan.pairs {
        if let Some(refusal) = progress.shortage().filter(|_| !progress.is_stopped()) {
            bail!(
                "not all games can be played: {refusal}; the finished pairs are in {}",
                options.out.display()
            );
        }
        bail!(Interrupted(format!(
            "after {} of {} pairs; --resume continues",
            state.pairs, plan.pairs
        )));
    }
    Ok(())
}

/// The settings of the games.
fn games(options: &SpsaOptions) -> Result<MatchPlan> {
    let player = || options.games.player(Techniques::FULL, NODES);
    let mut games = MatchPlan::new("games", player(), player(), 2);
    options.games.apply(&mut games)?;
    Ok(games)
}

/// Locks a state file by a lock file at `path`, which is removed when the result is dropped.
fn lock(path: &Path, state: &Path, plan: &TuningPlan) -> Result<Journal> {
    let opened: Result<(Journal, Resumed<()>), JournalError> =
        Journal::open(path, &plan.name(), ResumeMode::Discard, |_| None);
    match opened {
        Ok((journal, _)) => Ok(journal),
        Err(JournalError::Locked(_)) => {
            bail!("{} is the state file of a tuning in progress", state.display())
        }
        Err(error) => Err(error.into()),
    }
}

fn keep(state: &State, path: &Path) -> Result<()> {
    Ok(write_json(path, state)?)
}

/// Writes the state of a tuning, and the plot to a file if one is given.
fn save(plan: &TuningPlan, state: &State, path: &Path, plot: Option<&Path>) -> Result<()> {
    keep(state, path)?;
    if let (Some(plot), Some(svg)) = (plot, plan.plot(state)) {
        write_atomically(plot, &svg)?;
    }
    Ok(())
}

/// The error of an existing state file, if neither `--resume` nor `--restart` is given.
fn earlier_tuning(path: &Path) -> anyhow::Error {
    match parse_state(path) {
        Ok(state) if state.is_finished() => {
            anyhow!("{} is a finished tuning: --restart replaces it", path.display())
        }
        Ok(_) => JournalError::Exists(path.to_owned()).into(),
        Err(error) => anyhow!("{error:#}; --restart replaces it"),
    }
}

fn parse_state(path: &Path) -> Result<State> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} is not a state file of a tuning", path.display()))
}

/// The state of this plan in a file.
fn read_state(path: &Path, plan: &TuningPlan) -> Result<State> {
    let state = parse_state(path)?;
    if state.run != plan.name() {
        bail!("{} belongs to another tuning: {}", path.display(), state.run);
    }
    if !plan.allows(&state) {
        bail!(
            "{} is damaged: a tuning of {} pairs cannot have this state",
            path.display(),
            plan.pairs
        );
    }
    Ok(state)
}

fn print_values(plan: &TuningPlan, state: &State) {
    for (tunable, value) in plan.parameters.iter().zip(&state.values) {
        let steps = (value - f64::from(tunable.default)) / f64::from(tunable.step);
        println!(
            "{:28} {:6} -> {:6.0} ({steps:+.1} steps)",
            tunable.switch.name, tunable.default, value
        );
    }
}
