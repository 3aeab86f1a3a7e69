//! Replays every stored fuzzing input through its target (`docs/dev/testing.md`).

use crate::program::{program, run};
use crate::targets::{TARGETS, Target, WORDIEST};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time limit of an input, with assertions and on a busy machine. A slower input counts as a hang.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum size of all corpora in bytes: they are part of the repository.
const MAX_BYTES: u64 = 400_000;

/// The inputs of a target, in the order of their names.
fn corpus(target: &Target) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target.name);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// Prefix of messages to the user, including errors.
const MESSAGE_PREFIX: &str = "info string ";
/// Maximum length of other lines in characters. The longest are the PVs of short searches.
const MAX_LINE: usize = 400;

/// Environment variable that marks the child process of `replay_captured`.
const CAPTURED: &str = "SECATEUR_CAPTURED";

/// Replays a target in a child process, and checks its standard output. The target prints past the
/// test harness, which would show everything.
fn replay_captured(name: &str, test: &str) {
    if std::env::var_os(CAPTURED).is_some() {
        return replay(name);
    }
    let binary = std::env::current_exe().expect("the path of the test binary");
    let (code, stdout, error) = run(program(binary).args(["--exact", test]).env(CAPTURED, "1"));
    let tail: Vec<&str> = stdout.lines().rev().take(30).collect();
    assert_eq!(code, Some(0), "{error}{}", tail.into_iter().rev().collect::<Vec<_>>().join("\n"));
    assert!(stdout.contains("bestmove"), "nothing was searched");
    stdout.lines().for_each(check_printed);
}

/// Checks the length of a line that the controller prints. The limit of messages is lower.
fn check_printed(line: &str) {
    let limit =
        if line.starts_with(MESSAGE_PREFIX) { MESSAGE_PREFIX.len() + WORDIEST } else { MAX_LINE };
    assert!(line.chars().count() < limit, "{} characters: {line}", line.chars().count());
}

fn replay(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    let files = corpus(target);
    assert!(files.len() >= 5, "{name}: only {} inputs, at least 5 are required", files.len());
    for file in files {
        println!("{}", file.display()); // shown if it panics
        let input = fs::read(&file).expect("a file");
        let start = Instant::now();
        (target.run)(&input);
        assert!(start.elapsed() < TIMEOUT, "{}: {:?}", file.display(), start.elapsed());
    }
}

/// Defines one test for each target, so that they run in parallel.
macro_rules! replays {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            replay($name);
        })*

        #[test]
        fn every_target_has_a_test() {
            let mut names = [$($name),*, "protocol"];
            names.sort_unstable();
            assert_eq!(TARGETS.map(|target| target.name), names);
        }
    };
}

replays! {
    opening_books "book"
    epd_lines "epd"
    fen_positions "fen"
    journals "journal"
    perft_suites "perft"
    pgn_games "pgn"
    result_files "results"
    rules_agree_with_shakmaty "rules"
    network_files "weights"
}

#[test]
fn the_protocol() {
    replay_captured("protocol", "corpus::the_protocol");
}

#[test]
fn corpora_stay_small() {
    let files = TARGETS.iter().flat_map(corpus);
    let bytes: u64 = files.map(|file| fs::metadata(file).expect("a file").len()).sum();
    assert!(bytes < MAX_BYTES, "{bytes} bytes; keep only inputs that cover something new");
}

#[test]
fn the_protocol_target_accesses_no_file_in_any_spelling() {
    for line in [
        "setoption name debug-log-file value x",
        "setoption name Eval.File value x",
        "setoption name Book_File value x",
        "setoption name Syzygy-Path value x",
        "setoption name thr_eads value 64",
        "setoption name Ha-sh value 4096",
    ] {
        assert_eq!(crate::targets::protocol::harmless(line.as_bytes()), None, "{line}");
    }
    for line in ["setoption name Ha-sh value 4", "setoption name MultiPV value 2"] {
        assert_eq!(crate::targets::protocol::harmless(line.as_bytes()).as_deref(), Some(line));
    }
}
