//! Tests of `secateur::tools::bench`, and of `bench --stats` by the real binary.

use crate::secateur;
use secateur::eval::Evaluator;
use secateur::search::{Signals, Techniques};
use secateur::tools::bench::*;
use std::time::Duration;

fn task(text: &str) -> Result<Task, String> {
    Task::parse(&text.split_whitespace().collect::<Vec<_>>())
}

#[test]
fn arguments_have_the_order_of_stockfish() {
    let of = |hash_megabytes, threads, limit| Ok(Task { hash_megabytes, threads, limit });
    assert_eq!(task(""), of(16, 1, Limit::Depth(13)));
    assert_eq!(task("8"), of(16, 1, Limit::Depth(8)));
    assert_eq!(task("64 2"), of(64, 2, Limit::Depth(13)));
    assert_eq!(task("16 1 8"), of(16, 1, Limit::Depth(8)));
    assert_eq!(task("16 1 8 default depth"), of(16, 1, Limit::Depth(8)));
    assert_eq!(task("16 1 5000 nodes"), of(16, 1, Limit::Nodes(5000)));
    let time = Limit::Time(Duration::from_millis(50));
    assert_eq!(task("16 1 50 default movetime"), of(16, 1, time));
}

#[test]
fn invalid_arguments_are_rejected() {
    for (text, reason) in [
        ("deep", "'deep' is not a depth from 1 to 239"),
        ("0", "'0' is not a depth"),
        ("1024", "'1024' is not a depth from 1 to 239"),
        ("16 x", "'x' is not a number of threads"),
        ("16 1 8 plies", "'plies' is not a type of limit"),
        ("16 1 8 file.epd depth", "'file.epd' is unknown"),
        ("16 1 8 default depth more", "'more' is unknown"),
        ("16 1 8 nodes more", "'more' is unknown"),
    ] {
        let error = task(text).expect_err(text);
        assert!(error.contains(reason) && error.contains("bench HASH THREADS"), "{error}");
    }
}

#[test]
fn every_limit_ends_every_search() {
    for limit in [Limit::Nodes(50), Limit::Time(Duration::from_millis(1))] {
        let task = Task { limit, hash_megabytes: 1, threads: 1 };
        let mut positions = 0;
        let result = task
            .run(Techniques::FULL, Evaluator::default(), &Signals::default(), |_| {
                positions += 1;
            })
            .expect("1 MB is available");
        assert!(positions == POSITIONS.len() && result.branching_factor().is_none());
    }
}

#[test]
fn bench_stats_count_the_attempts_of_a_technique() {
    let attempts = |more: &[&str]| {
        let (_, stdout, stderr) = secateur(&[&["bench", "3", "--stats"][..], more].concat());
        let row = stdout.lines().find_map(|line| line.strip_prefix("null move "));
        let word = row.and_then(|row| row.split_whitespace().next());
        word.and_then(|word| word.parse::<u64>().ok()).unwrap_or_else(|| panic!("{stdout}{stderr}"))
    };
    assert!(attempts(&[]) > 0);
    assert_eq!(attempts(&["--set", "null-move.mode=off"]), 0);
}
