//! `secateur epd`: solving suites.

use super::input::read_lines;
use super::techniques::TechniqueOptions;
use crate::chess::Game;
use crate::chess::epd::Epd;
use crate::engine::{DEFAULT_HASH_MEGABYTES, Engine, Settings};
use crate::lab::suites::is_solved;
use crate::search::{Limits, Signals, Silent};
use anyhow::Result;
use clap::{ArgGroup, Args};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solves the positions of EPD suites and counts those solved: by playing one of the best moves (bm), by avoiding the bad
/// ones (am), by proving a mate in time (dm). The table is cleared before each position. All limits given combine.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("limit").args(["time", "nodes", "depth"]).required(true).multiple(true))]
pub struct Options {
    /// Suites, in the order in which they are solved
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Seconds a position
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Nodes a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies a position
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Megabytes of transposition table
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH_MEGABYTES as u64, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    hash: u64,
    /// Only the first N positions of each suite
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    first: Option<u64>,
    #[command(flatten)]
    techniques: TechniqueOptions,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "not a number of seconds above zero".to_owned())
}

/// Sums over positions.
#[derive(Default)]
struct Tally {
    solved: usize,
    judged: usize,
    nodes: u64,
    time: Duration,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.solved += other.solved;
        self.judged += other.judged;
        self.nodes += other.nodes;
        self.time += other.time;
    }

    fn print(&self, name: &str) {
        let share = 100.0 * self.solved as f64 / self.judged.max(1) as f64;
        println!(
            "{name}: solved {} of {} ({share:.1} %), {} nodes, {:.1} s",
            self.solved,
            self.judged,
            self.nodes,
            self.time.as_secs_f64()
        );
    }
}

/// Solves the suites.
pub fn run(options: &Options) -> Result<ExitCode> {
    // Everything is read before anything is solved, so that a bad line is told at once and not after an hour.
    let mut suites = Vec::new();
    for path in &options.files {
        let mut positions: Vec<Epd> = read_lines(path)?;
        positions.truncate(options.first.map_or(usize::MAX, |first| first as usize));
        suites.push((path.display().to_string(), positions));
    }
    let mut engine = Engine::new(Settings {
        hash_megabytes: options.hash as usize,
        threads: options.threads as usize,
        move_overhead: Duration::ZERO,
        techniques: options.techniques.techniques()?,
        ..Settings::default()
    })?;
    let count: usize = suites.iter().map(|(_, positions)| positions.len()).sum();
    let bar = ProgressBar::new(count as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {msg}, {eta} left")?);
    let mut total = Tally::default();
    for (name, positions) in &suites {
        let mut tally = Tally::default();
        for (index, epd) in positions.iter().enumerate() {
            solve(&mut engine, options, epd, index, &bar, &mut tally);
            bar.set_message(format!("{} solved", total.solved + tally.solved));
            bar.inc(1);
        }
        bar.suspend(|| tally.print(name));
        total.add(&tally);
    }
    bar.finish_and_clear();
    if suites.len() > 1 {
        total.print("total");
    }
    Ok(ExitCode::SUCCESS)
}

fn solve(engine: &mut Engine, options: &Options, epd: &Epd, index: usize, bar: &ProgressBar, tally: &mut Tally) {
    let limits = Limits {
        move_time: options.time,
        nodes: options.nodes,
        depth: options.depth,
        mate: epd.mate_in,
        ..Limits::default()
    };
    engine.new_game();
    engine.set_game(Game::new(epd.board));
    let answer = engine.go(&limits, &Signals::default(), Instant::now(), &mut Silent);
    let solved = is_solved(epd, &answer);
    tally.solved += usize::from(solved == Some(true));
    tally.judged += usize::from(solved.is_some());
    tally.nodes += answer.progress.nodes;
    tally.time += answer.progress.time;
    let id = epd.id.clone().unwrap_or_else(|| format!("#{}", index + 1));
    let played = answer.best.map_or("(none)".to_owned(), |best| epd.board.san(best));
    bar.suspend(|| {
        println!(
            "{id:<24} {:<6} {played:<8} depth {:>3}  {:>8.3} s",
            solved.map_or("-", |solved| if solved { "solved" } else { "failed" }),
            answer.depth,
            answer.progress.time.as_secs_f64()
        );
    });
}
