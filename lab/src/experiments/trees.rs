//! Tree-size comparison: every configuration searches every position to every depth, from a cleared
//! table.

use crate::experiments::size::RunSize;
use crate::progress::{EndAtUrgentStop, RunProgress};
use crate::samples::Sample;
use crate::statistics::{Estimate, geometric_mean_ratio, ratio_of_sums};
use secateur::chess::Game;
use secateur::chess::epd::Epd;
use secateur::engine::{Engine, Settings};
use secateur::search::smp::STACK;
use secateur::search::statistics::{Statistic, Statistics};
use secateur::search::table::schemes::Scheme;
use secateur::search::{Limits, Signals, Switches, Techniques};
use secateur::threads;
use secateur::tools::solve::judge::is_solved;
use secateur::tools::suites;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// A named search configuration.
#[derive(Clone, Debug, Serialize)]
pub struct Configuration {
    /// Name of the configuration in tables and plots.
    pub label: String,
    /// The search techniques.
    pub techniques: Techniques,
    /// Scheme and entries of the transposition table, if not the default.
    pub table: Option<(Scheme, usize)>,
}

impl Configuration {
    /// A variant of the experiments' base configuration.
    pub fn papers(label: impl Into<String>, change: impl FnOnce(&mut Switches)) -> Configuration {
        let mut switches = Switches::PAPERS;
        change(&mut switches);
        Configuration { label: label.into(), techniques: switches.into(), table: None }
    }
}

/// The plan of a tree-size comparison.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// The built-in suite; the command line can replace it.
    pub suite: &'static str,
    /// Number of positions of the built-in suite, counted from the first.
    pub first: usize,
    /// First and last depth, plies.
    pub depths: (u32, u32),
    /// Label of the reference configuration.
    pub reference: &'static str,
    /// The configurations.
    pub configurations: Vec<Configuration>,
    /// The techniques whose counters the table shows.
    pub show: &'static [Statistic],
}

/// Results of one search configuration at one depth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// Label of the configuration.
    pub label: String,
    /// Depth, plies.
    pub depth: u32,
    /// Number of positions searched.
    pub positions: usize,
    /// Number of positions solved, and number of positions with a solution.
    pub solved: [usize; 2],
    /// Nodes above, at and below the horizon.
    pub nodes: [u64; 3],
    /// Number of static evaluations.
    pub evaluations: u64,
    /// Number of cutoffs, and of cutoffs by the first move.
    pub cuts: [u64; 2],
    /// Search time, milliseconds.
    pub milliseconds: f64,
    /// Number of positions whose root score differs from the reference.
    pub disagreements: usize,
    /// Node ratio to the reference, with its interval.
    pub ratio: Estimate,
    /// Geometric mean of the node ratios of single positions.
    pub geometric: f64,
    /// Attempts, successes and nodes of each technique.
    pub counts: Vec<[u64; 3]>,
}

impl Cell {
    /// Number of nodes of the configuration, all kinds together.
    pub fn total(&self) -> f64 {
        self.nodes.iter().map(|&nodes| nodes as f64).sum()
    }

    /// Number of attempts of a technique.
    pub fn attempts(&self, statistic: Statistic) -> u64 {
        self.counts.get(statistic as usize).map_or(0, |[attempts, ..]| *attempts)
    }
}

/// The results of a tree-size comparison.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TreeResults {
    /// The cells by configuration and depth.
    pub cells: Vec<Cell>,
    /// Label of the reference configuration.
    pub reference: String,
    /// Indices in [`Statistic::ALL`] of the techniques in the table.
    pub show: Vec<usize>,
}

impl TreeResults {
    /// The cell of a configuration at a depth.
    pub fn cell(&self, label: &str, depth: u32) -> &Cell {
        let found = self.cells.iter().find(|cell| cell.label == label && cell.depth == depth);
        found.unwrap_or_else(|| panic!("no configuration '{label}' at depth {depth}"))
    }

    /// The nodes of a configuration at a depth.
    pub fn nodes(&self, label: &str, depth: u32) -> f64 {
        self.cell(label, depth).total()
    }

    /// The node ratio of two configurations at a depth.
    pub fn ratio(&self, label: &str, other: &str, depth: u32) -> f64 {
        self.nodes(label, depth) / self.nodes(other, depth)
    }

    /// Searched depths in ascending order.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = self.cells.iter().map(|cell| cell.depth).collect();
        depths.sort_unstable();
        depths.dedup();
        depths
    }

    /// Largest searched depth.
    pub fn deepest(&self) -> u32 {
        self.depths().last().copied().unwrap_or_default()
    }

    /// Whether a position of this depth has a solution.
    pub fn has_solutions(&self, depth: u32) -> bool {
        self.cells.iter().any(|cell| cell.depth == depth && cell.solved[1] > 0)
    }

    /// Labels of the search configurations, in order.
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

/// Runs a plan on its suite, or on all of these positions instead.
/// `None` if stopped early or if [no worker could start](RunProgress::refusal).
pub fn run(
    plan: &TreePlan,
    positions: Option<&[Epd]>,
    size: &RunSize,
    progress: &RunProgress,
) -> Option<TreeResults> {
    let built_in;
    let (positions, wanted) = match positions {
        Some(positions) => (positions, positions.len()),
        None => {
            built_in = suites::built_in(plan.suite);
            (&built_in[..], plan.first)
        }
    };
    let positions = &positions[..size.positions(wanted).min(positions.len())];
    let (first, last) = size.depths(plan.depths);
    // The longest searches run first, so that no thread is left with one at the end.
    let mut tasks: Vec<(&Configuration, u32, usize)> = Vec::new();
    for depth in (first..=last).rev() {
        for configuration in &plan.configurations {
            tasks.extend((0..positions.len()).map(|position| (configuration, depth, position)));
        }
    }
    let samples = run_tasks(&tasks, positions, size, progress)?;
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
    size: &RunSize,
    progress: &RunProgress,
) -> Option<Vec<Sample>> {
    progress.begin(tasks.len() as u64, "searches");
    let start = || {
        let mut engine = progress.unless_out_of_memory(Engine::new(Settings::default()))?;
        engine.use_evaluator(size.evaluator.clone());
        Some(engine)
    };
    let work = |engine: &mut Engine, index: usize| {
        let (configuration, depth, position) = tasks[index];
        let at = (configuration.label.clone(), depth, position);
        let sample = progress.known_search(&at).or_else(|| {
            let sample = search(engine, configuration, &positions[position], at, progress)?;
            progress.journal_search(&sample);
            Some(sample)
        })?;
        progress.step();
        Some(sample)
    };
    let is_stopped = || progress.is_stopped();
    let samples = threads::map(size.jobs, STACK, tasks.len(), is_stopped, start, work);
    progress.is_done().then_some(samples)
}

/// Runs one search; `None` if stopped early.
fn search(
    engine: &mut Engine,
    configuration: &Configuration,
    epd: &Epd,
    at: (String, u32, usize),
    progress: &RunProgress,
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
        &Limits::with_depth(at.1),
        &signals,
        start,
        &mut EndAtUrgentStop { progress, signals: &signals },
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
