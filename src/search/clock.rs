//! How long to think. The clock is told numbers and answers; it asks nobody.
//!
//! Two limits: after the *soft* one no iteration is begun, at the *hard* one the search is broken
//! off. Both leave the move overhead untouched, the time that passes between our answer and the
//! stopping of our clock.
//!
//! The soft limit follows the [`IterationHistory`] of the search: it shrinks while the iterations agree and
//! all effort goes into the best move, and grows when the best move has just changed, other moves
//! take effort, or the score falls. The three factors are such that their product is about 1 on
//! average.

use super::limits::Limits;
use super::techniques::Tunables;
use crate::chess::{Color, Move};
use crate::score::Score;
use std::time::{Duration, Instant};

/// With a time control, moves beyond this many are left to the increase of the share as it comes
/// nearer.
const LARGEST_MOVES_TO_GO: u32 = 30;
/// Share of what is left that one move may never exceed, in percent.
const HARD_SHARE: u32 = 70;
/// The same for the last move before more time is given.
const LAST_HARD_SHARE: u32 = 90;
/// Kept back of every clock, over and above the overhead, for a machine that is busy with other
/// things: this long, or this part of what is left if that is less.
const RESERVE: (Duration, u32) = (Duration::from_millis(100), 2);
/// However little is left, a move is thought about this long.
const MINIMUM: Duration = Duration::from_millis(1);

/// The factor by how many iterations in a row, the last included, have agreed on the best move; the
/// last entry holds for all longer rows.
const STABILITY: [f64; 8] = [1.9, 1.4, 1.15, 1.0, 0.92, 0.86, 0.8, 0.75];
/// The factor when no node was spent below the best move is this and half of what a full share
/// takes off it.
const EFFORT: f64 = 1.1;
/// Bounds of the factor by the trend.
const TREND_BOUNDS: (f64, f64) = (0.8, 1.5);

/// The time limits of one search, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// If not 0, the limits are counted in nodes, and this many stand for a millisecond.
    nodes_per_millisecond: u64,
    /// How the course of the search counts.
    tunables: Tunables,
}

impl Clock {
    /// `start` is when the command to search was read. `overhead` is taken off every limit; where
    /// nodes are counted there is none.
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
        if let Some(left) = limits.clock.left_of(color) {
            let increment = limits.clock.increment[color.index()];
            let (soft, hard) =
                shares(left, increment, limits.clock.moves_to_go, overhead, &tunables);
            clock.soft = Some(soft);
            clock.hard = Some(hard);
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(MINIMUM);
            clock.hard = Some(clock.hard.map_or(time, |hard| hard.min(time)));
        }
        clock
    }

    /// Since the command to search was read.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Does it limit anything?
    pub fn is_set(&self) -> bool {
        self.hard.is_some()
    }

    /// What of the limits has been spent: time, or that for which the nodes entered stand.
    fn spent(&self, nodes: impl Fn() -> u64) -> Duration {
        match self.nodes_per_millisecond {
            0 => self.elapsed(),
            rate => time_of_nodes(nodes(), rate),
        }
    }

    /// Too late for another iteration, after such a course? `nodes` tells how many have been
    /// entered.
    pub fn is_past_soft(&self, history: &IterationHistory, nodes: impl Fn() -> u64) -> bool {
        self.soft_limit(history).is_some_and(|soft| self.spent(nodes) >= soft)
    }

    /// Time to break off?
    pub fn is_past_hard(&self, nodes: impl Fn() -> u64) -> bool {
        self.hard.is_some_and(|hard| self.spent(nodes) >= hard)
    }

    /// How many nodes may be entered before it is time to break off, where nodes are counted.
    pub fn nodes_to_hard(&self, nodes: impl Fn() -> u64) -> Option<u64> {
        let rate = self.nodes_per_millisecond;
        let hard = self.hard.filter(|_| rate != 0)?;
        Some(((hard.as_secs_f64() * 1e3 * rate as f64).ceil() as u64).saturating_sub(nodes()))
    }

    /// The soft limit after such a course; nothing if there is no clock. With a single root move it
    /// is no time at all.
    fn soft_limit(&self, history: &IterationHistory) -> Option<Duration> {
        let (soft, hard) = self.soft.zip(self.hard)?;
        Some(if history.is_forced {
            Duration::ZERO
        } else {
            soft.mul_f64(history.factor(&self.tunables)).min(hard)
        })
    }
}

