//! Engines that do not answer, by the real binary: every command reports them after one time limit.

use crate::secateur;
use std::time::{Duration, Instant};

/// The time limit of an engine, 10 s, with a margin for a busy machine.
const LIMIT: Duration = Duration::from_secs(20);

/// `cat` repeats what it reads, so it never answers `uci`.
#[test]
fn an_engine_that_does_not_answer_is_reported_once_and_in_time() {
    let runs = [
        ("doctor --engine cat", 1),
        ("epd kaufman --first 1 --nodes 10 --engine cat", 2),
        ("analyse startpos --nodes 10 --engine cat", 2),
        ("perft 2 --compare cat", 2),
    ];
    std::thread::scope(|scope| {
        for (arguments, code) in runs {
            scope.spawn(move || {
                let start = Instant::now();
                let words: Vec<&str> = arguments.split(' ').collect();
                let (found, stdout, stderr) = secateur(&words);
                let text = stdout + &stderr;
                assert_eq!(found, Some(code), "{arguments}: {text}");
                let reports = text.matches("cat did not answer 'uci' within 10 s").count();
                assert_eq!(reports, 1, "{arguments}: {text}");
                assert!(start.elapsed() < LIMIT, "{arguments}: {:?}", start.elapsed());
            });
        }
    });
}
