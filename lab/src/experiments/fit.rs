//! Fitting of the ProbCut parameters: v(h) = a · v(d) + b + e, by stage, height and check depth.
//!
//! The data are the engine's own full-width searches (Buro 1995, 1997; S3 sections 7 and 8). A
//! stage with too few positions is an error.

use crate::experiments::experiment::{Figures, Scatter};
use crate::experiments::size::RunSize;
use crate::progress::{EndAtUrgentStop, RunProgress};
use crate::statistics::FittedLine;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::score::{Score, is_mate};
use secateur::search::prune::prob_cut::{MULTI, STAGES, stage};
use secateur::search::report::{self, Report};
use secateur::search::smp::STACK;
use secateur::search::table::OutOfMemory;
use secateur::search::{Limits, Listener, Signals, Techniques};
use secateur::threads;
use secateur::tools::openings::Openings;
use secateur::tools::suites;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

/// Least number of positions per stage for a fit.
pub const MIN_EXAMPLES: usize = 50;
/// Smallest depth of E12, plies: its criterion compares distances of up to six plies.
pub const MIN_DEPTH: u32 = 7;
/// Positions whose score at the height of the check has a larger absolute value are skipped as
/// decided; internal units.
const DECIDED: Score = 800;
/// Node limit per move of the games that provide the positions.
const GAME_NODES: u64 = 3000;
/// Plies between two positions of one game.
const SPACING: usize = 8;

/// Scores of one position at depths 1, 2, 3 …, with its game stage, for the ProbCut fit.
#[derive(Clone, Debug)]
pub struct Example {
    /// Stage by number of pieces.
    pub stage: usize,
    /// Scores for the side to move, internal units; index 0 is depth 1.
    pub scores: Vec<Score>,
}

/// ProbCut check whose parameters were fitted by linear regression.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Stage by number of pieces.
    pub stage: usize,
    /// Height of the node, plies.
    pub height: usize,
    /// Depth of the check, plies.
    pub depth: usize,
    /// The regression of the deep score on the shallow score, internal units.
    pub line: FittedLine,
    /// Number of positions of the fit.
    pub examples: usize,
    /// Whether the line is that of the largest searched height. Its deviation is larger if no
    /// searched scores are as many plies apart as height and depth.
    pub extrapolated: bool,
}

/// Error of the ProbCut fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// A stage has too few positions.
    #[error("stage {stage} has {found} usable positions; {MIN_EXAMPLES} are needed")]
    TooFewPositions {
        /// Stage by number of pieces.
        stage: usize,
        /// Number of positions found.
        found: usize,
    },
    /// The scores of all positions are equal.
    #[error(
        "stage {stage}, height {height}, depth {depth}: \
         the scores do not vary, so no line can be fitted"
    )]
    NoSpread {
        /// Stage by number of pieces.
        stage: usize,
        /// Height of the node, plies.
        height: usize,
        /// Depth of the check, plies.
        depth: usize,
    },
}

/// Positions from self-play games with seeded openings, quiet or not; fewer if stopped.
pub fn positions(
    count: usize,
    seed: u64,
    evaluator: &Evaluator,
    progress: &RunProgress,
) -> Result<Vec<Board>, OutOfMemory> {
    let starts = suites::built_in("openings").into_iter().map(|epd| epd.board).collect();
    let mut openings = Openings::new(seed, starts);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = Engine::new(Settings { hash_megabytes: 4, ..Settings::default() })?;
    engine.use_evaluator(evaluator.clone());
    let mut boards = Vec::new();
    progress.begin(count as u64, "positions");
    while boards.len() < count && !progress.is_stopped() {
        let mut game = openings.random_game(4);
        engine.new_game();
        let mut next = rng.random_range(0..SPACING);
        while game.outcome().is_none() && game.moves().len() < 300 {
            engine.set_game(game.clone());
            let answer = engine.go(
                &Limits::with_nodes(GAME_NODES),
                &Signals::default(),
                Instant::now(),
                &mut secateur::search::Silent,
            );
            let Some(best) = answer.best else { break };
            if game.moves().len() >= next && !game.board().in_check() {
                boards.push(*game.board());
                if boards.len() <= count {
                    progress.step();
                }
                next = game.moves().len() + SPACING;
            }
            game.play(best);
        }
    }
    boards.truncate(count);
    Ok(boards)
}

