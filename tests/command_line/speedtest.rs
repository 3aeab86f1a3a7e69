//! Unit tests of `secateur::tools::speedtest`.

use secateur::search::Signals;
use secateur::tools::speedtest::*;
use std::time::Duration;

#[test]
fn the_games_are_legal_and_long_enough() {
    let lengths: Vec<usize> = games().map(|text| positions(text).len()).collect();
    assert!(lengths.iter().all(|&length| length > 25), "{lengths:?}");
    assert!(lengths.iter().sum::<usize>() > 300, "{lengths:?}");
}

#[test]
fn a_test_lasts_its_time_and_counts_every_position() {
    let test = SpeedTest { threads: 1, hash_megabytes: 1, time: Duration::from_millis(700) };
    let mut progress = (0, 0);
    let speed =
        test.run(&Signals::default(), |done, all| progress = (done, all)).expect("a small table");
    assert!(progress.0 == progress.1 && progress.1 == speed.positions, "{progress:?}");
    assert!(speed.nodes > 0 && speed.time >= test.time.mul_f64(0.9), "{speed:?}");
    assert!(speed.to_string().lines().count() == 6);
}
