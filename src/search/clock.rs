//! Time management: the soft and the hard limit of a search.
//!
//! After the *soft* limit no iteration starts; at the *hard* limit the search stops. Both leave out
//! the move overhead: the time between the engine's answer and the stop of its clock.
//!
//! The soft limit follows the [`IterationHistory`]. It shrinks while the iterations agree and most
//! nodes are below the best move. It grows when the best move changes, other moves take nodes, or
//! the score falls. On average the product of the three factors is about 1.

use super::limits::Limits;
use super::techniques::Tunables;
use crate::chess::{Color, Move};
use crate::score::Score;
use std::time::{Duration, Instant};

/// Upper bound of `movestogo` in the time allocation.
const MAX_MOVES_TO_GO: u32 = 30;
/// The greatest share of the remaining time that one move may take, percent.
const MAX_HARD_PERCENT: u32 = 70;
/// The greatest share of the remaining time for the last move before the time control, percent.
const MAX_HARD_PERCENT_LAST_MOVE: u32 = 90;
/// Reserve beyond the overhead, for a busy machine: this long, or the remaining time divided by
/// this, if that is less.
const RESERVE: (Duration, u32) = (Duration::from_millis(100), 2);
/// The move that gets the usual time under `Time.ByMove`; from twice this number on the time does
/// not grow.
const REFERENCE_MOVE: u16 = 20;
/// Minimum time limit of a move, used when hardly any time is left.
pub const MIN_MOVE_TIME: Duration = Duration::from_millis(1);

/// Factors of the soft time limit, indexed by the number of consecutive iterations without a change
/// of the best move. The last entry also applies to more iterations.
pub const STABILITY: [f64; 8] = [1.9, 1.4, 1.15, 1.0, 0.92, 0.86, 0.8, 0.75];
/// Factor of the soft time limit when half of all nodes are below the best move.
pub const EFFORT: f64 = 1.1;
/// Minimum and maximum factor of the soft time limit by the trend of the score.
pub const TREND_BOUNDS: (f64, f64) = (0.8, 1.5);

/// Soft and hard time limit of one search, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// Nodes per millisecond, if limits are counted in nodes; 0 for real time.
    nodes_per_millisecond: u64,
    /// All tunables, of which `Time.*` are used.
    tunables: Tunables,
}

impl Clock {
    /// Computes the time limits of a search whose `go` command was read at `start`. `overhead` is
    /// taken off every limit, except where nodes are counted.
    pub fn new(
        limits: &Limits,
        color: Color,
        overhead: Duration,
        tunables: Tunables,
        start: Instant,
    ) -> Clock {
        let nodes_per_millisecond = limits.clock.nodes_per_millisecond;
        let overhead = if nodes_per_millisecond == 0 { overhead } else { Duration::ZERO };
        let mut clock = Clock { start, soft: None, hard: None, nodes_per_millisecond, tunables };
        if let Some(left) = limits.clock.time_left(color).filter(|_| !limits.infinite) {
            let increment = limits.clock.increment[color.index()];
            let (soft, hard) =
                soft_and_hard_limit(left, increment, limits.clock.moves_to_go, overhead, &tunables);
            clock.soft = Some(soft);
            clock.hard = Some(hard);
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(MIN_MOVE_TIME);
            clock.hard = Some(clock.hard.map_or(time, |hard| hard.min(time)));
        }
        clock
    }

    /// Scales the soft limit by the number of the move, from 1. It is up to `Time.ByMove` percent
    /// smaller before move 20, and up to as much larger after it (Stockfish). With moves to go to a
    /// time control, the limit stays.
    pub fn at_move(mut self, number: u16, limits: &Limits) -> Clock {
        if limits.clock.moves_to_go.is_some() {
            return self;
        }
        let later = f64::from(number.min(2 * REFERENCE_MOVE)) / f64::from(REFERENCE_MOVE) - 1.0;
        let factor = 1.0 + f64::from(self.tunables.time_by_move) / 100.0 * later;
        let hard = self.hard.unwrap_or(Duration::MAX);
        self.soft = self.soft.map(|soft| soft.mul_f64(factor).clamp(MIN_MOVE_TIME.min(hard), hard));
        self
    }

    /// Hard time limit, at which the search stops; `None` without a time limit.
    pub fn hard_limit(&self) -> Option<Duration> {
        self.hard
    }

    /// Time since the `go` command was read.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search has any time limit.
    pub fn is_set(&self) -> bool {
        self.hard.is_some()
    }

    /// Time spent: real time, or the time that the nodes stand for.
    fn spent(&self, nodes: impl Fn() -> u64) -> Duration {
        match self.nodes_per_millisecond {
            0 => self.elapsed(),
            rate => time_of_nodes(nodes(), rate),
        }
    }

    /// Whether the soft time limit has passed, so that no further iteration starts. `nodes` returns
    /// the nodes searched so far.
    pub fn is_past_soft(&self, iterations: &IterationHistory, nodes: impl Fn() -> u64) -> bool {
        self.soft_limit(iterations).is_some_and(|soft| self.spent(nodes) >= soft)
    }

