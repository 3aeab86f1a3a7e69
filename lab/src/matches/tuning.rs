//! Tuning of search parameters by SPSA.
//! Each iteration moves all parameters at once, each up or down at random. The two sides play a
//! pair of games, and every parameter moves towards the side that scored.
//!
//! **Paper** James C. Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", IEEE Transactions on Automatic Control 37(3), 1992; the
//! gains that fall with the iterations as in his "Implementation of the simultaneous perturbation
//! algorithm", 1998. For chess: Levente Kocsis & Csaba Szepesvári, "Universal parameter
//! optimisation in games based on SPSA", Machine Learning 63, 2006.

use crate::chart::{self, Series};
use crate::matches::play::{self, MatchPlan};
use crate::progress::RunProgress;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::files::hash::of_serialized;
use secateur::search::Techniques;
use secateur::search::smp::STACK;
use secateur::search::techniques::{TUNABLES, Tunable};
use secateur::threads::{run_on_threads, with_stack};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

/// Exponents of the gain sequences of Spall 1998 for steps and perturbations, and the share of the
/// iterations that precedes the decay.
const STEP_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
const STABILITY: f64 = 0.1;
/// Number of points kept of the parameters' path.
const KEPT: u64 = 200;

/// The plan of an SPSA tuning.
#[derive(Clone)]
pub struct TuningPlan {
    /// The parameters to tune.
    pub parameters: Vec<&'static Tunable>,
    /// Number of game pairs.
    pub pairs: u64,
    /// Limits, openings and hash size of each game.
    /// The tuning sets the techniques of both sides.
    pub games: MatchPlan,
    /// Perturbation of a parameter at the end of the tuning, in its steps.
    /// A wider perturbation gives a clearer signal as long as its cost rises with the distance.
    pub spread: f64,
    /// Learning rate at the end: the move of a parameter per point won, as a share of `spread`.
    pub rate: f64,
    /// Seed of the random directions.
    pub seed: u64,
    /// Number of pairs played in parallel.
    pub jobs: usize,
}

/// The state of an SPSA tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Name of the plan that the state belongs to.
    pub run: String,
    /// Number of pairs that the plan plays.
    pub planned: u64,
    /// Number of pairs played.
    pub pairs: u64,
    /// Pairs finished before an earlier one, by number; pairs are played in parallel.
    #[serde(default)]
    pub early: Vec<u64>,
    /// Current values of the parameters, in the order of the plan.
    pub values: Vec<f64>,
    /// Earlier values of the parameters.
    #[serde(default)]
    pub path: Vec<Snapshot>,
}

/// Parameter values after a number of pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Number of pairs played.
    pub pairs: u64,
    /// Parameter values, in the order of the plan.
    pub values: Vec<f64>,
}

impl State {
    /// Whether all pairs of its plan are played.
    pub fn is_finished(&self) -> bool {
        self.pairs >= self.planned
    }

    /// The first pair that is not played.
    fn first_open(&self) -> u64 {
        self.pairs - self.early.len() as u64
    }

    /// Marks pair `k` as played.
    fn finish(&mut self, k: u64) {
        self.early.push(k);
        self.pairs += 1;
        while let Some(place) = self.early.iter().position(|&early| early == self.first_open()) {
            self.early.swap_remove(place);
        }
    }
}

