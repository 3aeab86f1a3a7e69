//! The iterations: every stage takes a step, the held-out games judge, the best weights are kept.
//! All cores share the work, yet sums are added up in an order that the data alone decides, so any
//! number of threads finds the same weights.

use super::Loss;
use super::descent::{Change, DescentStep, Pace, SliceLoss, judge};
use super::examples::{Examples, Slice};
use super::model::Model;
use secateur::eval::linear::features::FEATURES;
use secateur::eval::linear::weights::STAGES;
use secateur::threads::share_out;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Positions in a unit of work.
const PART: usize = 1 << 16;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What is made small.
    pub loss: Loss,
    /// The result's share in the label, 0 to 1; the rest is the score.
    pub lambda: f32,
    /// Iterations at most.
    pub iterations: usize,
    /// Iterations without a better held-out loss after which to stop.
    pub patience: usize,
    /// Neighbouring stages on either side that an example trains too.
    pub smoothing: usize,
    /// Nesterov's acceleration, which S3 does not have.
    pub accelerated: bool,
    /// β of S3; `None` for 1/(2A).
    pub beta: Option<f32>,
    /// How strongly weights are drawn to zero: as if each feature had been seen so many times more
    /// without any error.
    pub ridge: f32,
}

impl Default for Settings {
    /// Three of eight stages for each example are three eighths of the game; S3's five of thirteen
    /// are as much.
    fn default() -> Settings {
        Settings {
            loss: Loss::Logistic,
            lambda: 0.5,
            iterations: 300,
            patience: 30,
            smoothing: 1,
            accelerated: true,
            beta: None,
            ridge: 100.0,
        }
    }
}

/// What one iteration found and did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IterationRecord {
    /// Number of the iteration, from 1.
    pub iteration: usize,
    /// Mean loss over the training positions, each with its own stage's weights, before the step.
    pub loss: f64,
    /// Mean loss over the held-out positions; the training loss where none is held out.
    pub held_out: f64,
    /// Mean distance from the label by stage (Figure 3 of S3): internal units in the squared loss,
    /// permille of the expected result in the logistic one.
    pub distance: [f64; STAGES],
    /// The greatest change of a weight in this step (Figure 4 of S3), internal units.
    pub most_changed: f64,
    /// The mean change, internal units.
    pub mean_change: f64,
}

/// All that a run needs to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// How it trains.
    pub settings: Settings,
    /// [`Examples::hash`] of what it learns from.
    pub data: u64,
    paces: Vec<Pace>,
    /// What came of each iteration.
    pub records: Vec<IterationRecord>,
    /// The weights with the least held-out loss.
    pub best: Model,
    /// The iteration that found them.
    pub best_iteration: usize,
}

/// A training run.
#[derive(Debug)]
pub struct Training<'a> {
    examples: &'a Examples,
    held_out: &'a Examples,
    threads: usize,
    /// For each stage, the parts it learns from.
    parts: Vec<Vec<Slice>>,
    counts: Vec<Vec<u32>>,
    steps: Vec<DescentStep>,
    /// It began with no weights, so what a stage never sees stays without.
    knows_nothing: bool,
    /// Where it stands.
    pub state: State,
}

/// A checkpoint belongs to another run.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum OtherRun {
    /// It was made with other settings.
    #[error("the checkpoint was made with other settings: {0}")]
    Settings(String),
    /// It was made from other positions.
    #[error("the checkpoint was made from other positions")]
    Data,
    /// It began with other weights.
    #[error("the checkpoint was made by a run that began with other weights (--from)")]
    Origin,
}

