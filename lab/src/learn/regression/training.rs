//! The training loop: a step for every stage, the held-out loss, and the best weights so far.
//! Sums are added in an order that depends on the data only, so any number of threads finds the
//! same weights.

use super::Loss;
use super::descent::{Change, DescentStep, SliceLoss, StageDescent, slice_loss};
use super::examples::{Examples, Slice};
use super::model::Model;
use crate::evaluations::linear::features::FEATURES;
use crate::evaluations::linear::weights::STAGES;
use secateur::threads;
use serde::{Deserialize, Serialize};

/// Number of positions in a unit of work.
const PART: usize = 1 << 16;

/// The settings of a regression.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The loss.
    pub loss: Loss,
    /// Share of the result in the label, 0 to 1; the rest is the score.
    pub result_share: f32,
    /// Largest number of iterations.
    pub iterations: usize,
    /// Number of iterations without a lower held-out loss after which training stops.
    pub patience: usize,
    /// Number of adjacent stages on either side that an example also trains.
    pub smoothing: usize,
    /// Whether Nesterov's acceleration is used; S3 has none.
    pub accelerated: bool,
    /// β of S3; `None` for 1/(2A).
    pub beta: Option<f32>,
    /// Ridge strength: number of additional positions without error per feature.
    pub ridge: f32,
}

impl Default for Settings {
    /// Three of eight stages for each example are a similar share of the game as S3's five of
    /// thirteen.
    fn default() -> Settings {
        Settings {
            loss: Loss::Logistic,
            result_share: 0.5,
            iterations: 300,
            patience: 30,
            smoothing: 1,
            accelerated: true,
            beta: None,
            ridge: 100.0,
        }
    }
}

/// The losses and weight changes of one iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IterationRecord {
    /// Number of the iteration, from 1.
    pub iteration: usize,
    /// Mean training loss, each position with its own stage's weights, before the step.
    pub loss: f64,
    /// Mean held-out loss; `None` without held-out positions.
    pub held_out: Option<f64>,
    /// Mean absolute error by stage (Figure 3 of S3).
    /// The unit is internal units in the squared loss and permille of the expected score in the
    /// logistic one.
    pub distance: [f64; STAGES],
    /// The largest weight change of this step (Figure 4 of S3), internal units.
    pub most_changed: f64,
    /// The mean weight change, internal units.
    pub mean_change: f64,
}

impl IterationRecord {
    /// The loss that selects the best iteration: held out, or else of the training positions.
    pub fn deciding_loss(&self) -> f64 {
        self.held_out.unwrap_or(self.loss)
    }
}

/// The state of a run, which a checkpoint stores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The settings of the run.
    pub settings: Settings,
    /// [`Examples::hash`] of the training positions.
    pub data: u64,
    descents: Vec<StageDescent>,
    /// The records of the iterations.
    pub records: Vec<IterationRecord>,
    /// The weights with the lowest held-out loss.
    pub best: Model,
    /// The iteration of these weights.
    pub best_iteration: usize,
}

/// A training run.
#[derive(Debug)]
pub struct Training<'a> {
    examples: &'a Examples,
    held_out: &'a Examples,
    threads: usize,
    /// The parts of the positions that train each stage.
    parts: Vec<Vec<Slice>>,
    counts: Vec<Vec<u32>>,
    steps: Vec<DescentStep>,
    /// Whether the run began with zero weights; features that a stage never has then stay at zero.
    starts_at_zero: bool,
    /// The state of the run.
    pub state: State,
}

/// An error of a checkpoint that belongs to another run.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ResumeError {
    /// The settings differ.
    #[error("the checkpoint was made with other settings: {0}")]
    Settings(String),
    /// The positions differ.
    #[error("the checkpoint was made from other positions")]
    Data,
    /// The initial weights differ.
    #[error("the checkpoint was made by a run with other initial weights (--from)")]
    Origin,
}

