//! Data generation: parallel self-play into one file.
//!
//! A game depends only on its seed. One worker therefore reproduces the same file. With a number of
//! games as the goal, several workers reproduce the same games in another order.

use super::games::ScoredGame;
use super::selfplay::{SelfPlaySettings, SelfPlayer};
use super::store::{RunSettings, RunStart, Store, StoreContents, StoreError};
use secateur::eval::Evaluator;
use secateur::search::smp::STACK;
use secateur::search::table::OutOfMemory;
use secateur::seeds::{self, mix};
use secateur::stop::Stop;
use secateur::threads::map_with_workers;
use secateur::tools::fingerprint::fingerprint;
use secateur::version::VERSION;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Interval between updates of the sidecar, and largest loss after a power failure.
const SYNC_INTERVAL: Duration = Duration::from_secs(10);

/// The goal of data generation, including games already in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Number of games.
    Games(u64),
    /// Least number of positions.
    Positions(u64),
}

/// The plan of data generation.
#[derive(Clone, Debug)]
pub struct DatagenPlan {
    /// The output file; its sidecar has the suffix `.json`.
    pub out: PathBuf,
    /// Whether to resume an existing file.
    pub resume: bool,
    /// The goal.
    pub goal: Goal,
    /// The settings of the games.
    pub settings: SelfPlaySettings,
    /// Number of workers.
    pub threads: usize,
    /// Seed of the run; `None` uses that of the resumed run, or a random one.
    pub seed: Option<u64>,
    /// Name of the evaluation.
    pub evaluation: String,
    /// The evaluation.
    pub evaluator: Evaluator,
    /// Commit for the sidecar.
    pub commit: String,
}

/// The progress of data generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    /// The goal.
    pub goal: Goal,
    /// Number of games in the file.
    pub games: u64,
    /// Number of positions in the file.
    pub positions: u64,
    /// Number of positions added by this run.
    pub fresh: u64,
    /// Time since the start of this run.
    pub elapsed: Duration,
}

impl Status {
    /// Positions per second.
    pub fn speed(&self) -> f64 {
        self.fresh as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// Done and total, in the unit of the goal.
    pub fn progress(&self) -> (u64, u64) {
        match self.goal {
            Goal::Games(goal) => (self.games, goal),
            Goal::Positions(goal) => (self.positions, goal),
        }
    }

    /// Whether the goal is reached.
    pub fn is_reached(&self) -> bool {
        let (done, goal) = self.progress();
        done >= goal
    }
}

/// The result of data generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The final progress.
    pub status: Status,
    /// The contents of the file at the start.
    pub found: StoreContents,
    /// Seed of the run.
    pub seed: u64,
}

/// An error of data generation.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// An error of the output file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Not enough memory for the hash tables.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Generates games until the goal is reached or a stop is requested.
/// Games in progress are finished unless the stop is urgent. Reaching the goal makes the stop
/// urgent.
pub fn run(
    plan: &DatagenPlan,
    stop: &Stop,
    watch: &mut (dyn FnMut(&Status) + Send),
) -> Result<Summary, DatagenError> {
    let players: Vec<SelfPlayer> = (0..plan.threads.max(1))
        .map(|_| SelfPlayer::new(plan.settings, plan.evaluator.clone()))
        .collect::<Result<_, _>>()?;
    let (mut store, found) = open(plan)?;
    let (seed, start) = (store.sidecar().settings.seed, store.start_index());
    let games = match plan.goal {
        Goal::Games(goal) => goal.saturating_sub(found.games),
        Goal::Positions(goal) if found.positions >= goal => 0,
        Goal::Positions(_) => u64::MAX,
    };
    let before = store.sidecar().positions;
    let now = Instant::now();
    let writer = Mutex::new(Writer {
        goal: plan.goal,
        store: &mut store,
        watch,
        before,
        start: now,
        synced: now,
        result: Ok(()),
    });
    writer.lock().expect("no holder panics").report(stop);
    let work = |player: &mut SelfPlayer, number: usize| {
        let game = player.play(game_seed(seed, start, number as u64), stop)?;
        writer.lock().expect("no holder panics").keep(&game, stop);
        Some(())
    };
    let games = usize::try_from(games).unwrap_or(usize::MAX);
    map_with_workers(STACK, players, games, || stop.is_requested(), work);
    let writer = writer.into_inner().expect("no holder panics");
    let (status, result) = (writer.status(), writer.result);
    // The first error is reported.
    let synced = store.sync();
    result?;
    synced?;
    Ok(Summary { status, found, seed })
}

/// Writes finished games.
struct Writer<'a> {
    goal: Goal,
    store: &'a mut Store,
    watch: &'a mut (dyn FnMut(&Status) + Send),
    /// Number of positions in the file before this run.
    before: u64,
    start: Instant,
    /// Time of the last update of the sidecar.
    synced: Instant,
    result: Result<(), StoreError>,
}

impl Writer<'_> {
    fn status(&self) -> Status {
        let (games, positions) = (self.store.sidecar().games, self.store.sidecar().positions);
        let (fresh, elapsed) = (positions - self.before, self.start.elapsed());
        Status { goal: self.goal, games, positions, fresh, elapsed }
    }

    /// Reports the progress; at the goal the stop becomes urgent.
    fn report(&mut self, stop: &Stop) {
        let status = self.status();
        (self.watch)(&status);
        if status.is_reached() {
            stop.request_urgent();
        }
    }

    /// Writes a game, unless the goal is reached or a write has failed.
    fn keep(&mut self, game: &ScoredGame, stop: &Stop) {
        if self.result.is_err() || self.status().is_reached() {
            return;
        }
        self.result = self.store.append(game);
        if self.result.is_ok() && self.synced.elapsed() >= SYNC_INTERVAL {
            self.result = self.store.sync();
            self.synced = Instant::now();
        }
        if self.result.is_err() {
            stop.request_urgent();
        }
        self.report(stop);
    }
}

/// Opens the output file of the plan.
fn open(plan: &DatagenPlan) -> Result<(Store, StoreContents), StoreError> {
    let start = RunStart {
        version: VERSION.to_owned(),
        commit: plan.commit.clone(),
        threads: plan.threads.max(1),
        games_before: 0,
    };
    let settings = RunSettings {
        // Every JSON parser reads 53 bits.
        seed: plan.seed.unwrap_or_else(|| seeds::random() >> 11),
        nodes: plan.settings.soft_nodes,
        chess960: plan.settings.chess960,
        hash: plan.settings.hash_megabytes,
        evaluation: plan.evaluation.clone(),
        evaluation_hash: format!("{:016x}", fingerprint(&plan.evaluator)),
    };
    if plan.resume {
        return Store::resume(&plan.out, settings, plan.seed, start);
    }
    Ok((Store::create(&plan.out, settings, start)?, StoreContents::default()))
}

/// Computes the random seed of a game from the run's seed, the number of the start and the game
/// number.
pub const fn game_seed(seed: u64, start: u32, number: u64) -> u64 {
    mix(mix(mix(0, seed), start as u64), number)
}
