//! Solves test suites. The engine starts each position with empty tables, and several positions run
//! in parallel.
//!
//! A [`SuitePosition`] is a position with its place in a suite. A [`PositionResult`] is its result.
//! [`run()`] searches the positions and reports each result as it comes.
//! [`journal`](crate::files::journal) writes it immediately, so that an interrupted run can
//! continue. A [`Shard`] is a part of the positions for one machine; [`merge`] combines the shards.
//! A complete run is a [`SuiteRecord`], which [`report`] prints and [`compare`] compares with an
//! older one.

pub mod compare;
pub mod judge;
pub mod merge;
pub mod record;
pub mod report;
pub mod tally;
pub mod watch;

pub use record::{
    Effort, EngineSetup, PositionResult, Setup, Shard, SolverAnswer, Suite, SuiteRecord,
};

use crate::chess::Game;
use crate::chess::epd::Epd;
use crate::chess::fen::CastlingNotation;
use crate::engine::Engine;
use crate::files::hash::fnv1a;
use crate::search::smp::STACK;
use crate::search::{Limits, Signals};
use crate::stop::Stop;
use crate::threads::map_with_workers;
use judge::is_solved;
use std::sync::Mutex;
use std::time::Instant;
use watch::SolutionTracker;

/// Position of a test suite to solve, with its number and suite.
#[derive(Clone, Debug)]
pub struct SuitePosition {
    /// The index of the suite, from 0.
    pub suite: usize,
    /// The number of the position in the suite, from 1.
    pub number: usize,
    /// The index of the engine that solves it, from 0.
    pub engine: usize,
    /// The position and its solution.
    pub epd: Epd,
}

impl SuitePosition {
    /// Returns the EPD `id` of the suite position, or its number if it has none.
    pub fn id(&self) -> String {
        self.epd.id.clone().unwrap_or_else(|| format!("#{}", self.number))
    }

    /// Returns the FEN of the suite position.
    pub fn fen(&self) -> String {
        self.epd.board.fen(CastlingNotation::Standard)
    }
}

/// Returns a hash of suite positions that is equal on all machines.
pub fn digest<'a>(positions: impl Iterator<Item = &'a SuitePosition>) -> String {
    let text = |position: &SuitePosition| {
        let points: Vec<String> = position
            .epd
            .points
            .iter()
            .map(|(mv, points)| format!("{}={points}", mv.uci(true)))
            .collect();
        let (id, expected) = (position.id(), position.epd.solution());
        let fen = position.epd.board.fen(CastlingNotation::Shredder);
        format!("{}\t{id}\t{fen}\t{expected}\t{}\n", position.number, points.join(" "))
    };
    format!("{:016x}", fnv1a(positions.map(text).collect::<String>().as_bytes()))
}

/// Error of an engine that failed to search a suite position.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SolverError(pub String);

/// Result of one suite position, or the error of the engine that failed to search it.
pub type Solved = Result<PositionResult, SolverError>;

/// Engine that searches positions of a test suite one at a time.
pub trait Solver: Send {
    /// Searches one suite position within the limits; an urgent stop aborts the search.
    fn solve(&mut self, position: &SuitePosition, limits: &Limits, stop: &Stop) -> Solved;
}

/// Engines that one thread runs in turn on each suite position.
pub type EngineSet = Vec<Box<dyn Solver>>;

/// Searches suite positions within the limits in parallel, with one thread per set of engines.
/// `done` receives each result as soon as it is finished, with the index of its position. The
/// first error of `done` or of an engine ends the run. A stop request ends the run early. An urgent
/// one also aborts the current searches.
pub fn run<E: From<SolverError> + Send>(
    positions: &[&SuitePosition],
    limits: &Limits,
    engine_sets: Vec<EngineSet>,
    stop: &Stop,
    done: impl FnMut(usize, PositionResult) -> Result<(), E> + Send,
) -> Result<(), E> {
    let done = Mutex::new((done, Ok(())));
    let work = |engine_set: &mut EngineSet, index: usize| {
        let position = positions[index];
        let solved = engine_set[position.engine].solve(position, limits, stop);
        let mut done = done.lock().expect("no holder panics");
        let (done, outcome) = &mut *done;
        if stop.is_urgent() || outcome.is_err() {
            return None;
        }
        *outcome = solved.map_err(E::from).and_then(|result| done(index, result));
        if outcome.is_err() {
            stop.request_urgent();
        }
        Some(())
    };
    map_with_workers(STACK, engine_sets, positions.len(), || stop.is_requested(), work);
    done.into_inner().expect("no holder panics").1
}

impl Solver for Engine {
    /// Solves a position. A search for a mate ends when the mate is proved.
    fn solve(&mut self, position: &SuitePosition, limits: &Limits, stop: &Stop) -> Solved {
        let epd = &position.epd;
        let signals = Signals::default();
        let mut watch = SolutionTracker::new(epd, stop, &signals);
        self.new_game();
        self.set_game(Game::new(epd.board));
        let limits = Limits { mate: epd.mate_in.map(i32::unsigned_abs), ..limits.clone() };
        let answer = self.go(&limits, &signals, Instant::now(), &mut watch);
        let solved = is_solved(epd, &answer);
        let effort_to_solution =
            (solved == Some(true)).then(|| watch.effort_to_solution(&answer.progress));
        Ok(PositionResult::new(
            position,
            &SolverAnswer::of(&answer, &epd.board),
            solved,
            effort_to_solution,
        ))
    }
}
