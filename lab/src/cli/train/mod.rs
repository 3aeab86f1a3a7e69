//! `secateur-lab train`: trains evaluations on games.

mod network;
mod wdl;

use super::games::each_game;
use super::share;
use crate::cli::outputs;
use crate::evaluations::linear::weights::{Weights, read_stages};
use crate::learn::games::training_positions;
use crate::learn::losses;
use crate::learn::regression::examples::Examples;
use crate::learn::regression::model::Model;
use crate::learn::regression::training::{IterationRecord, Settings, State, Training};
use crate::learn::regression::{LOGISTIC_SCALE, Loss, curves};
use crate::learn::td_lambda::td_lambda_scores;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use secateur::cli::numbers::{count, within};
use secateur::cli::resume::{Force, Interrupted, OutputKind, Resume, handle_first_interrupt};
use secateur::cli::ticker::Ticker;
use secateur::files::journal::{JournalError, ResumeMode};
use secateur::files::{self, with_suffix, write_atomically};
use secateur::stop::Stop;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Trains an evaluation or the WDL model on stored games.
#[derive(Debug, Args)]
pub struct TrainOptions {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Debug, Subcommand)]
enum TrainCommand {
    /// Train the weights of the linear evaluation by regression
    Linear(LinearOptions),
    /// Train a network on packed positions
    Network(network::NetworkOptions),
    /// Scale the scores of a network to the unit of another evaluation
    Scale(network::ScaleOptions),
    /// Fit the WDL model: win, draw and loss probabilities of a score
    Wdl(wdl::WdlOptions),
}

/// Trains the weights of the linear evaluation with Buro's regression, using a step size that
/// converges. The weights with the lowest loss on the held-out games are written to FILE.
///
/// FILE.csv records the iterations; two plots are written next to it. Ctrl-C writes the best
/// weights so far and a checkpoint; --resume continues from it.
#[derive(Debug, Args)]
struct LinearOptions {
    /// Game files that `secateur-lab datagen` wrote
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// Weights file to write; `--eval` of secateur-lab and `secateur-lab match` load it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Loss function
    #[arg(long, value_enum, default_value_t = Loss::Logistic)]
    loss: Loss,
    /// Share of the game result in the label, 0 to 1; the rest is the search score
    #[arg(long = "wdl", value_name = "S", default_value_t = 0.5, value_parser = share::<f32>)]
    result_share: f32,
    /// λ of TD(λ), from 0 to below 1: a score is averaged with those of later moves, with weights
    /// that decay by the factor L for each move
    #[arg(long, alias = "trace", value_name = "L", default_value_t = 0.0, value_parser = lambda)]
    lambda: f32,
    /// Number of threads; it does not change the result
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    threads: usize,
    /// Maximum number of iterations
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = within::<usize>(1..=100_000))]
    iterations: usize,
    /// Stop after N iterations without a lower validation loss
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = within::<usize>(1..=u64::MAX))]
    patience: usize,
    /// Number of neighbouring game stages on either side that a position also trains
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<usize>(0..=7))]
    smoothing: usize,
    /// Use Buro's update (1997), without acceleration
    #[arg(long)]
    plain: bool,
    /// Step size; by default 1/(2A), where A is the largest number of features of a position. Buro
    /// uses 1, which diverges
    #[arg(long, value_name = "BETA", value_parser = step)]
    beta: Option<f32>,
    /// Start from the weights in this file and regularize towards them
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Ridge regularization towards the initial weights (0 without --from), equal to N additional
    /// positions without error. Buro has none
    #[arg(long, value_name = "N", default_value_t = 100.0, value_parser = ridge)]
    ridge: f32,
    /// Games held out for validation, in permille
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within::<u64>(0..=900))]
    hold_out: u64,
    /// Random seed that selects the held-out games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Use only the first N positions of the files
    #[arg(long, value_name = "N", value_parser = count)]
    positions: Option<u64>,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    force: Force,
}

pub fn lambda(text: &str) -> Result<f32, String> {
    share(text)
        .ok()
        .filter(|share| *share < 1.0)
        .ok_or_else(|| "not a number from 0 to below 1".to_owned())
}

fn step(text: &str) -> Result<f32, String> {
    ridge(text).ok().filter(|step| *step > 0.0).ok_or_else(|| "not a number above 0".to_owned())
}

fn ridge(text: &str) -> Result<f32, String> {
    let ridge = text.parse().ok().filter(|ridge: &f32| ridge.is_finite() && *ridge >= 0.0);
    ridge.ok_or_else(|| "not a number from 0 on".to_owned())
}

/// Suffixes of the files next to the weights file.
const CURVE: &str = ".csv";
const DISTANCE: &str = ".distance.svg";
const CHANGE: &str = ".change.svg";
const CHECKPOINT: &str = ".checkpoint";

impl LinearOptions {
    /// All files that may be written, with their kinds.
    fn outputs(&self) -> impl Iterator<Item = (PathBuf, OutputKind)> {
        let kinds = [
            ("", outputs::WEIGHTS),
            (CURVE, outputs::TABLE),
            (DISTANCE, outputs::SVG),
            (CHANGE, outputs::SVG),
            (CHECKPOINT, outputs::CHECKPOINT),
        ];
        kinds.into_iter().map(|(ending, kind)| (with_suffix(&self.out, ending), kind))
    }
}

/// The path of the checkpoint of this output. Refuses the checkpoint of an interrupted run unless
/// an option says what to do with it, and `--resume` without one.
fn checkpoint_of(out: &Path, resume: Resume) -> Result<PathBuf> {
    let checkpoint = with_suffix(out, CHECKPOINT);
    if resume.mode() == ResumeMode::Refuse && checkpoint.exists() {
        bail!(JournalError::Exists(checkpoint));
    }
    resume.check_unfinished(out, &checkpoint)?;
    Ok(checkpoint)
}