impl TuningPlan {
    /// The tunable parameters of these names, or all if there are none.
    pub fn parameters(names: &[String]) -> Result<Vec<&'static Tunable>, String> {
        if names.is_empty() {
            return Ok(TUNABLES.iter().collect());
        }
        let find = |name: &String| {
            let found = Tunable::find(name);
            found.ok_or_else(|| {
                format!(
                    "'{name}' is not a tunable parameter; \
                     'secateur-lab tune spsa-inputs' lists them"
                )
            })
        };
        let found = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        for (index, tunable) in found.iter().enumerate() {
            if found[..index].iter().any(|other| other.switch.name == tunable.switch.name) {
                return Err(format!("{} is given twice", tunable.switch.name));
            }
        }
        Ok(found)
    }

    /// The initial state, with the default values of all parameters.
    pub fn start(&self) -> State {
        let values: Vec<f64> =
            self.parameters.iter().map(|tunable| f64::from(tunable.default)).collect();
        let path = vec![Snapshot { pairs: 0, values: values.clone() }];
        State { run: self.name(), planned: self.pairs, pairs: 0, early: Vec::new(), values, path }
    }

    /// Whether this plan can lead to this state.
    pub fn allows(&self, state: &State) -> bool {
        let are_in_range = |values: &[f64]| {
            values.len() == self.parameters.len()
                && values
                    .iter()
                    .zip(&self.parameters)
                    .all(|(value, tunable)| within(tunable, *value) == *value)
        };
        let is_counted =
            |k: &u64| (state.pairs - state.early.len() as u64 + 1..self.pairs).contains(k);
        state.planned == self.pairs
            && state.pairs <= self.pairs
            && state.early.len() as u64 <= state.pairs
            && state.early.iter().all(is_counted)
            && are_in_range(&state.values)
            && state
                .path
                .iter()
                .all(|stage| stage.pairs <= state.pairs && are_in_range(&stage.values))
    }

    /// The identity of the plan; the number of jobs is not part of it.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|tunable| tunable.switch.name).collect();
        let games = of_serialized(&play::identity(&self.games));
        let (spread, rate, seed) = (self.spread, self.rate, self.seed);
        format!(
            "{} pairs, sides of {spread} steps, rate {rate}, seed {seed}, games {games:016x}: {}",
            self.pairs,
            names.join(" ")
        )
    }

    /// Perturbation of a parameter at the end.
    fn last_perturbation(&self, tunable: &Tunable) -> f64 {
        self.spread * f64::from(tunable.step)
    }

    /// Perturbation in pair `k`, as a share of that at the end.
    fn perturbation(&self, k: u64) -> f64 {
        (self.pairs as f64 / (k + 1) as f64).powf(PERTURBATION_DECAY)
    }

    /// Move of a parameter per point of pair `k`, as a share of its last perturbation.
    fn gain(&self, k: u64) -> f64 {
        let late = STABILITY * self.pairs as f64;
        self.rate * ((late + self.pairs as f64) / (late + (k + 1) as f64)).powf(STEP_DECAY)
            / self.perturbation(k)
    }

    /// The random directions of pair `k` for the first side, 1 or -1.
    fn directions(&self, k: u64) -> Vec<f64> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(
            self.seed ^ (k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        );
        self.parameters.iter().map(|_| if rng.random_bool(0.5) { 1.0 } else { -1.0 }).collect()
    }

    /// The parameters of one side of pair `k`; `way` is 1 or -1.
    fn perturbed(&self, state: &State, k: u64, way: f64) -> Vec<f64> {
        let far = way * self.perturbation(k);
        let directions = self.directions(k);
        self.parameters
            .iter()
            .zip(&state.values)
            .zip(directions)
            .map(|((tunable, value), direction)| {
                within(tunable, value + far * direction * self.last_perturbation(tunable))
            })
            .collect()
    }

    /// Updates the parameters with the result of pair `k`.
    /// `points` is the first side's score less one half of the points: -1 to 1.
    fn learn(&self, state: &mut State, k: u64, points: f64) {
        let gain = self.gain(k) * points;
        for ((value, tunable), direction) in
            state.values.iter_mut().zip(&self.parameters).zip(self.directions(k))
        {
            *value = within(tunable, *value + gain * direction * self.last_perturbation(tunable));
        }
        state.finish(k);
        if state.pairs.is_multiple_of((self.pairs / KEPT).max(1)) {
            state.path.push(Snapshot { pairs: state.pairs, values: state.values.clone() });
        }
    }

    /// The path of every parameter as SVG, in steps from its default; `None` without parameters.
    pub fn plot(&self, state: &State) -> Option<String> {
        let path = |(index, tunable): (usize, &&Tunable)| -> Series {
            let steps = |value: f64| (value - f64::from(tunable.default)) / f64::from(tunable.step);
            let stages =
                state.path.iter().map(|stage| (stage.pairs as f64, steps(stage.values[index])));
            let now = (state.pairs as f64, steps(state.values[index]));
            (tunable.switch.name.to_owned(), stages.chain([now]).collect())
        };
        let series: Vec<Series> = self.parameters.iter().enumerate().map(path).collect();
        chart::lines(
            "Parameters during SPSA",
            ("pairs of games", "steps from the value in play"),
            false,
            &series,
        )
    }

    fn techniques(&self, values: &[f64]) -> Techniques {
        let mut techniques = Techniques::FULL;
        for (tunable, value) in self.parameters.iter().zip(values) {
            tunable
                .switch
                .set(&mut techniques, &format!("{value:.0}"))
                .expect("values stay in their range");
        }
        techniques
    }
}

fn within(tunable: &Tunable, value: f64) -> f64 {
    value.clamp(f64::from(tunable.range.0), f64::from(tunable.range.1))
}