    /// Whether the hard time limit has passed, so that the search stops.
    pub fn is_past_hard(&self, nodes: impl Fn() -> u64) -> bool {
        self.hard.is_some_and(|hard| self.spent(nodes) >= hard)
    }

    /// Nodes left before the hard limit, if the clock counts nodes (`nodestime`); `None` for real
    /// time.
    pub fn nodes_to_hard(&self, nodes: impl Fn() -> u64) -> Option<u64> {
        let rate = self.nodes_per_millisecond;
        let hard = self.hard.filter(|_| rate != 0)?;
        Some(((hard.as_secs_f64() * 1e3 * rate as f64).ceil() as u64).saturating_sub(nodes()))
    }

    /// Soft time limit after these iterations; `None` without a clock. With a single
    /// move to choose from, by the rules or by tablebases, it is 0.
    pub fn soft_limit(&self, iterations: &IterationHistory) -> Option<Duration> {
        let (soft, hard) = self.soft.zip(self.hard)?;
        Some(if iterations.is_forced {
            Duration::ZERO
        } else {
            soft.mul_f64(iterations.soft_limit_factor(&self.tunables)).min(hard)
        })
    }
}

/// Converts nodes to the time they stand for at a rate in nodes per millisecond (`nodestime`).
pub fn time_of_nodes(nodes: u64, nodes_per_millisecond: u64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / (nodes_per_millisecond.max(1) as f64 * 1e3))
}

/// Best moves and scores of the finished iterations, from which time management computes the soft
/// limit.
#[derive(Clone, Debug, Default)]
pub struct IterationHistory {
    /// There is only one move to choose from.
    is_forced: bool,
    /// The best move of the last iteration, and how many in a row before it had the same.
    best: Option<Move>,
    stable_iterations: usize,
    /// Score of the last iteration, internal units, and the average of all, in which each iteration
    /// halves the weight of those before.
    score: Option<f64>,
    average: f64,
    /// Fall of the score against the last iteration plus that against the average, internal units.
    score_drop: f64,
    /// Share of the nodes below the best move, from 0 to 1; `None` with several PVs.
    share: Option<f64>,
}

impl IterationHistory {
    /// Creates an empty iteration history for a root position with this number of candidate moves.
    pub fn new(root_moves: usize) -> IterationHistory {
        IterationHistory { is_forced: root_moves == 1, ..IterationHistory::default() }
    }

    /// Records the best move and the score (internal units) of a finished iteration. `share` is the
    /// share of all nodes below the move; `None` with several PVs.
    pub fn record(&mut self, best: Move, score: Score, share: Option<f64>) {
        self.stable_iterations =
            if self.best == Some(best) { self.stable_iterations + 1 } else { 0 };
        self.best = Some(best);
        self.share = share;
        let score = f64::from(score);
        if let Some(last) = self.score {
            self.score_drop = (last - score) + (self.average - score);
            self.average = (self.average + score) / 2.0;
        } else {
            self.average = score;
        }
        self.score = Some(score);
    }

    /// Factor for the soft time limit, from best-move stability, node share of the best move and
    /// score trend.
    pub fn soft_limit_factor(&self, tunables: &Tunables) -> f64 {
        if self.best.is_none() {
            return 1.0;
        }
        let swing = f64::from(tunables.time_stability) / 100.0;
        let stability =
            1.0 + swing * (STABILITY[self.stable_iterations.min(STABILITY.len() - 1)] - 1.0);
        let full_share = f64::from(tunables.time_effort) / 100.0;
        let effort =
            self.share.map_or(1.0, |share| EFFORT + full_share * (0.5 - share.clamp(0.0, 1.0)));
        let trend = (1.0 + f64::from(tunables.time_trend) / 1000.0 * self.score_drop)
            .clamp(TREND_BOUNDS.0, TREND_BOUNDS.1);
        (stability * effort * trend).max(0.0) // some tunables allow less
    }
}

/// Soft and hard limit of a move on the clock.
fn soft_and_hard_limit(
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
    tunables: &Tunables,
) -> (Duration, Duration) {
    let [moves_left, soft_percent, hard_factor] =
        [tunables.time_moves, tunables.time_soft, tunables.time_hard].map(i32::unsigned_abs);
    let kept = overhead + RESERVE.0.min(left / RESERVE.1);
    let usable = left.saturating_sub(kept).max(MIN_MOVE_TIME);
    let moves = moves_to_go.map_or(moves_left, |moves| moves.clamp(1, MAX_MOVES_TO_GO));
    // Each move to come costs its overhead too, less the increment; but a large overhead must not
    // make every move instant.
    let reserve = (overhead.saturating_sub(increment) * (moves - 1)).min(usable / 2);
    let share = (usable - reserve) / moves + increment * 3 / 4;
    let cap = usable * if moves == 1 { MAX_HARD_PERCENT_LAST_MOVE } else { MAX_HARD_PERCENT } / 100;
    let hard = (share * hard_factor).min(cap).max(MIN_MOVE_TIME);
    let soft = (share * soft_percent / 100).min(hard).max(MIN_MOVE_TIME);
    (soft, hard)
}
