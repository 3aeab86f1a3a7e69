//! Games side by side: workers play, one writer keeps what they have finished.
//!
//! A game depends on nothing but its seed, so one worker writes the same file again, and several
//! the same games in another order.

use super::games::Game;
use super::selfplay::{Player, SelfPlayRules};
use super::store::{Epoch, Found, Origin, Store, StoreError};
use crossbeam::channel::{self, Receiver, RecvTimeoutError};
use secateur::eval::Evaluator;
use secateur::search::smp::STACK;
use secateur::search::table::OutOfMemory;
use secateur::seeds;
use secateur::stop::Stop;
use secateur::tools::fingerprint::fingerprint;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often the sidecar is brought up to date, and how much a loss of power can take.
const NOTE_EVERY: Duration = Duration::from_secs(10);
/// How often the watcher is told at least.
const TELL_EVERY: Duration = Duration::from_millis(500);

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
    /// The workers.
    #[error("a worker cannot be started: {0}")]
    Thread(std::io::Error),
}

/// Generates until the goal is reached or a stop is asked for; then the games under way are
/// finished, unless it is urgent. Reaching the goal makes the stop urgent.
pub fn run(
    plan: &DatagenPlan,
    stop: &Stop,
    watch: &mut dyn FnMut(&Status),
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
    let next = AtomicU64::new(0);
    let (sender, receiver) = channel::bounded(2 * players.len());
    let result = std::thread::scope(|scope| {
        for mut player in players {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                while !stop.is_asked() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let Some(game) = player.play(seeds::of_game(seed, epoch, number), stop) else {
                        return;
                    };
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            };
            if let Err(error) =
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)
            {
                stop.end();
                return Err(DatagenError::Thread(error));
            }
        }
        drop(sender);
        let kept = keep(plan.goal, &mut store, &receiver, watch);
        // Workers that wait for room in the channel must see that nobody listens any more.
        drop(receiver);
        stop.end();
        kept.map_err(DatagenError::from)
    });
    // What went wrong first is told first.
    let noted = store.note();
    let status = result?;
    noted?;
    Ok(Summary { status, found, seed })
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

/// Keeps games as they come, until there are enough or no more come.
fn keep(
    goal: Goal,
    store: &mut Store,
    games: &Receiver<Game>,
    watch: &mut dyn FnMut(&Status),
) -> Result<Status, StoreError> {
    let start = Instant::now();
    let before = store.sidecar().positions;
    let mut noted = Instant::now();
    loop {
        let (games_kept, positions) = (store.sidecar().games, store.sidecar().positions);
        let status = Status {
            goal,
            games: games_kept,
            positions,
            fresh: positions - before,
            elapsed: start.elapsed(),
        };
        watch(&status);
        if status.is_reached() {
            return Ok(status);
        }
        match games.recv_timeout(TELL_EVERY) {
            Ok(game) => store.append(&game)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(status),
        }
        if noted.elapsed() >= NOTE_EVERY {
            store.note()?;
            noted = Instant::now();
        }
    }
}