impl<'a> Training<'a> {
    /// A new run with the weights of `origin`.
    pub fn new(
        examples: &'a Examples,
        held_out: &'a Examples,
        origin: &Model,
        settings: Settings,
        threads: usize,
    ) -> Training<'a> {
        let parts: Vec<Vec<Slice>> =
            (0..STAGES).map(|stage| examples.slices(stage, settings.smoothing, PART)).collect();
        let feature_counts = spread(threads, &parts, |slices| examples.count_features(slices));
        let beta = |largest| settings.beta.unwrap_or_else(|| DescentStep::safe_beta(largest));
        let steps = feature_counts
            .iter()
            .map(|(counts, largest)| DescentStep::new(counts, beta(*largest), settings.ridge))
            .collect();
        let state = State {
            settings,
            data: examples.hash(),
            descents: origin
                .stages
                .iter()
                .map(|weights| StageDescent::new(weights.clone(), settings.accelerated))
                .collect(),
            records: Vec::new(),
            best: Model::default(),
            best_iteration: 0,
        };
        let counts = feature_counts.into_iter().map(|(counts, _)| counts).collect();
        let starts_at_zero = *origin == Model::default();
        Training { examples, held_out, threads, parts, counts, steps, starts_at_zero, state }
    }

    /// Resumes a run with the same settings and positions; only the limits of its length may
    /// differ.
    pub fn resume(&mut self, state: State) -> Result<(), ResumeError> {
        let (ours, theirs) = (self.state.settings, state.settings);
        let alike = Settings { iterations: ours.iterations, patience: ours.patience, ..theirs };
        if alike != ours {
            return Err(ResumeError::Settings(format!("{theirs:?}")));
        }
        if state.data != self.state.data {
            return Err(ResumeError::Data);
        }
        let are_as_ours = |theirs: &[StageDescent]| {
            theirs.len() == STAGES
                && theirs
                    .iter()
                    .zip(&self.state.descents)
                    .all(|(descent, ours)| descent.began_as(ours))
        };
        if !are_as_ours(&state.descents) {
            return Err(ResumeError::Origin);
        }
        self.state = State { settings: ours, ..state };
        Ok(())
    }

    /// Whether the run has reached its last iteration or its patience.
    pub fn is_done(&self) -> bool {
        let done = self.state.records.len();
        done >= self.state.settings.iterations
            || done >= self.state.best_iteration.saturating_add(self.state.settings.patience)
    }

    /// Takes one step of every stage.
    pub fn iterate(&mut self) -> &IterationRecord {
        let units: Vec<(usize, Slice)> = (0..STAGES)
            .flat_map(|stage| self.parts[stage].iter().map(move |&part| (stage, part)))
            .collect();
        let loss = self.state.settings.loss;
        let (examples, descents) = (self.examples, &self.state.descents);
        let losses = spread(self.threads, &units, |&(stage, slice)| {
            slice_loss(examples, slice, &descents[stage].lookahead, loss)
        });
        let held_out = self.held_out_loss();
        let mut tally = Tally::default();
        let mut sums: Vec<(Vec<f32>, f64)> = vec![(vec![0.0; FEATURES], 0.0); STAGES];
        for (&(stage, slice), part) in units.iter().zip(&losses) {
            sums[stage].0.iter_mut().zip(&part.errors).for_each(|(sum, error)| *sum += error);
            sums[stage].1 += part.loss;
            if slice.stage() == stage {
                tally.add(stage, part);
            }
        }
        let iteration = self.state.records.len() + 1;
        let decisive = held_out.unwrap_or_else(|| tally.mean_loss());
        if self.state.records.iter().all(|record| decisive < record.deciding_loss()) {
            // The loss belongs to the lookahead point, so that point is stored.
            self.state.best = Model {
                stages: self
                    .state
                    .descents
                    .iter()
                    .map(|descent| descent.lookahead.clone())
                    .collect(),
            };
            self.state.best_iteration = iteration;
        }
        let changes: Vec<Change> = self
            .state
            .descents
            .iter_mut()
            .zip(&self.steps)
            .zip(&sums)
            .map(|((descent, step), (errors, loss))| descent.advance(step, errors, *loss))
            .collect();
        let scale = if loss == Loss::Logistic { 1000.0 } else { 1.0 };
        self.state.records.push(IterationRecord {
            iteration,
            loss: tally.mean_loss(),
            held_out,
            distance: tally.mean_distances().map(|distance| distance * scale),
            most_changed: changes
                .iter()
                .map(|change| f64::from(change.largest))
                .fold(0.0, f64::max),
            mean_change: changes.iter().map(|change| f64::from(change.mean)).sum::<f64>()
                / STAGES as f64,
        });
        self.state.records.last().expect("just pushed")
    }

    /// Mean held-out loss; `None` without held-out positions.
    fn held_out_loss(&self) -> Option<f64> {
        if self.held_out.is_empty() {
            return None;
        }
        let units: Vec<(usize, Slice)> = (0..STAGES)
            .flat_map(|stage| {
                self.held_out.slices(stage, 0, PART).into_iter().map(move |part| (stage, part))
            })
            .collect();
        let (held_out, descents, loss) =
            (self.held_out, &self.state.descents, self.state.settings.loss);
        let losses = spread(self.threads, &units, |&(stage, slice)| {
            let weights = &descents[stage].lookahead;
            held_out
                .of(slice)
                .map(|example| f64::from(loss.evaluate(example.value(weights), example.label).loss))
                .sum::<f64>()
        });
        Some(losses.iter().sum::<f64>() / held_out.len() as f64)
    }

    /// The best weights.
    /// Features that a stage never has keep their initial weights, or get those of adjacent stages
    /// if the run began with zero weights.
    pub fn model(&self) -> Model {
        let mut model = self.state.best.clone();
        if self.starts_at_zero {
            model.fill_gaps(&self.counts);
        }
        model
    }
}

