//! Engines that do not answer, by the real binary: every command reports them after one time limit.

use std::process::Command;
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");
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
                let output = Command::new(BINARY).args(arguments.split(' ')).output();
                let output = output.expect("the binary starts");
                let text = [output.stdout, output.stderr].concat();
                let text = String::from_utf8_lossy(&text);
                assert_eq!(output.status.code(), Some(code), "{arguments}: {text}");
                let reports = text.matches("cat did not answer 'uci' within 10 s").count();
                assert_eq!(reports, 1, "{arguments}: {text}");
                assert!(start.elapsed() < LIMIT, "{arguments}: {:?}", start.elapsed());
            });
        }
    });
}
