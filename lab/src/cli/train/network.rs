//! `secateur-lab train network`: trains a network on packed positions.

use super::{CHECKPOINT, CHECKPOINT_EVERY, checkpoint_of};
use crate::cli::games::each_game;
use crate::cli::{commit, evaluator, outputs, share};
use crate::evaluations::evaluation_file;
use crate::learn::games::training_positions;
use crate::learn::losses;
use crate::learn::neural::adam::CLIP;
use crate::learn::neural::batch::{Packs, most_positions};
use crate::learn::neural::model::Model;
use crate::learn::neural::scale::Magnitudes;
use crate::learn::neural::training::{EpochRecord, Settings, Training};
use crate::learn::neural::{checkpoint, curve};
use anyhow::{Context, Result, bail};
use clap::Args;
use secateur::cli::numbers::{count, within};
use secateur::cli::resume::{Force, Interrupted, Resume, handle_first_interrupt};
use secateur::cli::ticker::Ticker;
use secateur::eval::DEFAULT_NAME;
use secateur::eval::neural::features::KingBuckets;
use secateur::eval::neural::file;
use secateur::eval::neural::network::Origin;
use secateur::eval::neural::quantization::CHUNK;
use secateur::files::{self, with_suffix, write_atomically};
use secateur::stop::Stop;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Default number of hidden neurons of each perspective.
const HIDDEN: usize = 256;

/// Trains a network on packed positions (`secateur-lab data pack`). After every epoch, the
/// validation loss is measured on the held-out games; FILE has the network with the lowest, or the
/// last network if no games are held out.
///
/// FILE.csv and FILE.svg show the loss of every epoch. Ctrl-C writes a checkpoint; --resume
/// continues from it.
#[derive(Debug, Args)]
pub struct NetworkOptions {
    /// Files of packed positions
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// Network file to write; the UCI option EvalFile loads it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Hidden neurons of each perspective, a multiple of 32; 256 by default, or those of --from.
    /// Neurons added to those of --from do not change the evaluation
    #[arg(long, value_name = "N", value_parser = hidden)]
    hidden: Option<usize>,
    /// Start from the network in this file
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// King buckets: 1, 4 or 8; 1 by default, or those of --from. New buckets start with the
    /// weights of the bucket that contains them, and need tens of millions of positions
    #[arg(long, value_name = "N", value_parser = king_buckets)]
    king_buckets: Option<&'static KingBuckets>,
    /// Number of epochs (passes over the data)
    #[arg(long, alias = "passes", value_name = "N", default_value_t = 4, value_parser = within::<u64>(1..=10_000))]
    epochs: u64,
    /// Batch size, in positions; rounded up to a multiple of 256
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = within::<usize>(1..=1 << 20))]
    batch: usize,
    /// Initial learning rate; it decays to a hundredth
    #[arg(long, value_name = "R", default_value_t = 1e-3, value_parser = rate)]
    rate: f32,
    /// Share of the game result in the label at the start and at the end, 0 to 1; the rest is the
    /// search score. Data of `pack --static` have no results and need 0
    #[arg(long = "wdl", value_name = "A..B", default_value = "0.1..0.2", value_parser = shares)]
    result_share: [f32; 2],
    /// Share of the gradient of every input that is summed over the king buckets, 0 to 1. With 1
    /// all king buckets change alike, which overfits less
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share::<f32>)]
    shared_gradient: f32,
    /// Random seed of the initial weights and the order of positions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Number of threads; it does not change the result
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    threads: usize,
    /// Generation number, recorded in the file
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within::<u32>(0..=u64::from(u32::MAX)))]
    generation: u32,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    force: Force,
}

/// Rescales a network so that its mean absolute score equals that of another evaluation. The
/// margins of the search are in the same unit, so they stay valid.
#[derive(Debug, Args)]
pub struct ScaleOptions {
    /// Network file to scale
    network: PathBuf,
    /// Game files, whose quiet positions are used
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Evaluation with the target unit: material, piece-square, linear, network, or a weights or
    /// network file
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    like: String,
    /// Maximum number of positions
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = count)]
    positions: u64,
    /// Network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &usize| (CHUNK..=4096).contains(number) && number.is_multiple_of(CHUNK));
    number.ok_or_else(|| format!("not a multiple of {CHUNK} up to 4096"))
}