/// Sums over the positions of a stage itself.
#[derive(Default)]
struct Tally {
    loss: f64,
    distances: [f64; STAGES],
    counts: [usize; STAGES],
}

impl Tally {
    fn add(&mut self, stage: usize, part: &SliceLoss) {
        self.loss += part.loss;
        self.distances[stage] += part.distance;
        self.counts[stage] += part.count;
    }

    fn mean_loss(&self) -> f64 {
        self.loss / self.counts.iter().sum::<usize>().max(1) as f64
    }

    fn mean_distances(&self) -> [f64; STAGES] {
        std::array::from_fn(|stage| self.distances[stage] / self.counts[stage].max(1) as f64)
    }
}

/// Stack size of a training thread, bytes.
const STACK: usize = 2 << 20;

/// Processes all items on this number of threads; results are in the order of the items.
pub(super) fn spread<T: Sync, R: Send>(
    threads: usize,
    work: &[T],
    run: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let run = |(): &mut (), index: usize| Some(run(&work[index]));
    threads::map(threads, STACK, work.len(), || false, || Some(()), run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::chess::{Board, Color};
    use secateur::tools::openings::Openings;

    fn for_white(board: &Board) -> f32 {
        let value = crate::evaluations::piece_square::evaluate(board) as f32;
        if board.side_to_move() == Color::White { value } else { -value }
    }

    fn examples(seed: u64, count: usize) -> Examples {
        let mut examples = Examples::default();
        let mut openings = Openings::new(seed, Vec::new());
        for number in 0..count {
            let game = openings.random_game(10 + number % 90);
            examples.push(game.board(), Loss::Logistic.label(0.5, for_white(game.board()), 0.0));
        }
        examples
    }

    fn run(settings: Settings, threads: usize) -> State {
        let (examples, held_out) = (examples(1, 400), examples(2, 50));
        let mut training =
            Training::new(&examples, &held_out, &Model::default(), settings, threads);
        while !training.is_done() {
            training.iterate();
        }
        training.state
    }

    #[test]
    fn threads_do_not_change_the_weights() {
        let settings = Settings { iterations: 8, ..Settings::default() };
        assert_eq!(run(settings, 1), run(settings, 3));
    }

    #[test]
    fn a_resumed_run_equals_an_uninterrupted_one() {
        let settings = Settings { iterations: 8, ..Settings::default() };
        let (examples, held_out) = (examples(1, 400), examples(2, 50));
        let short = run(Settings { iterations: 3, ..settings }, 2);
        let text = serde_json::to_string(&short).expect("serializable");
        let mut training = Training::new(&examples, &held_out, &Model::default(), settings, 2);
        training.resume(serde_json::from_str(&text).expect("just written")).expect("the same run");
        while !training.is_done() {
            training.iterate();
        }
        assert_eq!(training.state, run(settings, 1));
        let mut other = Training::new(&held_out, &held_out, &Model::default(), settings, 1);
        assert_eq!(other.resume(short.clone()), Err(ResumeError::Data));
        let mut other = Training::new(
            &examples,
            &held_out,
            &Model::default(),
            Settings { result_share: 0.9, ..settings },
            1,
        );
        assert!(matches!(other.resume(short.clone()), Err(ResumeError::Settings(_))));
        let mut origin = Model::default();
        origin.stages[3][5] = 1.0;
        let endless = Settings { patience: usize::MAX, ..settings };
        let mut other = Training::new(&examples, &held_out, &origin, endless, 1);
        assert_eq!(other.resume(short), Err(ResumeError::Origin));
        assert!(!other.is_done());
    }

    #[test]
    fn training_lowers_the_held_out_loss() {
        let (examples, held_out) = (examples(1, 6000), examples(2, 300));
        let settings = Settings { iterations: 40, ..Settings::default() };
        let mut training = Training::new(&examples, &held_out, &Model::default(), settings, 2);
        while !training.is_done() {
            training.iterate();
        }
        let state = training.state;
        let best = &state.records[state.best_iteration - 1];
        let [initial, last] =
            [&state.records[0], best].map(|record| record.held_out.expect("held out"));
        assert!(last < initial - 0.005, "{last} {initial}");
    }
}