impl<'a> Training<'a> {
    /// A run at its beginning, with the weights of `origin`.
    pub fn new(
        examples: &'a Examples,
        held_out: &'a Examples,
        origin: &Model,
        settings: Settings,
        threads: usize,
    ) -> Training<'a> {
        let parts: Vec<Vec<Slice>> =
            (0..STAGES).map(|stage| examples.slices(stage, settings.smoothing, PART)).collect();
        let census = spread(threads, &parts, |slices| examples.census(slices));
        let beta = |most| settings.beta.unwrap_or_else(|| DescentStep::safe_beta(most));
        let steps = census
            .iter()
            .map(|(counts, most)| DescentStep::new(counts, beta(*most), settings.ridge))
            .collect();
        let state = State {
            settings,
            data: examples.hash(),
            paces: origin
                .stages
                .iter()
                .map(|weights| Pace::new(weights.clone(), settings.accelerated))
                .collect(),
            records: Vec::new(),
            best: Model::default(),
            best_iteration: 0,
        };
        let counts = census.into_iter().map(|(counts, _)| counts).collect();
        let knows_nothing = *origin == Model::default();
        Training { examples, held_out, threads, parts, counts, steps, knows_nothing, state }
    }

    /// Goes on from where a run of the same settings and positions stood; only the limits of its
    /// length may differ.
    pub fn resume(&mut self, state: State) -> Result<(), OtherRun> {
        let (ours, theirs) = (self.state.settings, state.settings);
        let alike = Settings { iterations: ours.iterations, patience: ours.patience, ..theirs };
        if alike != ours {
            return Err(OtherRun::Settings(format!("{theirs:?}")));
        }
        if state.data != self.state.data {
            return Err(OtherRun::Data);
        }
        let are_as_ours = |theirs: &[Pace]| {
            theirs.len() == STAGES
                && theirs.iter().zip(&self.state.paces).all(|(pace, ours)| pace.began_as(ours))
        };
        if !are_as_ours(&state.paces) {
            return Err(OtherRun::Origin);
        }
        self.state = State { settings: ours, ..state };
        Ok(())
    }

    /// Is there nothing left to gain?
    pub fn is_done(&self) -> bool {
        let done = self.state.records.len();
        done >= self.state.settings.iterations
            || done >= self.state.best_iteration.saturating_add(self.state.settings.patience)
    }

    /// One step of every stage.
    pub fn iterate(&mut self) -> &IterationRecord {
        let units: Vec<(usize, Slice)> = (0..STAGES)
            .flat_map(|stage| self.parts[stage].iter().map(move |&part| (stage, part)))
            .collect();
        let loss = self.state.settings.loss;
        let (examples, paces) = (self.examples, &self.state.paces);
        let verdicts = spread(self.threads, &units, |&(stage, slice)| {
            judge(examples, slice, &paces[stage].outlook, loss)
        });
        let held_out = self.held_out_loss();
        let mut tally = Tally::default();
        let mut sums: Vec<(Vec<f32>, f64)> = vec![(vec![0.0; FEATURES], 0.0); STAGES];
        for (&(stage, slice), verdict) in units.iter().zip(&verdicts) {
            sums[stage].0.iter_mut().zip(&verdict.errors).for_each(|(sum, error)| *sum += error);
            sums[stage].1 += verdict.loss;
            if slice.stage() == stage {
                tally.add(stage, verdict);
            }
        }
        let held_out = held_out.unwrap_or_else(|| tally.mean_loss());
        let iteration = self.state.records.len() + 1;
        if self.state.records.iter().all(|record| held_out < record.held_out) {
            // The loss was measured at the outlook, so that is what is kept.
            self.state.best = Model {
                stages: self.state.paces.iter().map(|pace| pace.outlook.clone()).collect(),
            };
            self.state.best_iteration = iteration;
        }
        let changes: Vec<Change> = self
            .state
            .paces
            .iter_mut()
            .zip(&self.steps)
            .zip(&sums)
            .map(|((pace, step), (errors, loss))| pace.advance(step, errors, *loss))
            .collect();
        let scale = if loss == Loss::Logistic { 1000.0 } else { 1.0 };
        self.state.records.push(IterationRecord {
            iteration,
            loss: tally.mean_loss(),
            held_out,
            distance: tally.mean_distances().map(|distance| distance * scale),
            most_changed: changes.iter().map(|change| f64::from(change.most)).fold(0.0, f64::max),
            mean_change: changes.iter().map(|change| f64::from(change.mean)).sum::<f64>()
                / STAGES as f64,
        });
        self.state.records.last().expect("just pushed")
    }

    /// Mean loss of the held-out positions, `None` if there are none.
    fn held_out_loss(&self) -> Option<f64> {
        if self.held_out.is_empty() {
            return None;
        }
        let units: Vec<(usize, Slice)> = (0..STAGES)
            .flat_map(|stage| {
                self.held_out.slices(stage, 0, PART).into_iter().map(move |part| (stage, part))
            })
            .collect();
        let (held_out, paces, loss) = (self.held_out, &self.state.paces, self.state.settings.loss);
        let losses = spread(self.threads, &units, |&(stage, slice)| {
            let weights = &paces[stage].outlook;
            held_out
                .of(slice)
                .map(|example| f64::from(loss.judge(example.value(weights), example.label).loss))
                .sum::<f64>()
        });
        Some(losses.iter().sum::<f64>() / held_out.len() as f64)
    }

    /// The best weights. Those that a stage never saw are what they were at the beginning, or taken
    /// from its neighbours if there were none.
    pub fn model(&self) -> Model {
        let mut model = self.state.best.clone();
        if self.knows_nothing {
            model.fill_gaps(&self.counts);
        }
        model
    }
}