/// A search listener that records the score of each iteration.
struct Scores<'a> {
    scores: Vec<Score>,
    urgent_stop: EndAtUrgentStop<'a>,
}

impl Listener for Scores<'_> {
    fn pv(&mut self, report: &Report<'_>) {
        // A failed aspiration window can be reported before the final score of its iteration.
        self.scores.truncate(report.depth as usize - 1);
        self.scores.push(report.score);
    }

    fn heartbeat(&mut self, progress: &report::Progress) {
        self.urgent_stop.heartbeat(progress);
    }
}

/// Searches the positions full width to this depth.
/// `None` if stopped early or if [no worker could start](RunProgress::refusal).
pub fn examples(
    boards: &[Board],
    depth: u32,
    jobs: usize,
    evaluator: &Evaluator,
    progress: &RunProgress,
) -> Option<Vec<Example>> {
    progress.begin(boards.len() as u64, "searches");
    let start = || {
        let settings = Settings { techniques: Techniques::PAPERS, ..Settings::default() };
        let mut engine = progress.unless_out_of_memory(Engine::new(settings))?;
        engine.use_evaluator(evaluator.clone());
        Some(engine)
    };
    let work = |engine: &mut Engine, index: usize| {
        engine.new_game();
        engine.set_game(Game::new(boards[index]));
        let signals = Signals::default();
        let mut scores = Scores {
            scores: Vec::new(),
            urgent_stop: EndAtUrgentStop { progress, signals: &signals },
        };
        engine.go(&Limits::with_depth(depth), &signals, Instant::now(), &mut scores);
        progress.step();
        Some(Example { stage: stage(&boards[index]), scores: scores.scores })
    };
    let found = threads::map(jobs, STACK, boards.len(), || progress.is_stopped(), start, work);
    progress.is_done().then_some(found)
}

fn points(examples: &[Example], stage: usize, height: usize, depth: usize) -> Vec<(f64, f64)> {
    let usable = |example: &&Example| {
        example.stage == stage
            && example.scores.len() >= height
            && example.scores[..height].iter().all(|score| !is_mate(*score))
            && example.scores[height - 1].abs() <= DECIDED
    };
    examples
        .iter()
        .filter(usable)
        .map(|example| {
            (f64::from(example.scores[depth - 1]), f64::from(example.scores[height - 1]))
        })
        .collect()
}

/// Fits one ProbCut check: a stage, a height and a check depth.
pub fn fit_one(
    examples: &[Example],
    stage: usize,
    height: usize,
    depth: usize,
) -> Result<Fit, FitError> {
    let points = points(examples, stage, height, depth);
    if points.len() < MIN_EXAMPLES {
        return Err(FitError::TooFewPositions { stage, found: points.len() });
    }
    let line = FittedLine::through(&points).ok_or(FitError::NoSpread { stage, height, depth })?;
    Ok(Fit { stage, height, depth, line, examples: points.len(), extrapolated: false })
}

/// Fits all checks of Multi-ProbCut in all stages.
/// `deepest` is the depth of the examples. Larger heights use the line of the same distance at the
/// largest searched height and are marked as extrapolated.
pub fn fit_all(examples: &[Example], deepest: usize) -> Result<Vec<Fit>, FitError> {
    let mut fits = Vec::new();
    for stage in 0..STAGES {
        for (height, depths) in MULTI {
            for depth in depths {
                let (height, depth) = (height as usize, *depth as usize);
                fits.push(if height <= deepest {
                    fit_one(examples, stage, height, depth)?
                } else {
                    let shallow = deepest.saturating_sub(height - depth).max(1);
                    let mut fit = fit_one(examples, stage, deepest, shallow)?;
                    let stretch = ((height - depth) as f64 / (deepest - shallow) as f64).sqrt();
                    fit.line.deviation *= stretch;
                    Fit { height, depth, extrapolated: true, ..fit }
                });
            }
        }
    }
    Ok(fits)
}

