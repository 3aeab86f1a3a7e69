//! Unit tests of `secateur::search::clock`.

use secateur::chess::{Board, Color};
use secateur::score::Score;
use secateur::search::clock::*;
use secateur::search::limits::Limits;
use secateur::search::techniques::{TUNABLES, Techniques, Tunables};
use std::time::{Duration, Instant};

const MS: Duration = Duration::from_millis(1);
const VALUES: Tunables = Tunables::DEFAULT;

/// History of iterations with these best moves (indices of legal moves), scores and node share.
fn iterations(moves: &[usize], scores: &[Score], share: Option<f64>) -> IterationHistory {
    let legal = Board::default().legal_moves();
    let mut history = IterationHistory::new(legal.len());
    moves.iter().zip(scores).for_each(|(&mv, &score)| history.record(legal[mv], score, share));
    history
}

/// The soft limit before the first iteration, and the hard limit, of a move on the clock.
fn limits_of(
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
) -> (Duration, Duration) {
    let clock = on_the_clock(left, increment, moves_to_go, overhead);
    let soft = clock.soft_limit(&IterationHistory::new(2)).expect("a time limit");
    (soft, clock.hard_limit().expect("a time limit"))
}

fn on_the_clock(
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
) -> Clock {
    let mut limits = Limits::default();
    limits.clock.left = [Some(left); 2];
    limits.clock.increment = [increment; 2];
    limits.clock.moves_to_go = moves_to_go;
    Clock::new(&limits, Color::White, overhead, VALUES, Instant::now())
}

#[test]
fn no_limit_exceeds_the_remaining_time() {
    let histories = [
        iterations(&[], &[], None),
        iterations(&[0, 1], &[500, -500], Some(0.0)),
        iterations(&[0; 9], &[0; 9], None),
    ];
    for left in [0, 1, 5, 50, 200, 1_000, 60_000, 7_200_000, 999_999_999_999] {
        for increment in [0, 2, 100, 30_000] {
            for moves_to_go in (0..=60).map(Some).chain([None, Some(1000)]) {
                for overhead in [0, 10, 30, 500, 10_000] {
                    let (left, increment) = (Duration::from_millis(left), increment * MS);
                    let clock = on_the_clock(left, increment, moves_to_go, overhead * MS);
                    let (soft, hard) = limits_of(left, increment, moves_to_go, overhead * MS);
                    let usable = left.saturating_sub(overhead * MS);
                    let case = format!("{left:?} {increment:?} {moves_to_go:?} {overhead}");
                    assert!(MIN_MOVE_TIME <= soft && soft <= hard, "{case}");
                    let share = if moves_to_go.is_some_and(|moves| moves <= 1) { 90 } else { 70 };
                    assert!(hard <= (usable * share / 100).max(MIN_MOVE_TIME), "{case}");
                    assert!(
                        histories.iter().all(|history| clock.soft_limit(history) <= Some(hard)),
                        "{case}"
                    );
                }
            }
        }
    }
}

/// With few moves to go, the hard limit is a share of the time left after overhead and reserve.
#[test]
fn hard_limit_is_a_share_of_the_time_without_overhead_and_reserve() {
    for (left, moves_to_go, expected) in [
        (60_000, 1, (60_000 - 30 - 100) * 90 / 100),
        (60_000, 2, (60_000 - 30 - 100) * 70 / 100),
        (1_000, 1, (1_000 - 30 - 100) * 90 / 100),
        (100, 1, (100 - 30 - 100 / 2) * 90 / 100),
        (30, 1, 1),
    ] {
        let (_, hard) = limits_of(left * MS, Duration::ZERO, Some(moves_to_go), 30 * MS);
        assert_eq!(hard, expected * MS, "{left} ms, {moves_to_go} moves to go");
    }
}

