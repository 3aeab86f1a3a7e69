//! `list`, `run`, `report` and `fit`: the experiments of the papers.

use crate::cli::{commit, evaluator, outputs};
use crate::evaluations::evaluation_file;
use crate::experiments::catalogue;
use crate::experiments::experiment::{Experiment, ExperimentRecord};
use crate::experiments::fit;
use crate::experiments::plot;
use crate::experiments::report;
use crate::experiments::run;
use crate::experiments::size::{DEEPEST, RunSize};
use crate::experiments::stored;
use crate::progress::RunProgress;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use secateur::chess::epd::Epd;
use secateur::cli::input::read_lines;
use secateur::cli::numbers::{count, within};
use secateur::cli::resume::{
    Force, Interrupted, OutputKind, Resume, handle_interrupts, report_damaged,
};
use secateur::cli::{PARTIAL, process_arguments};
use secateur::eval::Evaluator;
use secateur::files::{self, write_atomically, write_json};
use secateur::machine;
use secateur::stop::Stop;
use secateur::tools::suites;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Added to the message of an interruption, if parts of the experiment cannot be resumed.
const AGAIN: &str = "; parts other than trees and matches are run again";

/// Runs experiments of the papers and prints the results. Each result is judged by the criterion
/// that the experiment defines.
///
/// The first Ctrl-C lets running searches and games finish, the second drops them. Finished trees
/// and matches are saved, and --resume continues the run. Other parts of equivalence, alpha-beta,
/// n-best, prob-cut-fit and learned are run again.
#[derive(Debug, Args)]
pub struct RunOptions {
    /// Names or numbers of experiments, or `all`
    #[arg(required = true)]
    names: Vec<String>,
    /// Use all positions of this EPD file instead of those of the experiment; --quick takes ten
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Use only the first N positions
    #[arg(long, value_name = "N", value_parser = within::<usize>(1..=u64::MAX))]
    first: Option<usize>,
    /// Depths in plies: `6..9` (inclusive) or `8`
    #[arg(long, value_name = "A..B", value_parser = depths)]
    depth: Option<(u32, u32)>,
    /// Number of games of each match, instead of that of the experiment
    #[arg(long, value_name = "N", value_parser = super::matches::games)]
    games: Option<usize>,
    /// Run in less than a minute: ten positions, low depths, a few games
    #[arg(long)]
    quick: bool,
    /// Evaluation, unless the experiment sets its own: material, piece-square, linear, network, or
    /// a weights or network file. Published results use linear
    #[arg(long, value_name = "NAME", default_value = "linear")]
    eval: String,
    /// Number of searches in parallel, one thread each
    #[arg(long, default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    jobs: usize,
    /// Write the tree measurements as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write all results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the plot as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write NAME.csv, NAME.json and NAME.svg of each experiment to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    force: Force,
}

impl RunOptions {
    fn evaluator(&self) -> Result<Evaluator> {
        evaluator("--eval", &self.eval)
    }

    /// All files that are read.
    fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.suite.as_deref().into_iter().chain(evaluation_file(&self.eval))
    }
}

/// Fits ProbCut parameters to shallow and deep searches of the engine with the linear evaluation.
#[derive(Debug, Args)]
pub struct FitOptions {
    /// Parameters to fit
    #[arg(value_parser = ["prob-cut"])]
    what: String,
    /// Number of positions, from self-play games
    #[arg(long, default_value_t = 3000, value_name = "N", value_parser = count)]
    positions: u64,
    /// Depth of the full-width searches, in plies
    #[arg(long, default_value_t = 8, value_parser = within::<u32>(3..=13))]
    depth: u32,
    /// Random seed of the games
    #[arg(long, default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Number of searches in parallel
    #[arg(long, default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    jobs: usize,
    /// Write the table to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

fn depths(text: &str) -> Result<(u32, u32), String> {
    let number =
        |text: &str| text.parse::<u32>().ok().filter(|depth| (1..=DEEPEST).contains(depth));
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (number(first), number(last.trim_start_matches('='))) {
        (Some(first), Some(last)) if first <= last => Ok((first, last)),
        (Some(first), Some(last)) => Err(format!("the lower depth comes first: {last}..{first}")),
        _ => Err(format!("not of the form 6..9, with depths from 1 to {DEEPEST}")),
    }
}

/// Runs `secateur-lab list`: prints the experiments.
pub fn list() {
    for experiment in catalogue::all() {
        println!(
            "{}  {:<16} {} ({})",
            experiment.id, experiment.name, experiment.title, experiment.source
        );
    }
}

fn chosen(names: &[String]) -> Result<Vec<&'static Experiment>> {
    if names.iter().any(|name| name == "all") {
        return Ok(catalogue::all());
    }
    let find = |name: &String| {
        catalogue::find(name).ok_or_else(|| {
            anyhow!("there is no experiment '{name}'; `secateur-lab list` shows all")
        })
    };
    names.iter().map(find).collect()
}