fn king_buckets(text: &str) -> Result<&'static KingBuckets, String> {
    let king_buckets = text.parse().ok().and_then(KingBuckets::of_count);
    king_buckets.ok_or_else(|| "not 1, 4 or 8".to_owned())
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate: &f32| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "not a number above 0, at most 1".to_owned())
}

fn shares(text: &str) -> Result<[f32; 2], String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (share(from), share(to)) {
        (Ok(from), Ok(to)) => Ok([from, to]),
        _ => Err("not a number from 0 to 1, nor two of them with .. between".to_owned()),
    }
}

/// Suffixes of the files next to the network file.
const CURVE: &str = ".csv";
const PLOT: &str = ".svg";

/// Runs `secateur-lab train network`: trains a network on packed positions.
pub fn run(options: &NetworkOptions) -> Result<ExitCode> {
    let outputs = ["", CURVE, PLOT, CHECKPOINT].map(|ending| with_suffix(&options.out, ending));
    files::check(options.data.iter().chain(&options.from), &outputs)?;
    let kinds = [outputs::NETWORK, outputs::TABLE, outputs::SVG, outputs::CHECKPOINT];
    outputs.iter().zip(kinds).try_for_each(|(path, kind)| options.force.check([path], kind))?;
    let checkpoint = checkpoint_of(&options.out, options.resume)?;
    let stop = handle_first_interrupt()?;
    let packs = Packs::open(&options.data)?;
    if options.result_share != [0.0; 2] {
        packs.check_results()?;
    }
    println!(
        "{} positions to train on and {} held out, from {} games",
        packs.train(),
        packs.held_out(),
        packs.games()
    );
    if packs.train() == 0 {
        bail!("there is no position to train on");
    }
    let origin = Origin {
        generation: options.generation,
        games: packs.games(),
        positions: packs.train(),
        commit: commit(),
    };
    let model = first_model(options)?;
    let settings = Settings {
        epochs: options.epochs,
        batch: options.batch,
        rate: options.rate,
        result_share: options.result_share,
        shared_gradient: options.shared_gradient,
        seed: options.seed,
    };
    let mut training = Training::new(model, packs, settings, options.threads);
    if options.resume.resume && checkpoint.exists() {
        checkpoint::restore(&mut training, &checkpoint)
            .with_context(|| format!("{}", checkpoint.display()))?;
        println!("continuing after step {} of {}", training.progress.step, training.steps());
    }
    options.resume.discard_checkpoint(&checkpoint)?;
    let finished = learn(&mut training, options, &origin, &checkpoint, &stop)?;
    write_curve(&training, &options.out)?;
    if !finished {
        bail!(Interrupted(format!("after step {}; --resume continues", training.progress.step)));
    }
    let _ = std::fs::remove_file(&checkpoint);
    if let Some(best) = training.progress.best() {
        println!("{} has the network of {}", options.out.display(), describe(best));
    }
    Ok(ExitCode::SUCCESS)
}

/// The initial model, with the requested neurons and king buckets.
fn first_model(options: &NetworkOptions) -> Result<Model> {
    let mut model = match &options.from {
        None => Model::random(options.hidden.unwrap_or(HIDDEN), options.seed),
        Some(path) => begin_with(path)?,
    };
    model.widen(options.hidden.unwrap_or(model.hidden()), options.seed).context("--hidden")?;
    model.split(options.king_buckets.unwrap_or(model.king_buckets)).context("--king-buckets")?;
    Ok(model)
}

/// Loads the network in this file as the initial model. Reports weights that had to be clipped.
fn begin_with(path: &Path) -> Result<Model> {
    let network = file::read(path).with_context(|| format!("{}", path.display()))?;
    let cut = Model::clipped_weights(&network);
    if cut > 0 {
        eprintln!(
            "{}: {cut} weights of the second layer are clipped to ±{CLIP}, because its scale makes them larger",
            path.display()
        );
    }
    Ok(Model::from_network(&network))
}

