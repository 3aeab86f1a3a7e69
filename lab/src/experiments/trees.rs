//! Trees: every configuration searches every position to every depth, from a cleared table, and the
//! nodes are compared.

use crate::experiments::samples::Sample;
use crate::progress::{Hurry, Progress};
use crate::scale::Scale;
use crate::statistics::{Estimate, geometric_mean_ratio, ratio_of_sums};
use secateur::chess::Game;
use secateur::chess::epd::Epd;
use secateur::engine::{Engine, Settings};
use secateur::search::smp::STACK;
use secateur::search::statistics::{Statistic, Statistics};
use secateur::search::table::Scheme;
use secateur::search::{Limits, Rules, Signals, Techniques};
use secateur::threads::share_out;
use secateur::tools::solve::judge::is_solved;
use secateur::tools::suites;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A named way to search.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Its name in tables and plots.
    pub label: String,
    /// Its techniques.
    pub techniques: Techniques,
    /// A table other than the usual one: scheme and entries.
    pub table: Option<(Scheme, usize)>,
}

impl Configuration {
    /// The base of the experiments, changed.
    pub fn papers(label: impl Into<String>, change: impl FnOnce(&mut Rules)) -> Configuration {
        let mut rules = Rules::PAPERS;
        change(&mut rules);
        Configuration { label: label.into(), techniques: rules.into(), table: None }
    }
}

/// What to search.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// Built-in suite, unless the command names another.
    pub suite: &'static str,
    /// Positions of it.
    pub first: usize,
    /// First and last depth, plies.
    pub depths: (u32, u32),
    /// What others are compared with.
    pub reference: &'static str,
    /// The configurations.
    pub configurations: Vec<Configuration>,
    /// Techniques whose counters the table shows.
    pub show: &'static [Statistic],
}

/// The sums of one configuration at one depth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// Configuration.
    pub label: String,
    /// Plies.
    pub depth: u32,
    /// Positions searched.
    pub positions: usize,
    /// Positions solved, and those that name a solution.
    pub solved: [usize; 2],
    /// Nodes above, at and below the horizon.
    pub nodes: [u64; 3],
    /// Static evaluations.
    pub evaluations: u64,
    /// Nodes cut, and nodes cut by the first move.
    pub cuts: [u64; 2],
    /// Milliseconds.
    pub milliseconds: f64,
    /// Root scores that differ from the reference.
    pub disagreements: usize,
    /// Nodes as a share of the reference's, with its interval.
    pub ratio: Estimate,
    /// Geometric mean of the ratios of single positions.
    pub geometric: f64,
    /// Attempts, successes and nodes of each technique.
    pub counts: Vec<[u64; 3]>,
}

impl Cell {
    /// Nodes of every kind.
    pub fn total(&self) -> f64 {
        self.nodes.iter().map(|&nodes| nodes as f64).sum()
    }
}

/// All cells of a plan.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TreeResults {
    /// Configuration by configuration, depth by depth.
    pub cells: Vec<Cell>,
    /// What the ratios refer to.
    pub reference: String,
    /// Indices in [`Statistic::ALL`] of the techniques to show.
    pub show: Vec<usize>,
}

impl TreeResults {
    /// The cell of a configuration at a depth.
    pub fn cell(&self, label: &str, depth: u32) -> &Cell {
        let found = self.cells.iter().find(|cell| cell.label == label && cell.depth == depth);
        found.unwrap_or_else(|| panic!("no configuration '{label}' at depth {depth}"))
    }

    /// All nodes of a configuration at a depth.
    pub fn nodes(&self, label: &str, depth: u32) -> f64 {
        self.cell(label, depth).total()
    }

    /// Nodes of one configuration as a share of another's.
    pub fn ratio(&self, label: &str, other: &str, depth: u32) -> f64 {
        self.nodes(label, depth) / self.nodes(other, depth)
    }

    /// The depths, first to last.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = self.cells.iter().map(|cell| cell.depth).collect();
        depths.sort_unstable();
        depths.dedup();
        depths
    }

    /// The deepest depth.
    pub fn deepest(&self) -> u32 {
        self.depths().last().copied().unwrap_or_default()
    }

    /// The configurations, in order.
    pub fn labels(&self) -> Vec<&str> {
        let mut labels: Vec<&str> = Vec::new();
        for cell in &self.cells {
            if !labels.contains(&cell.label.as_str()) {
                labels.push(&cell.label);
            }
        }
        labels
    }
}

