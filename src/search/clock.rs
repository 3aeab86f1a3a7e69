//! How long to think. The clock is told numbers and answers; it asks nobody.
//!
//! Two limits: after the *soft* one no iteration is begun, at the *hard* one the search is broken off. Both leave the move
//! overhead untouched, the time that passes between our answer and the stopping of our clock.

use super::limits::Limits;
use crate::chess::Color;
use std::time::{Duration, Instant};

/// Moves that the rest of a game without time control is taken to last.
const MOVES_LEFT: u32 = 26;
/// Share of what is left that one move may never exceed, in percent.
const HARD_SHARE: u32 = 70;
/// The soft limit as a share of the time for a move, in percent: the last iteration is usually broken off, so it is not worth beginning.
const SOFT_SHARE: u32 = 70;
/// The hard limit as a multiple of the time for a move.
const HARD_FACTOR: u32 = 4;
/// However little is left, a move is thought about this long.
const MINIMUM: Duration = Duration::from_millis(1);

/// The time limits of one search, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Clock {
    /// `start` is when the command to search was read. `overhead` is taken off every limit.
    pub fn new(limits: &Limits, color: Color, overhead: Duration, start: Instant) -> Clock {
        let mut clock = Clock { start, soft: None, hard: None };
        if let Some(left) = limits.clock.left_of(color) {
            let (soft, hard) = shares(left, limits.clock.increment[color.index()], limits.clock.moves_to_go, overhead);
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

    /// Too late for another iteration? With a single root move every moment is too late, on the clock.
    pub fn is_past_soft(&self, root_moves: usize) -> bool {
        self.soft.is_some_and(|soft| root_moves == 1 || self.elapsed() >= soft)
    }

    /// Time to break off?
    pub fn is_past_hard(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }
}

/// Soft and hard limit of a move on the clock.
fn shares(left: Duration, increment: Duration, moves_to_go: Option<u32>, overhead: Duration) -> (Duration, Duration) {
    let usable = left.saturating_sub(overhead).max(MINIMUM);
    let moves = moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    // Each of the moves to come costs its overhead too, but a large overhead must not make every move instant.
    let reserve = (overhead * (moves - 1)).min(usable / 2);
    let share = (usable - reserve) / moves + increment * 3 / 4;
    let cap = if moves == 1 { usable * 9 / 10 } else { usable * HARD_SHARE / 100 };
    let hard = (share * HARD_FACTOR).min(cap).max(MINIMUM);
    let soft = (share * SOFT_SHARE / 100).min(hard).max(MINIMUM);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn no_limit_exceeds_what_is_left() {
        for left in [1, 5, 50, 200, 1_000, 60_000, 7_200_000] {
            for increment in [0, 2, 100, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    for overhead in [0, 10, 500, 10_000] {
                        let (soft, hard) = shares(left * MS, increment * MS, moves_to_go, overhead * MS);
                        assert!(soft <= hard, "{left} {increment} {moves_to_go:?} {overhead}");
                        assert!(hard <= (left * MS).saturating_sub(overhead * MS).max(MINIMUM));
                    }
                }
            }
        }
    }

    #[test]
    fn a_long_game_gets_a_plausible_share() {
        let (soft, hard) = shares(60_000 * MS, 600 * MS, None, 10 * MS);
        assert!(soft > 1_000 * MS && soft < 3_000 * MS, "{soft:?}");
        assert!(hard > 3 * soft && hard < 15_000 * MS, "{hard:?}");
    }

    #[test]
    fn the_time_for_a_move_respects_the_overhead() {
        let limits = Limits::for_time(100 * MS);
        let clock = Clock::new(&limits, Color::White, 30 * MS, Instant::now());
        assert_eq!((clock.soft, clock.hard), (None, Some(70 * MS)));
    }
}