/// Checks before the searches that every stage has enough positions for a fit.
pub fn check_stages(boards: &[Board]) -> Result<(), FitError> {
    for wanted in 0..STAGES {
        let found = boards.iter().filter(|board| stage(board) == wanted).count();
        if found < MIN_EXAMPLES {
            return Err(FitError::TooFewPositions { stage: wanted, found });
        }
    }
    Ok(())
}

/// Beginning of the parameter table.
pub const TITLE: &str = "# ProbCut parameters";

/// Formats the parameter table that the search reads.
pub fn table(fits: &[Fit], origin: &str) -> String {
    let mut text = format!("{TITLE}, {origin}.\n");
    text.push_str(
        "# stage\theight\tdepth\tslope permille\toffset units\tdeviation units\tr2 permille\texamples (0: extrapolated)\n",
    );
    for fit in fits {
        let line = &fit.line;
        let _ = writeln!(
            text,
            "{}\t{}\t{}\t{:.0}\t{:.0}\t{:.0}\t{:.0}\t{}",
            fit.stage,
            fit.height,
            fit.depth,
            line.slope * 1000.0,
            line.offset,
            line.deviation,
            line.r_squared * 1000.0,
            if fit.extrapolated { 0 } else { fit.examples }
        );
    }
    text
}

/// Runs E12: how well shallow searches predict deep ones, by distance and parity.
pub fn experiment(size: &RunSize, progress: &RunProgress) -> Option<Figures> {
    let count = size.positions(1000);
    let (_, deepest) = size.depths((8, 8));
    let boards = progress.unless_out_of_memory(positions(count, 12, &size.evaluator, progress))?;
    let mut figures = Figures::with_head(&[
        "height",
        "check",
        "parity",
        "a",
        "b",
        "σ",
        "R²",
        "kurtosis",
        "within 1.5 σ",
        "positions",
    ]);
    let mut examples = examples(&boards, deepest, size.jobs, &size.evaluator, progress)?;
    examples.iter_mut().for_each(|example| example.stage = 0); // all stages together
    let mut deviations: BTreeMap<(usize, bool), f64> = BTreeMap::new();
    for height in 3..=deepest as usize {
        for depth in 1..height {
            let points = points(&examples, 0, height, depth);
            if points.len() < MIN_EXAMPLES {
                continue;
            }
            let Some(line) = FittedLine::through(&points) else { continue };
            let rest = |(x, y): &(f64, f64)| y - line.slope * x - line.offset;
            let within =
                points.iter().filter(|point| rest(point).abs() <= 1.5 * line.deviation).count()
                    as f64;
            let same = (height - depth).is_multiple_of(2);
            figures.rows.push(vec![
                height.to_string(),
                depth.to_string(),
                if same { "same" } else { "mixed" }.to_owned(),
                format!("{:.3}", line.slope),
                format!("{:.1}", line.offset),
                format!("{:.1}", line.deviation),
                format!("{:.3}", line.r_squared),
                format!("{:.1}", line.kurtosis),
                format!("{:.3}", within / points.len() as f64),
                points.len().to_string(),
            ]);
            if height == deepest as usize {
                deviations.insert((height - depth, same), line.deviation);
            }
            if (height, depth) == (deepest as usize, deepest as usize / 2) {
                figures.values.insert("slope".to_owned(), line.slope);
                figures.values.insert("offset".to_owned(), line.offset);
                figures.values.insert("r2".to_owned(), line.r_squared);
                let axes = (
                    format!("score at depth {depth}, internal units"),
                    format!("score at depth {height}, internal units"),
                );
                figures.scatter = Some(Scatter { axes, points, line: (line.slope, line.offset) });
            }
        }
    }
    add_spread_figures(&mut figures, &deviations);
    Some(figures)
}