/// Runs a plan over its suite, or over these positions instead; `None` if stopped before the end,
/// or if [nobody could search](Progress::refusal).
pub fn run(
    plan: &TreePlan,
    positions: Option<&[Epd]>,
    scale: &Scale,
    progress: &Progress,
) -> Option<TreeResults> {
    let built_in;
    let positions = match positions {
        Some(positions) => positions,
        None => {
            built_in = suites::built_in(plan.suite);
            &built_in
        }
    };
    let positions = &positions[..scale.positions(plan.first).min(positions.len())];
    let (first, last) = scale.depths(plan.depths);
    // Deep searches of the widest configurations first, so that no thread is left with one at the
    // end.
    let mut tasks: Vec<(&Configuration, u32, usize)> = Vec::new();
    for depth in (first..=last).rev() {
        for configuration in &plan.configurations {
            tasks.extend((0..positions.len()).map(|position| (configuration, depth, position)));
        }
    }
    let samples = run_tasks(&tasks, positions, scale, progress)?;
    let mut results = TreeResults {
        reference: plan.reference.to_owned(),
        show: plan.show.iter().map(|&c| c as usize).collect(),
        ..TreeResults::default()
    };
    for configuration in &plan.configurations {
        for depth in first..=last {
            results.cells.push(cell(&samples, plan.reference, &configuration.label, depth));
        }
    }
    Some(results)
}

fn run_tasks(
    tasks: &[(&Configuration, u32, usize)],
    positions: &[Epd],
    scale: &Scale,
    progress: &Progress,
) -> Option<Vec<Sample>> {
    let next = AtomicUsize::new(0);
    let samples = Mutex::new(Vec::with_capacity(tasks.len()));
    progress.begin(tasks.len() as u64);
    share_out(scale.jobs, STACK, || {
        let Some(mut engine) = progress.had(Engine::new(Settings::default())) else { return };
        engine.use_evaluator(scale.evaluator.clone());
        while let Some(&(configuration, depth, position)) =
            tasks.get(next.fetch_add(1, Ordering::Relaxed))
        {
            if progress.is_stopped() {
                return;
            }
            let at = (configuration.label.clone(), depth, position);
            let sample = progress.known_search(&at).or_else(|| {
                let sample =
                    search(&mut engine, configuration, &positions[position], at, progress)?;
                progress.keep_search(&sample);
                Some(sample)
            });
            let Some(sample) = sample else { return };
            progress.step();
            samples.lock().expect("no holder panics").push(sample);
        }
    });
    progress.is_done().then(|| samples.into_inner().expect("no holder panics"))
}

/// `None` if dropped before the end.
fn search(
    engine: &mut Engine,
    configuration: &Configuration,
    epd: &Epd,
    at: (String, u32, usize),
    progress: &Progress,
) -> Option<Sample> {
    if let Some((scheme, entries)) = configuration.table {
        engine.use_table(scheme, entries);
    } else {
        engine.use_default_table();
    }
    engine.set_techniques(configuration.techniques);
    engine.new_game();
    engine.set_game(Game::new(epd.board));
    let start = Instant::now();
    let signals = Signals::default();
    let answer = engine.go(
        &Limits::to_depth(at.1),
        &signals,
        start,
        &mut Hurry { progress, signals: &signals },
    );
    if signals.is_stopped() {
        return None;
    }
    let statistics: &Statistics = &answer.statistics;
    Some(Sample {
        at,
        score: answer.score,
        solved: is_solved(epd, &answer),
        milliseconds: start.elapsed().as_secs_f64() * 1e3,
        nodes: [statistics.interior, statistics.leaves, statistics.quiescence],
        evaluations: statistics.evaluations,
        cuts: [statistics.cuts, statistics.first_move_cuts],
        counts: Statistic::ALL
            .iter()
            .map(|&c| [statistics[c].tried, statistics[c].won, statistics[c].nodes])
            .collect(),
    })
}

fn cell(samples: &[Sample], reference: &str, label: &str, depth: u32) -> Cell {
    let of = |label: &str| -> Vec<&Sample> {
        let mut found: Vec<&Sample> =
            samples.iter().filter(|s| s.at.0 == label && s.at.1 == depth).collect();
        found.sort_by_key(|sample| sample.at.2);
        found
    };
    let (own, others) = (of(label), of(reference));
    let pairs: Vec<(f64, f64)> =
        own.iter().zip(&others).map(|(a, b)| (a.total(), b.total())).collect();
    let mut cell = Cell {
        label: label.to_owned(),
        depth,
        positions: own.len(),
        solved: [0; 2],
        nodes: [0; 3],
        evaluations: 0,
        cuts: [0; 2],
        milliseconds: 0.0,
        disagreements: own.iter().zip(&others).filter(|(a, b)| a.score != b.score).count(),
        ratio: ratio_of_sums(&pairs),
        geometric: geometric_mean_ratio(&pairs),
        counts: vec![[0; 3]; Statistic::ALL.len()],
    };
    for sample in own {
        cell.solved[0] += usize::from(sample.solved == Some(true));
        cell.solved[1] += usize::from(sample.solved.is_some());
        cell.evaluations += sample.evaluations;
        cell.milliseconds += sample.milliseconds;
        cell.nodes.iter_mut().zip(sample.nodes).for_each(|(sum, nodes)| *sum += nodes);
        cell.cuts.iter_mut().zip(sample.cuts).for_each(|(sum, cuts)| *sum += cuts);
        for (sums, counts) in cell.counts.iter_mut().zip(&sample.counts) {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    cell
}
