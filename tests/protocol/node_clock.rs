//! Unit tests of `secateur::uci::node_clock`.

use secateur::chess::Color;
use secateur::search::Limits;
use secateur::uci::node_clock::*;
use std::time::Duration;

fn limits(left: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
    let mut limits = Limits::default();
    limits.clock.left = [Some(Duration::from_millis(left)), None];
    limits.clock.increment = [Duration::from_millis(increment); 2];
    limits.clock.moves_to_go = moves_to_go;
    limits
}

fn play(clock: &mut NodeClock, mut limits: Limits, nodes: u64) -> Option<u128> {
    clock.begin(&mut limits, Color::White);
    clock.end(&limits, Color::White, nodes);
    limits.clock.left[0].map(|left| left.as_millis())
}

#[test]
fn the_clock_counts_nodes() {
    let mut clock = NodeClock::default();
    clock.set_rate(100);
    assert_eq!(play(&mut clock, limits(1000, 10, None), 30_000), Some(1000));
    assert_eq!(
        play(&mut clock, limits(5, 10, None), 100_000),
        Some(710),
        "later clock values of the client are ignored"
    );
    assert_eq!(play(&mut clock, limits(5, 10, None), 0), Some(0), "the clock stops at 0");
    clock.new_game();
    assert_eq!(play(&mut clock, limits(700, 0, None), 0), Some(700));
}

#[test]
fn a_new_time_control_replaces_the_remaining_time() {
    let mut clock = NodeClock::default();
    clock.set_rate(1);
    assert_eq!(play(&mut clock, limits(900, 0, Some(2)), 300), Some(900));
    assert_eq!(play(&mut clock, limits(900, 0, Some(1)), 300), Some(600));
    assert_eq!(play(&mut clock, limits(1200, 0, Some(40)), 300), Some(1200));
    // Sudden death after the last move of the control.
    assert_eq!(play(&mut clock, limits(5000, 0, None), 300), Some(5000));
    assert_eq!(play(&mut clock, limits(5000, 0, None), 300), Some(4700), "the same time control");
}

#[test]
fn the_clock_of_the_client_is_used_without_a_rate() {
    let mut clock = NodeClock::default();
    assert_eq!(play(&mut clock, limits(1000, 0, None), 900), Some(1000));
    assert_eq!(play(&mut clock, limits(800, 0, None), 900), Some(800));
}
