//! Games side by side: workers play, one writer keeps what they have finished.
//!
//! A game depends on nothing but its seed, so one worker writes the same file again, and several
//! the same games in another order.

use super::games::Game;
use super::selfplay::{Player, SelfPlayRules};
use super::store::{Epoch, Found, Origin, Store, StoreError};
use secateur::eval::Evaluator;
use secateur::search::smp::STACK;
use secateur::search::table::OutOfMemory;
use secateur::seeds;
use secateur::stop::Stop;
use secateur::threads::{for_each, with_stack};
use secateur::tools::fingerprint::fingerprint;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often the sidecar is brought up to date, and how much a loss of power can take.
const NOTE_EVERY: Duration = Duration::from_secs(10);

/// When enough has been played, counting what the file held before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many games.
    Games(u64),
    /// At least so many positions.
    Positions(u64),
}

/// What to generate, and into which file.
#[derive(Clone, Debug)]
pub struct DatagenPlan {
    /// The file; its sidecar has `.json` behind the name.
    pub out: PathBuf,
    /// Go on with the file if it is there.
    pub resume: bool,
    /// When to end.
    pub goal: Goal,
    /// How to play.
    pub rules: SelfPlayRules,
    /// Workers.
    pub threads: usize,
    /// Seed of the run; without one a resumed run keeps its own, and a new one draws one.
    pub seed: Option<u64>,
    /// Name of the evaluation.
    pub evaluation: String,
    /// What positions are worth.
    pub evaluator: Evaluator,
    /// Commit that the sidecar names.
    pub commit: String,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    /// When it ends.
    pub goal: Goal,
    /// Games in the file.
    pub games: u64,
    /// Positions in the file.
    pub positions: u64,
    /// Positions added by this run.
    pub fresh: u64,
    /// Since its beginning.
    pub elapsed: Duration,
}

impl Status {
    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.fresh as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// What is done and what there is to do, in the unit of the goal.
    pub fn progress(&self) -> (u64, u64) {
        match self.goal {
            Goal::Games(goal) => (self.games, goal),
            Goal::Positions(goal) => (self.positions, goal),
        }
    }

    /// Has the goal been reached?
    pub fn is_reached(&self) -> bool {
        let (done, goal) = self.progress();
        done >= goal
    }
}

/// What a run has done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// At its end.
    pub status: Status,
    /// What the file held at the beginning.
    pub found: Found,
    /// Seed of the run.
    pub seed: u64,
}

/// Why nothing, or no more, can be generated.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// The file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tables.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Generates until the goal is reached or a stop is asked for; then the games under way are
/// finished, unless it is urgent. Reaching the goal makes the stop urgent.
pub fn run(
    plan: &DatagenPlan,
    stop: &Stop,
    watch: &mut (dyn FnMut(&Status) + Send),
) -> Result<Summary, DatagenError> {
    let players: Vec<Player> = (0..plan.threads.max(1))
        .map(|_| Player::new(plan.rules, plan.evaluator.clone()))
        .collect::<Result<_, _>>()?;
    let (mut store, found) = open(plan)?;
    let (seed, epoch) = (store.sidecar().origin.seed, store.epoch());
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
        noted: now,
        result: Ok(()),
    });
    writer.lock().expect("no holder panics").tell(stop);
    let work = |player: &mut Player, number: usize| {
        let game = player.play(seeds::of_game(seed, epoch, number as u64), stop)?;
        writer.lock().expect("no holder panics").keep(&game, stop);
        Some(())
    };
    let (threads, players) = (players.len(), Mutex::new(players));
    let start = || players.lock().expect("no holder panics").pop();
    let games = usize::try_from(games).unwrap_or(usize::MAX);
    with_stack(STACK, || for_each(threads, STACK, games, || stop.is_asked(), start, work));
    let writer = writer.into_inner().expect("no holder panics");
    let (status, result) = (writer.status(), writer.result);
    // The first error is reported.
    let noted = store.note();
    result?;
    noted?;
    Ok(Summary { status, found, seed })
}

/// Keeps games as they come.
struct Writer<'a> {
    goal: Goal,
    store: &'a mut Store,
    watch: &'a mut (dyn FnMut(&Status) + Send),
    /// Positions that the file held before.
    before: u64,
    start: Instant,
    /// When the sidecar was brought up to date.
    noted: Instant,
    result: Result<(), StoreError>,
}

impl Writer<'_> {
    fn status(&self) -> Status {
        let (games, positions) = (self.store.sidecar().games, self.store.sidecar().positions);
        let (fresh, elapsed) = (positions - self.before, self.start.elapsed());
        Status { goal: self.goal, games, positions, fresh, elapsed }
    }

    /// Shows the status; once the goal is reached, the stop becomes urgent.
    fn tell(&mut self, stop: &Stop) {
        let status = self.status();
        (self.watch)(&status);
        if status.is_reached() {
            stop.end();
        }
    }

    /// Keeps a game, unless enough are kept or one could not be written.
    fn keep(&mut self, game: &Game, stop: &Stop) {
        if self.result.is_err() || self.status().is_reached() {
            return;
        }
        self.result = self.store.append(game);
        if self.result.is_ok() && self.noted.elapsed() >= NOTE_EVERY {
            self.result = self.store.note();
            self.noted = Instant::now();
        }
        if self.result.is_err() {
            stop.end();
        }
        self.tell(stop);
    }
}

/// Opens the file that the plan names.
fn open(plan: &DatagenPlan) -> Result<(Store, Found), StoreError> {
    let epoch = Epoch {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: plan.commit.clone(),
        threads: plan.threads.max(1),
        games_before: 0,
    };
    let origin = Origin {
        seed: plan.seed.unwrap_or_else(drawn_seed),
        nodes: plan.rules.soft_nodes,
        chess960: plan.rules.chess960,
        hash: plan.rules.hash_megabytes,
        evaluation: plan.evaluation.clone(),
        evaluation_hash: format!("{:016x}", fingerprint(&plan.evaluator)),
    };
    if plan.resume {
        return Store::resume(&plan.out, origin, plan.seed, epoch);
    }
    Ok((Store::create(&plan.out, origin, epoch)?, Found::default()))
}

/// A seed that no other run is likely to have: two files made without a word about seeds must not
/// hold the same games.
fn drawn_seed() -> u64 {
    // The hasher of the standard library is seeded by the system. Fifty-three bits survive every
    // reader of JSON.
    RandomState::new().build_hasher().finish() >> 11
}