/// Runs `secateur-lab train scale`: rescales the output of a network.
pub fn scale(options: &ScaleOptions) -> Result<ExitCode> {
    let read = options.games.iter().chain([&options.network]).map(PathBuf::as_path);
    files::check(read.chain(evaluation_file(&options.like)), [&options.out])?;
    options.force.check([&options.out], outputs::NETWORK)?;
    let stop = handle_first_interrupt()?;
    let like = evaluator("--like", &options.like)?;
    let network =
        file::read(&options.network).with_context(|| format!("{}", options.network.display()))?;
    let mut magnitudes = Magnitudes::new(like, &network);
    each_game(&options.games, &stop, |game| {
        let missing = (options.positions - magnitudes.count) as usize;
        training_positions(game).take(missing).for_each(|(_, board, _)| magnitudes.add(&board));
        if magnitudes.count < options.positions {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    let [wanted, found] = magnitudes.means();
    let Some(scaled) = magnitudes.scaled(&network) else {
        let count = magnitudes.count;
        bail!(
            "cannot compute a scale: over {count} positions, the mean absolute score is {found:.1}; the target is {wanted:.1}"
        );
    };
    let scaled = scaled.with_context(|| options.network.display().to_string())?;
    println!(
        "mean absolute score over {} positions: {found:.1}, target {wanted:.1}; scale {} becomes {}",
        magnitudes.count,
        network.scale(),
        scaled.scale()
    );
    write_atomically(&options.out, &file::to_bytes(&scaled))?;
    Ok(ExitCode::SUCCESS)
}

/// Trains until the end (true) or Ctrl-C (false). Writes the best network and checkpoints.
fn learn(
    training: &mut Training,
    options: &NetworkOptions,
    origin: &Origin,
    checkpoint: &Path,
    stop: &Stop,
) -> Result<bool> {
    let (steps, epochs) = (training.steps(), options.epochs);
    let mut ticker = Ticker::new();
    let (first, begun) = (training.progress.step, Instant::now());
    let batch = most_positions(options.batch) as f64;
    while !training.is_done() {
        let saved = Instant::now();
        let epoch = training.progress.records.len() + 1;
        let ended = training.advance(&mut |step| {
            let speed = (step - first) as f64 * batch / begun.elapsed().as_secs_f64();
            ticker
                .show(step, steps, || format!("epoch {epoch} of {epochs}, {speed:.0} positions/s"));
            saved.elapsed() < CHECKPOINT_EVERY && !stop.is_requested()
        })?;
        if let Some(record) = ended {
            let is_best = training.progress.best() == Some(&record);
            let rounded = match training.model.quantized(origin.clone()) {
                Ok(network) => {
                    if is_best {
                        write_atomically(&options.out, &file::to_bytes(&network))?;
                    }
                    training.held_out_rounded(&network)?
                }
                Err(error) if is_best => return Err(error.into()),
                Err(_) => None, // a later epoch may give a valid network
            };
            let rounded =
                rounded.map_or(String::new(), |loss| format!(", with rounded weights {loss:.6}"));
            ticker.suspend(|| println!("{}{rounded}", describe(&record)));
        }
        write_atomically(checkpoint, &checkpoint::of(training))?;
        if stop.is_requested() {
            ticker.finish();
            return Ok(training.is_done());
        }
    }
    ticker.finish();
    Ok(true)
}

fn describe(record: &EpochRecord) -> String {
    format!("epoch {}: {}", record.epoch, losses::describe(record.loss, record.held_out))
}

fn write_curve(training: &Training, out: &Path) -> Result<()> {
    let records = &training.progress.records;
    write_atomically(&with_suffix(out, CURVE), curve::csv(records).as_bytes())?;
    if let Some(plot) = curve::plot(records) {
        write_atomically(&with_suffix(out, PLOT), plot.as_bytes())?;
    }
    Ok(())
}