/// Runs `secateur-lab run`: runs experiments and prints their results.
pub fn run_experiments(options: &RunOptions) -> Result<()> {
    let experiments = chosen(&options.names)?;
    check(options, &experiments)?;
    let positions: Option<Vec<Epd>> = options.suite.as_deref().map(read_lines).transpose()?;
    if let Some(folder) = &options.out {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let stop = handle_interrupts()?;
    for experiment in &experiments {
        Outputs::new(experiment, options).check(options)?;
    }
    for experiment in experiments {
        run_one(experiment, options, positions.as_deref(), &stop)?;
    }
    Ok(())
}

/// Checks before the run for options that would be ignored or would fail later.
fn check(options: &RunOptions, experiments: &[&Experiment]) -> Result<()> {
    let mut files = [&options.csv, &options.json, &options.svg].into_iter();
    if experiments.len() > 1 && files.any(Option::is_some) {
        bail!("--csv, --json and --svg take one experiment; --out DIR takes several");
    }
    if let [experiment] = experiments {
        let plan = (experiment.plan)();
        if plan.trees.is_none() && (options.suite.is_some() || options.csv.is_some()) {
            bail!("{} compares no trees, so --suite and --csv have no effect", experiment.name);
        }
        if !plan.plays_games() && options.games.is_some() {
            bail!("{} plays no games, so --games has no effect", experiment.name);
        }
        if !plan.searches_positions() && (options.first.is_some() || options.depth.is_some()) {
            bail!(
                "{} searches no positions, so --first and --depth have no effect",
                experiment.name
            );
        }
        if !plan.has_plot() && options.svg.is_some() {
            bail!("{} has nothing to plot, so --svg has no effect", experiment.name);
        }
    }
    experiments.iter().try_for_each(|experiment| check_depths(experiment, options))?;
    options.games.map_or(Ok(()), |games| {
        super::matches::check_openings(games, suites::built_in("openings").len())
    })
}

/// Refuses depths at which an experiment has no results.
fn check_depths(experiment: &Experiment, options: &RunOptions) -> Result<()> {
    let limits = (experiment.plan)().special.and_then(|special| special.depths);
    let (Some((min, max)), Some((first, last))) = (limits, options.depth) else {
        return Ok(());
    };
    if last < min || first > max {
        let depths = if first == last { first.to_string() } else { format!("{first}..{last}") };
        bail!("--depth {depths}: {} needs a depth from {min} to {max}", experiment.name);
    }
    Ok(())
}

/// The files that the run of an experiment writes.
struct Outputs {
    journal: PathBuf,
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    svg: Option<PathBuf>,
}

impl Outputs {
    fn new(experiment: &Experiment, options: &RunOptions) -> Outputs {
        let name = |ending: &str| format!("{}{ending}", experiment.name);
        let in_folder = |ending: &str| options.out.as_ref().map(|out| out.join(name(ending)));
        Outputs {
            journal: in_folder(PARTIAL).unwrap_or_else(|| name(PARTIAL).into()),
            json: options.json.clone().or(in_folder(".json")),
            csv: options.csv.clone().or(in_folder(".csv")),
            svg: options.svg.clone().or(in_folder(".svg")),
        }
    }

    /// Refuses outputs that would overwrite an input, another output or a file of another kind.
    fn check(&self, options: &RunOptions) -> Result<()> {
        let Outputs { journal, json, csv, svg } = self;
        let outputs = [json, csv, svg].into_iter().flatten();
        files::check(options.inputs(), outputs.chain([journal]))?;
        options.force.check(json, OutputKind::JSON)?;
        options.force.check(csv, outputs::TABLE)?;
        options.force.check(svg, outputs::SVG)
    }
}

fn run_one(
    experiment: &Experiment,
    options: &RunOptions,
    positions: Option<&[Epd]>,
    stop: &Arc<Stop>,
) -> Result<()> {
    let size = RunSize {
        first: options.first,
        depths: options.depth,
        games: options.games,
        quick: options.quick,
        jobs: options.jobs,
        evaluator: options.evaluator()?,
    };
    let commit = commit();
    let outputs = Outputs::new(experiment, options);
    let journal = &outputs.journal;
    if options.resume.resume
        && !journal.exists()
        && outputs.json.as_deref().is_some_and(|path| is_finished(path, &commit))
    {
        println!("{} is finished already", experiment.name);
        return Ok(());
    }
    let identity = run::identity(experiment, positions, &size);
    let (progress, damaged) =
        RunProgress::with_journal(journal, &identity, options.resume.mode(), Arc::clone(stop))?;
    report_damaged(damaged, journal);
    let finished = run::run(experiment, positions, &size, &progress);
    progress.finish();
    if let Some(refusal) = progress.refusal() {
        drop(progress); // removes a journal without finished parts
        let kept = if_saved(journal, "the finished parts are in");
        bail!("{} cannot be run: {refusal}{kept}", experiment.name);
    }
    let Some((outcome, judgement)) = finished else {
        drop(progress); // removes a journal without finished parts
        let next = if_saved(journal, "--resume continues from");
        let is_repeated = !next.is_empty() && (experiment.plan)().special.is_some();
        let again = if is_repeated { AGAIN } else { "" };
        bail!(Interrupted(format!("in {}{next}{again}", experiment.name)));
    };
    let record = ExperimentRecord {
        id: experiment.id.to_owned(),
        name: experiment.name.to_owned(),
        command: command_line(),
        commit,
        processor: machine::describe_processor(),
        outcome,
        judgement,
    };
    // Saves before it prints: a closed pipe ends the program there.
    let saved = save(experiment, options, &outputs, &record);
    println!("{}", report::section(&record, None));
    saved
}

/// The end of a message, `what` and the journal; empty if no finished part has been saved.
fn if_saved(journal: &Path, what: &str) -> String {
    if journal.exists() { format!("; {what} {}", journal.display()) } else { String::new() }
}

/// Writes the results of a run and removes its journal.
fn save(
    experiment: &Experiment,
    options: &RunOptions,
    outputs: &Outputs,
    record: &ExperimentRecord,
) -> Result<()> {
    let Outputs { journal, json, csv, svg } = outputs;
    if let (Some(path), Some(trees)) = (csv, &record.outcome.trees) {
        write_atomically(path, &report::csv(trees))?;
    }
    if let Some(path) = json {
        write_json(path, record)?;
    }
    let plot = plot::svg(experiment, &record.outcome);
    if let (Some(path), Some(plot)) = (svg, &plot) {
        write_atomically(path, plot)?;
    }
    std::fs::remove_file(journal)
        .with_context(|| format!("cannot remove {}", journal.display()))?;
    if options.svg.is_some() && plot.is_none() {
        bail!("{} has too few results for a plot", experiment.name);
    }
    Ok(())
}

/// The command that repeats the run from the beginning.
fn command_line() -> String {
    let arguments =
        process_arguments().filter(|argument| argument != "--resume" && argument != "--restart");
    std::iter::once("secateur-lab".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Whether the file has the result of the same command at the same commit. The number of searches
/// in parallel changes no result.
fn is_finished(path: &Path, commit: &str) -> bool {
    let record = std::fs::read(path)
        .ok()
        .and_then(|text| serde_json::from_slice::<ExperimentRecord>(&text).ok());
    record.is_some_and(|record| {
        without_jobs(&record.command) == without_jobs(&command_line()) && record.commit == commit
    })
}

/// The words of a command without the option `--jobs`.
fn without_jobs(command: &str) -> Vec<&str> {
    let mut words = command.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if word == "--jobs" {
            words.next();
        } else if !word.starts_with("--jobs=") {
            kept.push(word);
        }
    }
    kept
}

/// Runs `secateur-lab report`: writes README.md with the stored results of a folder, and a plot of
/// each.
pub fn write_report(folder: &Path, force: Force) -> Result<()> {
    let path = folder.join("README.md");
    force.check([&path], outputs::RESULTS)?;
    let (mut results, mut plots) = (Vec::new(), Vec::new());
    for record in read_records(folder)? {
        let name = format!("{}.svg", record.name);
        let svg = catalogue::find(&record.name)
            .and_then(|experiment| plot::svg(experiment, &record.outcome));
        let plot = svg.map(|svg| {
            plots.push((folder.join(&name), svg));
            name
        });
        results.push((record, plot));
    }
    // All files are checked before one is written: a refusal leaves the folder as it was.
    force.check(plots.iter().map(|(path, _)| path), outputs::SVG)?;
    for (path, svg) in &plots {
        write_atomically(path, svg)?;
    }
    write_atomically(&path, &report::page(&results))?;
    println!("{}", path.display());
    Ok(())
}

/// The results in a folder, sorted by number.
fn read_records(folder: &Path) -> Result<Vec<ExperimentRecord>> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut records = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let text =
                std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let read = stored::read(&text);
            records.push(
                read.with_context(|| format!("{} is not a result of the lab", path.display()))?,
            );
        }
    }
    if records.is_empty() {
        bail!("{} has no results (*.json)", folder.display());
    }
    records.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(records)
}