/// Sums over the positions that belong to a stage themselves.
#[derive(Default)]
struct Tally {
    loss: f64,
    distances: [f64; STAGES],
    counts: [usize; STAGES],
}

impl Tally {
    fn add(&mut self, stage: usize, verdict: &SliceLoss) {
        self.loss += verdict.loss;
        self.distances[stage] += verdict.distance;
        self.counts[stage] += verdict.count;
    }

    fn mean_loss(&self) -> f64 {
        self.loss / self.counts.iter().sum::<usize>().max(1) as f64
    }

    fn mean_distances(&self) -> [f64; STAGES] {
        std::array::from_fn(|stage| self.distances[stage] / self.counts[stage].max(1) as f64)
    }
}

/// Stack of a training thread, in bytes.
const STACK: usize = 2 << 20;

/// Does every piece of work, on so many threads; the results in the order of the work.
pub(super) fn spread<T: Sync, R: Send>(
    threads: usize,
    work: &[T],
    run: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = work.iter().map(|_| Mutex::new(None)).collect();
    share_out(threads.min(work.len()), STACK, || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = work.get(index) else { return };
            *results[index].lock().expect("no holder panics") = Some(run(item));
        }
    });
    results
        .into_iter()
        .map(|slot| slot.into_inner().expect("no holder panics").expect("every piece was done"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::chess::{Board, Color};
    use secateur::tools::openings::Openings;

    fn for_white(board: &Board) -> f32 {
        let value = secateur::eval::stand_in::evaluate(board) as f32;
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
    fn a_resumed_run_ends_where_one_without_a_break_does() {
        let settings = Settings { iterations: 8, ..Settings::default() };
        let (examples, held_out) = (examples(1, 400), examples(2, 50));
        let short = run(Settings { iterations: 3, ..settings }, 2);
        let text = serde_json::to_string(&short).expect("plain data");
        let mut training = Training::new(&examples, &held_out, &Model::default(), settings, 2);
        training.resume(serde_json::from_str(&text).expect("just written")).expect("the same run");
        while !training.is_done() {
            training.iterate();
        }
        assert_eq!(training.state, run(settings, 1));
        let mut other = Training::new(&held_out, &held_out, &Model::default(), settings, 1);
        assert_eq!(other.resume(short.clone()), Err(OtherRun::Data));
        let mut other = Training::new(
            &examples,
            &held_out,
            &Model::default(),
            Settings { lambda: 0.9, ..settings },
            1,
        );
        assert!(matches!(other.resume(short.clone()), Err(OtherRun::Settings(_))));
        let mut origin = Model::default();
        origin.stages[3][5] = 1.0;
        let endless = Settings { patience: usize::MAX, ..settings };
        let mut other = Training::new(&examples, &held_out, &origin, endless, 1);
        assert_eq!(other.resume(short), Err(OtherRun::Origin));
        assert!(!other.is_done());
    }

    #[test]
    fn learning_helps_with_what_was_held_out() {
        let (examples, held_out) = (examples(1, 6000), examples(2, 300));
        let settings = Settings { iterations: 40, ..Settings::default() };
        let mut training = Training::new(&examples, &held_out, &Model::default(), settings, 2);
        while !training.is_done() {
            training.iterate();
        }
        let state = training.state;
        let best = &state.records[state.best_iteration - 1];
        let labels_alone = state.records[0].held_out;
        assert!(best.held_out < labels_alone - 0.005, "{} {labels_alone}", best.held_out);
    }
}