/// Plays from this state until all pairs are played or a stop is requested.
/// Calls `keep` with each new state.
pub fn tune(
    plan: &TuningPlan,
    state: State,
    progress: &RunProgress,
    keep: impl Fn(&State) + Sync,
) -> State {
    progress.begin(plan.pairs.saturating_sub(state.pairs), "pairs");
    let early = state.early.clone();
    let open = Mutex::new((state.first_open()..plan.pairs).filter(|k| !early.contains(k)));
    let state = Mutex::new(state);
    let work = || {
        while !progress.is_stopped() {
            let Some(k) = open.lock().expect("no holder panics").next() else { return };
            let sides = {
                let state = state.lock().expect("no holder panics");
                [1.0, -1.0].map(|way| plan.techniques(&plan.perturbed(&state, k, way)))
            };
            let mut games = plan.games.clone();
            [games.a.techniques, games.b.techniques] = sides;
            let Some(points) = play::play_one(&games, k, progress) else {
                return;
            };
            let mut state = state.lock().expect("no holder panics");
            plan.learn(&mut state, k, points);
            keep(&state);
            progress.step();
        }
    };
    // engines search in place, and the caller's stack may be small
    with_stack(STACK, || run_on_threads(plan.jobs, STACK, work));
    state.into_inner().expect("no holder panics")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::play::Player;

    fn plan(pairs: u64) -> TuningPlan {
        let parameters =
            TuningPlan::parameters(&["Futility.Base".to_owned(), "delta.margin".to_owned()])
                .expect("both exist");
        let player = || Player::with_nodes(Techniques::FULL, 100);
        TuningPlan {
            parameters,
            pairs,
            games: MatchPlan::new("", player(), player(), 2),
            spread: 1.0,
            rate: 0.02,
            seed: 1,
            jobs: 1,
        }
    }

    #[test]
    fn parameters_approach_the_maximum() {
        let plan = plan(4000);
        let goal = [200.0, 60.0];
        let mut state = plan.start();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let distance = |values: &[f64]| -> f64 {
            values
                .iter()
                .zip(goal)
                .zip(&plan.parameters)
                .map(|((v, g), t)| ((v - g) / f64::from(t.step)).powi(2))
                .sum()
        };
        let before = distance(&state.values);
        for k in 0..plan.pairs {
            let advantage = (distance(&plan.perturbed(&state, k, -1.0))
                - distance(&plan.perturbed(&state, k, 1.0)))
                / 100.0;
            let points: f64 = (advantage + rng.random_range(-1.0..1.0)).clamp(-1.0, 1.0);
            plan.learn(&mut state, k, points);
        }
        assert!(distance(&state.values) < before / 10.0, "{:?}", state.values);
        assert_eq!(state.pairs, plan.pairs);
        let last = state.path.last().expect("a path");
        assert_eq!(
            (state.path.len(), last.pairs, &last.values),
            (KEPT as usize + 1, plan.pairs, &state.values)
        );
        assert!(
            plan.plot(&state)
                .is_some_and(|svg| svg.contains("Futility.Base") && svg.contains("Delta.Margin"))
        );
    }

    #[test]
    fn random_results_cause_no_drift_and_values_stay_in_range() {
        let plan = plan(2000);
        let mut state = plan.start();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for k in 0..plan.pairs {
            plan.learn(&mut state, k, f64::from(rng.random_range(-1..=1)));
        }
        for (value, tunable) in state.values.iter().zip(&plan.parameters) {
            let steps = (value - f64::from(tunable.default)).abs() / f64::from(tunable.step);
            assert!(steps < 6.0, "{steps}");
        }
        (0..plan.pairs).for_each(|k| plan.learn(&mut state, k, plan.directions(k)[0] * 100.0));
        assert_eq!(state.values[0], f64::from(plan.parameters[0].range.1));
    }

    /// A resumed tuning plays each pair once, although pairs finish out of order.
    #[test]
    fn a_resumed_run_plays_missing_pairs_only() {
        let plan = plan(8);
        let mut state = plan.start();
        [1, 0, 4, 3].into_iter().for_each(|k| plan.learn(&mut state, k, 0.0));
        assert_eq!((state.pairs, state.first_open()), (4, 2));
        assert!(plan.allows(&state));
        let resumed = serde_json::from_str(&serde_json::to_string(&state).expect("serializable"))
            .expect("just written");
        let finished = Mutex::new(Vec::new());
        let ended = tune(&plan, resumed, &RunProgress::silent(), |state| {
            finished.lock().expect("no holder panics").push((state.pairs, state.first_open()));
        });
        assert_eq!(
            finished.into_inner().expect("no holder panics"),
            [(5, 5), (6, 6), (7, 7), (8, 8)]
        );
        assert!(ended.is_finished() && !state.is_finished());
        assert_eq!((ended.pairs, ended.early), (8, vec![]));
    }

    /// Damaged states must not cause a panic.
    #[test]
    fn damaged_states_are_rejected() {
        let plan = plan(100);
        let start = plan.start();
        assert!(plan.allows(&start));
        let path = |pairs, values| vec![Snapshot { pairs, values }];
        for damaged in [
            State { planned: 101, ..start.clone() },
            State { pairs: 101, ..start.clone() },
            State { early: vec![1], ..start.clone() },
            State { pairs: 2, early: vec![1], ..start.clone() },
            State { pairs: 2, early: vec![100], ..start.clone() },
            State { values: vec![1e9; 2], ..start.clone() },
            State { path: path(0, vec![]), ..start.clone() },
            State { path: path(1, start.values.clone()), ..start.clone() },
        ] {
            assert!(!plan.allows(&damaged), "{damaged:?}");
        }
    }

    #[test]
    fn unknown_and_repeated_names_are_reported() {
        let twice = ["Futility.Base", "futility-base"].map(str::to_owned);
        assert!(TuningPlan::parameters(&twice).is_err_and(|reason| reason.contains("given twice")));
        assert!(
            TuningPlan::parameters(&["No.Such".to_owned()])
                .is_err_and(|reason| reason.contains("No.Such"))
        );
        assert_eq!(TuningPlan::parameters(&[]).expect("all parameters").len(), TUNABLES.len());
    }
}