/// Adds whether the spread grows with the distance at equal parity, and whether an odd distance
/// spreads more than the mean of the even ones next to it. A figure without data is left out.
/// `deviations` are those of the largest height, by distance and equal parity.
fn add_spread_figures(figures: &mut Figures, deviations: &BTreeMap<(usize, bool), f64>) {
    let mut note = |name: &str, holds: bool| {
        figures.values.insert(name.to_owned(), f64::from(u8::from(holds)));
    };
    let same: Vec<f64> =
        deviations.iter().filter(|((_, same), _)| *same).map(|(_, deviation)| *deviation).collect();
    if same.len() > 1 {
        note("grows", same.windows(2).all(|pair| pair[0] < pair[1]));
    }
    let at = |distance: usize| deviations.get(&(distance, distance.is_multiple_of(2)));
    if let [Some(two), Some(three), Some(four), Some(five), Some(six)] = [2, 3, 4, 5, 6].map(at) {
        note("parity", 2.0 * three > two + four && 2.0 * five > four + six);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::search::table::Bound;

    /// A bound from a failed aspiration window is not stored as a score.
    #[test]
    fn exact_scores_are_stored_by_depth() {
        let (progress, signals) = (RunProgress::silent(), Signals::default());
        let mut scores = Scores {
            scores: Vec::new(),
            urgent_stop: EndAtUrgentStop { progress: &progress, signals: &signals },
        };
        for (depth, score, bound) in [
            (1, 10, Bound::Exact),
            (2, 40, Bound::Lower),
            (2, 60, Bound::Lower),
            (2, 55, Bound::Exact),
            (3, 50, Bound::Exact),
        ] {
            let report = Report {
                depth,
                selective_depth: depth,
                multi_pv: 1,
                score,
                bound,
                progress: report::Progress::default(),
                pv: &[],
            };
            scores.pv(&report);
        }
        assert_eq!(scores.scores, [10, 55, 50]);
    }

    #[test]
    fn games_for_positions_show_their_progress() {
        let progress = RunProgress::silent();
        let boards = positions(3, 1, &Evaluator::Material, &progress).expect("a small table");
        assert_eq!((boards.len(), progress.position()), (3, (3, 3)));
    }

    #[test]
    fn spread_figures_without_data_are_left_out() {
        // `extra` is added to the deviations of odd distances.
        let figures = |deepest: usize, extra: f64| {
            let mut figures = Figures::default();
            let deviation = |distance: usize| {
                let same = distance.is_multiple_of(2);
                ((distance, same), distance as f64 + if same { 0.0 } else { extra })
            };
            let deviations: BTreeMap<_, _> = (1..deepest).map(deviation).collect();
            add_spread_figures(&mut figures, &deviations);
            ["grows", "parity"].map(|name| figures.value(name))
        };
        assert!(figures(4, 0.5).iter().all(|value| value.is_nan()));
        let [grows, parity] = figures(6, 0.5);
        assert!(grows == 1.0 && parity.is_nan());
        assert_eq!(figures(MIN_DEPTH as usize, 0.5), [1.0, 1.0]);
        assert_eq!(figures(MIN_DEPTH as usize, 0.0), [1.0, 0.0], "growth alone is no parity");
    }

    #[test]
    fn too_few_and_constant_scores_are_rejected() {
        let example = |score: Score| Example { stage: 0, scores: vec![score; 8] };
        let few: Vec<Example> = (0..10).map(example).collect();
        assert_eq!(
            fit_one(&few, 0, 8, 4).err(),
            Some(FitError::TooFewPositions { stage: 0, found: 10 })
        );
        let flat: Vec<Example> = (0..100).map(|_| example(5)).collect();
        assert_eq!(
            fit_one(&flat, 0, 8, 4).err(),
            Some(FitError::NoSpread { stage: 0, height: 8, depth: 4 })
        );
        let good: Vec<Example> = (-50..50).map(example).collect();
        let fit = fit_one(&good, 0, 8, 4).expect("a perfect line");
        assert!((fit.line.slope - 1.0).abs() < 1e-9 && fit.line.r_squared > 0.999);
    }
}