/// Runs `secateur-lab fit`: fits ProbCut's parameters and writes the table.
pub fn fit_prob_cut(options: &FitOptions) -> Result<()> {
    files::check(None::<&Path>, &options.out)?;
    options.force.check(&options.out, outputs::PROB_CUT)?;
    let evaluator = crate::evaluations::linear();
    let progress = RunProgress::shown_until(handle_interrupts()?);
    let boards = fit::positions(options.positions as usize, options.seed, &evaluator, &progress)?;
    if !progress.is_stopped() {
        fit::check_stages(&boards)?;
    }
    let examples = fit::examples(&boards, options.depth, options.jobs, &evaluator, &progress);
    progress.finish();
    if let Some(refusal) = progress.refusal() {
        bail!("nothing can be fitted: {refusal}");
    }
    let examples =
        examples.ok_or_else(|| Interrupted("before the fit; nothing was written".to_owned()))?;
    let fits = fit::fit_all(&examples, options.depth as usize)?;
    let FitOptions { positions, depth, seed, .. } = options;
    let origin = format!("{positions} positions, depth {depth}, seed {seed}, linear evaluation");
    let table = fit::table(&fits, &origin);
    match &options.out {
        Some(path) => Ok(write_atomically(path, &table)?),
        None => {
            print!("{table}");
            Ok(())
        }
    }
}
