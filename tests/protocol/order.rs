//! The order of answers, and what does not depend on it: the log, the time of a queued search.

use crate::support::Session;
use std::time::{Duration, Instant};

/// Time that a queued search waits: longer than a short search takes on a busy machine.
const QUEUED: Duration = Duration::from_millis(1500);

/// Index of the first line that begins like this.
fn place(lines: &[String], beginning: &str) -> usize {
    let found = lines.iter().position(|line| line.starts_with(beginning));
    found.unwrap_or_else(|| panic!("no '{beginning}' in {lines:#?}"))
}

/// The first search after the option accessed the memory, and took up to two seconds over its time.
#[cfg(target_os = "linux")]
#[test]
fn a_larger_table_has_its_memory_before_the_engine_is_ready() {
    let mut engine = Session::start();
    let before = engine.resident_megabytes();
    engine.send("setoption name Hash value 200\nisready");
    engine.expect("readyok");
    let grown = engine.resident_megabytes() - before;
    assert!(grown >= 200, "{grown} MB");
}