/// Time between two checkpoints.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// Runs `secateur-lab train` with one of its subcommands.
pub fn run(options: &TrainOptions) -> Result<ExitCode> {
    match &options.command {
        TrainCommand::Linear(options) => learn_weights(options),
        TrainCommand::Network(options) => network::run(options),
        TrainCommand::Scale(options) => network::scale(options),
        TrainCommand::Wdl(options) => wdl::run(options),
    }
}

fn learn_weights(options: &LinearOptions) -> Result<ExitCode> {
    files::check(
        options.data.iter().chain(&options.from),
        options.outputs().map(|(path, _)| path),
    )?;
    options.outputs().try_for_each(|(path, kind)| options.force.check([path], kind))?;
    let checkpoint = checkpoint_of(&options.out, options.resume)?;
    let stop = handle_first_interrupt()?;
    let (examples, held_out) = load(options, &stop)?;
    println!("{} positions to train on, {} held out", examples.len(), held_out.len());
    println!("positions by game stage, fewest pieces first: {:?}", examples.by_stage());
    if examples.is_empty() {
        bail!("the files have no position to train on");
    }
    let settings = Settings {
        loss: options.loss,
        result_share: options.result_share,
        iterations: options.iterations,
        patience: options.patience,
        smoothing: options.smoothing,
        accelerated: !options.plain,
        beta: options.beta,
        ridge: options.ridge,
    };
    let origin =
        options.from.as_ref().map_or_else(|| Ok(Model::default()), |path| read_model(path))?;
    let mut training = Training::new(&examples, &held_out, &origin, settings, options.threads);
    if options.resume.resume && checkpoint.exists() {
        let state = read_checkpoint(&checkpoint)?;
        training.resume(state).with_context(|| format!("{}", checkpoint.display()))?;
        println!("continuing after iteration {}", training.state.records.len());
    }
    options.resume.discard_checkpoint(&checkpoint)?;
    let finished = iterate(&mut training, &checkpoint, &stop)?;
    write_results(&training, options)?;
    if finished {
        let _ = std::fs::remove_file(&checkpoint);
        return Ok(ExitCode::SUCCESS);
    }
    bail!(Interrupted(format!(
        "after {} iterations; --resume continues",
        training.state.records.len()
    )));
}

fn load(options: &LinearOptions, stop: &Stop) -> Result<(Examples, Examples)> {
    let (mut examples, mut held_out) = (Examples::default(), Examples::default());
    let limit = options.positions.unwrap_or(u64::MAX);
    let mut taken = 0;
    each_game(&options.data, stop, |game| {
        let is_held_out = game.is_held_out(options.seed, options.hold_out);
        let scores = td_lambda_scores(game, options.lambda, LOGISTIC_SCALE);
        let result = f32::from(game.outcome.half_points()) / 2.0;
        for (index, board, _) in training_positions(game) {
            if taken >= limit {
                return ControlFlow::Break(());
            }
            taken += 1;
            let set = if is_held_out { &mut held_out } else { &mut examples };
            set.push(&board, options.loss.label(result, scores[index], options.result_share));
        }
        ControlFlow::Continue(())
    })?;
    Ok((examples, held_out))
}

fn read_model(path: &Path) -> Result<Model> {
    let stages = read_stages(path).with_context(|| format!("{}", path.display()))?;
    Ok(Model::from_quantized(&stages))
}

fn read_checkpoint(path: &Path) -> Result<State> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not a checkpoint", path.display()))
}

/// Iterates until the training is done (true) or Ctrl-C stops it (false).
fn iterate(training: &mut Training<'_>, checkpoint: &Path, stop: &Stop) -> Result<bool> {
    let mut ticker = Ticker::new();
    let mut saved = Instant::now();
    while !training.is_done() {
        let goal = training.state.settings.iterations as u64;
        let record = training.iterate();
        ticker.show(record.iteration as u64, goal, || describe(record));
        if saved.elapsed() > CHECKPOINT_EVERY || stop.is_requested() {
            write_atomically(checkpoint, &serde_json::to_vec(&training.state)?)?;
            saved = Instant::now();
        }
        if stop.is_requested() {
            ticker.finish();
            return Ok(false);
        }
    }
    ticker.finish();
    Ok(true)
}

fn describe(record: &IterationRecord) -> String {
    format!("iteration {}: {}", record.iteration, losses::describe(record.loss, record.held_out))
}

fn write_results(training: &Training<'_>, options: &LinearOptions) -> Result<()> {
    let records = &training.state.records;
    write_atomically(&options.out, &Weights::to_bytes(&training.model().quantized()))?;
    write_atomically(&with_suffix(&options.out, CURVE), &curves::csv(records))?;
    let unit = if options.loss == Loss::Logistic {
        "permille of the expected score"
    } else {
        "internal units"
    };
    for (ending, plot) in
        [(DISTANCE, curves::distances(records, unit)), (CHANGE, curves::changes(records))]
    {
        if let Some(plot) = plot {
            write_atomically(&with_suffix(&options.out, ending), &plot)?;
        }
    }
    if let Some(best) = records.get(training.state.best_iteration.wrapping_sub(1)) {
        println!("{} has the weights of {}", options.out.display(), describe(best));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_steps_and_ridges_are_rejected() {
        for bad in ["nan", "-1", "inf", "1e99", "x", ""] {
            assert!(step(bad).is_err() && ridge(bad).is_err(), "{bad}");
        }
        assert_eq!((step("0").is_err(), ridge("0"), step("0.5")), (true, Ok(0.0), Ok(0.5)));
    }
}