#[test]
fn soft_limit_grows_with_time_and_shrinks_with_moves_to_go() {
    let soft =
        |left: u32, increment: u32, moves| limits_of(left * MS, increment * MS, moves, 30 * MS).0;
    for left in [1, 50, 100, 1_000, 60_000] {
        for moves in 1..60 {
            assert!(soft(left, 0, Some(moves)) >= soft(left, 0, Some(moves + 1)), "{left} {moves}");
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
    // Every move takes its hard limit and the whole overhead.
    let overhead = 30 * MS;
    for (base, increment) in [(60_000, 600), (2_000, 20), (1_000, 10), (200, 2), (60_000, 0)] {
        let (mut left, mut moves) = (base * MS, 0);
        while moves < 300 {
            let (_, hard) = limits_of(left, increment * MS, None, overhead);
            if left <= overhead {
                break; // only the minimum limit is left
            }
            let used = if hard > MIN_MOVE_TIME { hard + overhead } else { hard };
            assert!(used <= left, "{base}+{increment}: {used:?} of {left:?}");
            left = left - used + increment * MS;
            moves += 1;
        }
        let min = if increment > 0 { 300 } else { 50 };
        assert!(moves >= min, "{base}+{increment}: only {moves} moves before the clock is empty");
    }
}

#[test]
fn first_move_gets_a_plausible_share_of_the_time() {
    for (base, increment) in [(60_000, 600), (2_000, 20)] {
        let (soft, hard) = limits_of(base * MS, increment * MS, None, 10 * MS);
        let whole = base * MS / VALUES.time_moves.unsigned_abs() + increment * MS * 3 / 4;
        let target = whole * VALUES.time_soft.unsigned_abs() / 100;
        assert!(soft > target * 85 / 100 && soft <= target, "{soft:?}");
        assert!(hard > 4 * whole && hard < base * MS / 2, "{hard:?}");
    }
}

#[test]
fn an_infinite_search_ignores_the_clock() {
    let mut limits = Limits { infinite: true, ..Limits::default() };
    limits.clock.left = [Some(MS), Some(MS)];
    let clock = Clock::new(&limits, Color::White, Duration::ZERO, VALUES, Instant::now());
    assert_eq!((clock.hard_limit(), clock.soft_limit(&IterationHistory::new(2))), (None, None));
}

#[test]
fn movetime_is_reduced_by_the_overhead() {
    let limits = Limits::with_move_time(100 * MS);
    let clock = Clock::new(&limits, Color::White, 30 * MS, VALUES, Instant::now());
    let soft = clock.soft_limit(&IterationHistory::new(2));
    assert_eq!((soft, clock.hard_limit()), (None, Some(70 * MS)));
    assert!(
        !clock.is_past_soft(&IterationHistory::new(1), || 0),
        "a forced move does not end a `movetime` search early"
    );
    let hard = |move_time: u32, left: Option<u32>| {
        let mut limits = Limits::with_move_time(move_time * MS);
        limits.clock.left = [left.map(|left| left * MS); 2];
        Clock::new(&limits, Color::White, 30 * MS, VALUES, Instant::now()).hard_limit()
    };
    assert_eq!(hard(20, None), Some(MIN_MOVE_TIME), "less than the overhead");
    assert_eq!(hard(100, Some(600_000)), Some(70 * MS), "the shorter limit holds");
    assert!(hard(60_000, Some(1_000)) < Some(1_000 * MS), "the clock is shorter");
}

#[test]
fn a_forced_move_is_played_immediately_on_the_clock() {
    let mut limits = Limits::default();
    limits.clock.left = [Some(60_000 * MS); 2];
    let clock = Clock::new(&limits, Color::Black, 30 * MS, VALUES, Instant::now());
    assert!(
        clock.is_past_soft(&IterationHistory::new(1), || 0)
            && !clock.is_past_soft(&IterationHistory::new(2), || 0)
    );
}

#[test]
fn nodestime_counts_nodes_instead_of_time() {
    let mut limits = Limits::with_move_time(100 * MS);
    limits.clock.nodes_per_millisecond = 50;
    let clock = Clock::new(&limits, Color::White, 30 * MS, VALUES, Instant::now());
    assert!(
        !clock.is_past_hard(|| 4999) && clock.is_past_hard(|| 5000),
        "neither overhead nor real time counts"
    );
    assert_eq!((clock.nodes_to_hard(|| 4000), clock.nodes_to_hard(|| 6000)), (Some(1000), Some(0)));
    limits.clock.nodes_per_millisecond = 0;
    let clock = Clock::new(&limits, Color::White, 30 * MS, VALUES, Instant::now());
    assert!(!clock.is_past_hard(|| u64::MAX) && clock.nodes_to_hard(|| 0).is_none());
}

#[test]
fn best_move_change_and_falling_score_raise_the_soft_limit() {
    let stable = iterations(&[0; 12], &[20; 12], Some(0.9));
    assert!(stable.soft_limit_factor(&VALUES) < 0.7, "{}", stable.soft_limit_factor(&VALUES));
    assert!(
        iterations(&[0; 12], &[20; 12], Some(0.4)).soft_limit_factor(&VALUES)
            > 1.5 * stable.soft_limit_factor(&VALUES),
        "other moves take most nodes"
    );
    let changed = iterations(&[0, 0, 0, 0, 0, 1], &[20; 6], Some(0.5));
    assert!(changed.soft_limit_factor(&VALUES) > 2.0, "the best move has changed");
    let falling =
        iterations(&[0; 12], &[20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, -30], Some(0.9));
    assert!(
        falling.soft_limit_factor(&VALUES) > 1.4 * stable.soft_limit_factor(&VALUES),
        "the score falls"
    );
    let rising = iterations(&[0; 3], &[20, 20, 90], Some(0.9));
    assert!(
        rising.soft_limit_factor(&VALUES)
            < iterations(&[0; 3], &[20; 3], Some(0.9)).soft_limit_factor(&VALUES)
    );
    let swing = f64::from(VALUES.time_stability) / 100.0;
    let max = (1.0 + swing * (STABILITY[0] - 1.0))
        * (EFFORT + f64::from(VALUES.time_effort) / 200.0)
        * TREND_BOUNDS.1;
    for extreme in [
        iterations(&[0, 1], &[32_000, -32_000], Some(0.0)),
        iterations(&[0, 0], &[-32_000, 32_000], Some(1.0)),
    ] {
        assert!(
            extreme.soft_limit_factor(&VALUES) > 0.2 && extreme.soft_limit_factor(&VALUES) <= max
        );
    }
}

#[test]
fn soft_limit_grows_with_the_move_number() {
    let soft = |moves_to_go, number| {
        let mut limits = Limits::default();
        limits.clock.left = [Some(60_000 * MS); 2];
        limits.clock.moves_to_go = moves_to_go;
        let clock = Clock::new(&limits, Color::White, 30 * MS, VALUES, Instant::now());
        clock.at_move(number, &limits).soft_limit(&IterationHistory::new(2)).expect("a time limit")
    };
    assert!([1, 10, 20, 30, 40].map(|number| soft(None, number)).is_sorted_by(|a, b| a < b));
    assert_eq!(soft(None, 20), limits_of(60_000 * MS, Duration::ZERO, None, 30 * MS).0);
    assert_eq!(soft(None, 40), soft(None, u16::MAX));
    assert_eq!(soft(Some(30), 1), soft(Some(30), 40));
}

/// The factor of the soft limit must not become negative: `Duration` would panic.
#[test]
fn extreme_tunables_keep_the_soft_limit_within_the_hard_limit() {
    let mut limits = Limits::default();
    limits.clock.left = [Some(60_000 * MS); 2];
    let names = TUNABLES.iter().filter(|tunable| tunable.switch.name.starts_with("Time."));
    for tunable in names {
        for value in [tunable.range.0, tunable.range.1] {
            let mut techniques = Techniques::FULL;
            techniques.set(tunable.switch.name, &value.to_string()).expect("in the range");
            let tunables = techniques.tunables;
            let clock = Clock::new(&limits, Color::White, MS, tunables, Instant::now());
            for share in [0.0, 0.5, 1.0] {
                for scores in [[-900; 9], [900; 9]] {
                    let soft = clock.soft_limit(&iterations(&[0; 9], &scores, Some(share)));
                    assert!(soft <= clock.hard_limit(), "{} {value}", tunable.switch.name);
                }
            }
        }
    }
}