/// The time that nodes stand for, at a rate of nodes in a millisecond, at least 1.
pub fn time_of_nodes(nodes: u64, nodes_per_millisecond: u64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / (nodes_per_millisecond.max(1) as f64 * 1e3))
}

/// What the iterations of a search have shown, as far as it tells how much longer to think.
#[derive(Clone, Debug, Default)]
pub struct IterationHistory {
    /// There is but one move to choose.
    is_forced: bool,
    /// The best move of the last iteration, and how many iterations in a row have ended with it.
    best: Option<Move>,
    agreeing: usize,
    /// Score of the last iteration in internal units, and the average of those before it, later
    /// ones weighing more.
    score: Option<f64>,
    average: f64,
    /// Internal units fallen, against the last iteration and against the average, summed.
    fallen: f64,
    /// Share of the nodes below the best move, from 0 to 1; `None` if it says nothing.
    share: Option<f64>,
}

impl IterationHistory {
    /// Before the first iteration, with so many root moves.
    pub fn new(root_moves: usize) -> IterationHistory {
        IterationHistory { is_forced: root_moves == 1, ..IterationHistory::default() }
    }

    /// An iteration has ended with this move and score (in internal units); `share` of all nodes so
    /// far are below the move, `None` if more than one line is searched, as then all of them get
    /// their share.
    pub fn note(&mut self, best: Move, score: Score, share: Option<f64>) {
        self.agreeing = if self.best == Some(best) { self.agreeing + 1 } else { 0 };
        self.best = Some(best);
        self.share = share;
        let score = f64::from(score);
        if let Some(last) = self.score {
            self.fallen = (last - score) + (self.average - score);
            self.average = (self.average + score) / 2.0;
        } else {
            self.average = score;
        }
        self.score = Some(score);
    }

    /// What the soft limit is multiplied by.
    pub fn factor(&self, tunables: &Tunables) -> f64 {
        if self.best.is_none() {
            return 1.0;
        }
        let swing = f64::from(tunables.time_stability) / 100.0;
        let stability = 1.0 + swing * (STABILITY[self.agreeing.min(STABILITY.len() - 1)] - 1.0);
        let full_share = f64::from(tunables.time_effort) / 100.0;
        let effort =
            self.share.map_or(1.0, |share| EFFORT + full_share * (0.5 - share.clamp(0.0, 1.0)));
        let trend = (1.0 + f64::from(tunables.time_trend) / 1000.0 * self.fallen)
            .clamp(TREND_BOUNDS.0, TREND_BOUNDS.1);
        stability * effort * trend
    }
}

/// Soft and hard limit of a move on the clock.
fn shares(
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
    tunables: &Tunables,
) -> (Duration, Duration) {
    let [moves_left, soft_percent, hard_factor] =
        [tunables.time_moves, tunables.time_soft, tunables.time_hard].map(i32::unsigned_abs);
    let kept = overhead + RESERVE.0.min(left / RESERVE.1);
    let usable = left.saturating_sub(kept).max(MINIMUM);
    let moves = moves_to_go.map_or(moves_left, |moves| moves.clamp(1, LARGEST_MOVES_TO_GO));
    // Each of the moves to come costs its overhead too, as far as the increment does not pay for
    // it; but a large overhead must not make every move instant.
    let reserve = (overhead.saturating_sub(increment) * (moves - 1)).min(usable / 2);
    let share = (usable - reserve) / moves + increment * 3 / 4;
    let cap = usable * if moves == 1 { LAST_HARD_SHARE } else { HARD_SHARE } / 100;
    let hard = (share * hard_factor).min(cap).max(MINIMUM);
    let soft = (share * soft_percent / 100).min(hard).max(MINIMUM);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;

    const MS: Duration = Duration::from_millis(1);
    const VALUES: Tunables = Tunables::DEFAULT;

    fn course(moves: &[usize], scores: &[Score], share: Option<f64>) -> IterationHistory {
        let legal = Board::default().legal_moves();
        let mut course = IterationHistory::new(legal.len());
        moves.iter().zip(scores).for_each(|(&mv, &score)| course.note(legal[mv], score, share));
        course
    }

    #[test]
    fn no_limit_exceeds_what_is_left() {
        let courses = [
            course(&[], &[], None),
            course(&[0, 1], &[500, -500], Some(0.0)),
            course(&[0; 9], &[0; 9], None),
        ];
        for left in [0, 1, 5, 50, 200, 1_000, 60_000, 7_200_000, 999_999_999_999] {
            for increment in [0, 2, 100, 30_000] {
                for moves_to_go in (0..=60).map(Some).chain([None, Some(1000)]) {
                    for overhead in [0, 10, 30, 500, 10_000] {
                        let (left, increment) = (Duration::from_millis(left), increment * MS);
                        let (soft, hard) =
                            shares(left, increment, moves_to_go, overhead * MS, &VALUES);
                        let usable = left.saturating_sub(overhead * MS);
                        let what = format!("{left:?} {increment:?} {moves_to_go:?} {overhead}");
                        assert!(MINIMUM <= soft && soft <= hard, "{what}");
                        let share =
                            if moves_to_go.is_some_and(|moves| moves <= 1) { 90 } else { 70 };
                        assert!(hard <= (usable * share / 100).max(MINIMUM), "{what}");
                        let clock = Clock {
                            start: Instant::now(),
                            soft: Some(soft),
                            hard: Some(hard),
                            nodes_per_millisecond: 0,
                            tunables: VALUES,
                        };
                        assert!(
                            courses.iter().all(|course| clock.soft_limit(course) <= Some(hard)),
                            "{what}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn more_time_and_fewer_moves_never_make_a_move_shorter() {
        let soft = |left: u32, increment: u32, moves| {
            shares(left * MS, increment * MS, moves, 30 * MS, &VALUES).0
        };
        for left in [1, 50, 100, 1_000, 60_000] {
            for moves in 1..60 {
                assert!(
                    soft(left, 0, Some(moves)) >= soft(left, 0, Some(moves + 1)),
                    "{left} {moves}"
                );
                assert!(
                    soft(left, 0, Some(moves)) <= soft(left + 10, 0, Some(moves)),
                    "{left} {moves}"
                );
                assert!(soft(left, 10, None) <= soft(left, 10 + moves, None), "{left} {moves}");
            }
        }
    }

    #[test]
    fn a_whole_game_is_played_without_losing_on_time() {
        // Every move takes its hard limit, and as much again as the overhead is meant for.
        let overhead = 30 * MS;
        for (base, increment) in [(60_000, 600), (2_000, 20), (1_000, 10), (200, 2), (60_000, 0)] {
            let (mut left, mut moves) = (base * MS, 0);
            while moves < 300 {
                let (_, hard) = shares(left, increment * MS, None, overhead, &VALUES);
                if left <= overhead {
                    break; // one millisecond a move: nothing better can be done
                }
                let used = if hard > MINIMUM { hard + overhead } else { hard };
                assert!(used <= left.max(overhead), "{base}+{increment}: {used:?} of {left:?}");
                left = left - used + increment * MS;
                moves += 1;
            }
            let least = if increment > 0 { 300 } else { 50 };
            assert!(
                moves >= least,
                "{base}+{increment}: only {moves} moves before the clock is empty"
            );
        }
    }

    #[test]
    fn a_long_game_gets_a_plausible_share() {
        for (base, increment) in [(60_000, 600), (2_000, 20)] {
            let (soft, hard) = shares(base * MS, increment * MS, None, 10 * MS, &VALUES);
            let whole = base * MS / VALUES.time_moves.unsigned_abs() + increment * MS * 3 / 4;
            let target = whole * VALUES.time_soft.unsigned_abs() / 100;
            assert!(soft > target * 85 / 100 && soft <= target, "{soft:?}");
            assert!(hard > 4 * whole && hard < base * MS / 2, "{hard:?}");
        }
    }

    #[test]
    fn the_time_for_a_move_respects_the_overhead() {
        let limits = Limits::for_time(100 * MS);
        let clock = Clock::new(&limits, Color::White, 30 * MS, VALUES, Instant::now());
        assert_eq!((clock.soft, clock.hard), (None, Some(70 * MS)));
        assert!(
            !clock.is_past_soft(&IterationHistory::new(1), || 0),
            "a forced move is no reason to end it early"
        );
    }

    #[test]
    fn a_forced_move_is_played_at_once_on_the_clock() {
        let mut limits = Limits::default();
        limits.clock.left = [Some(60_000 * MS); 2];
        let clock = Clock::new(&limits, Color::Black, 30 * MS, VALUES, Instant::now());
        assert!(
            clock.is_past_soft(&IterationHistory::new(1), || 0)
                && !clock.is_past_soft(&IterationHistory::new(2), || 0)
        );
    }

    #[test]
    fn nodes_can_stand_for_time() {
        let mut limits = Limits::for_time(100 * MS);
        limits.clock.nodes_per_millisecond = 50;
        let clock = Clock::new(&limits, Color::White, 30 * MS, VALUES, Instant::now());
        assert!(
            !clock.is_past_hard(|| 4999) && clock.is_past_hard(|| 5000),
            "no overhead, whatever the time"
        );
        assert_eq!(
            (clock.nodes_to_hard(|| 4000), clock.nodes_to_hard(|| 6000)),
            (Some(1000), Some(0))
        );
        limits.clock.nodes_per_millisecond = 0;
        let clock = Clock::new(&limits, Color::White, 30 * MS, VALUES, Instant::now());
        assert!(!clock.is_past_hard(|| u64::MAX) && clock.nodes_to_hard(|| 0).is_none());
    }

    #[test]
    fn a_search_in_trouble_gets_more_time_than_a_quiet_one() {
        let quiet = course(&[0; 12], &[20; 12], Some(0.9));
        assert!(quiet.factor(&VALUES) < 0.7, "{}", quiet.factor(&VALUES));
        assert!(
            course(&[0; 12], &[20; 12], Some(0.4)).factor(&VALUES) > 1.5 * quiet.factor(&VALUES),
            "others take effort"
        );
        let changed = course(&[0, 0, 0, 0, 0, 1], &[20; 6], Some(0.5));
        assert!(changed.factor(&VALUES) > 2.0, "the best move has changed");
        let falling =
            course(&[0; 12], &[20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, -30], Some(0.9));
        assert!(falling.factor(&VALUES) > 1.4 * quiet.factor(&VALUES), "the score falls");
        let rising = course(&[0; 3], &[20, 20, 90], Some(0.9));
        assert!(rising.factor(&VALUES) < course(&[0; 3], &[20; 3], Some(0.9)).factor(&VALUES));
        let swing = f64::from(VALUES.time_stability) / 100.0;
        let most = (1.0 + swing * (STABILITY[0] - 1.0))
            * (EFFORT + f64::from(VALUES.time_effort) / 200.0)
            * TREND_BOUNDS.1;
        for wild in [
            course(&[0, 1], &[32_000, -32_000], Some(0.0)),
            course(&[0, 0], &[-32_000, 32_000], Some(1.0)),
        ] {
            assert!(wild.factor(&VALUES) > 0.2 && wild.factor(&VALUES) <= most);
        }
    }
}
