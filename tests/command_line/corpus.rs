//! Every stored fuzzing input through its target (`docs/dev/testing.md`).

use crate::targets::{TARGETS, Target, WORDIEST};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Longer than any input takes, with assertions, on a busy machine: what takes longer hangs as good
/// as for ever.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of all corpora together, at most: they live in the repository.
const LARGEST: u64 = 400_000;

/// The inputs of a target, in the order of their names.
fn corpus(target: &Target) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target.name);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// Begins what is said to people, complaints among it.
const REMARK: &str = "info string ";
/// Letters of a line that says something else, at most: a line of moves down to the depths that a
/// short search reaches.
const LONGEST_LINE: usize = 400;

/// Environment variable of a process whose output is discarded.
const UNHEARD: &str = "SECATEUR_UNHEARD";

/// Replays in a process of its own what speaks on standard output past the harness, which would
/// show it all.
fn replay_unheard(name: &str, test: &str) {
    if std::env::var_os(UNHEARD).is_some() {
        return replay(name);
    }
    let program = std::env::current_exe().expect("a program");
    let ended = Command::new(program)
        .args(["--exact", test])
        .env(UNHEARD, "1")
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&ended.stdout);
    let end: Vec<&str> = said.lines().rev().take(30).collect();
    let error = String::from_utf8_lossy(&ended.stderr);
    assert!(
        ended.status.success(),
        "{error}{}",
        end.into_iter().rev().collect::<Vec<_>>().join("\n")
    );
    assert!(said.contains("bestmove"), "nothing was searched");
    said.lines().for_each(check_printed);
}

/// What the controller prints is never long, and least of all when it complains.
fn check_printed(line: &str) {
    let most = if line.starts_with(REMARK) { REMARK.len() + WORDIEST } else { LONGEST_LINE };
    assert!(line.chars().count() < most, "{} letters: {line}", line.chars().count());
}

fn replay(name: &str) {
    let target = crate::targets::named(name).expect("a target");
    let files = corpus(target);
    assert!(files.len() >= 5, "{name}: only {} inputs: the test has gone blind", files.len());
    for file in files {
        println!("{}", file.display()); // shown if it panics
        let input = fs::read(&file).expect("a file");
        let start = Instant::now();
        (target.run)(&input);
        assert!(start.elapsed() < PATIENCE, "{}: {:?}", file.display(), start.elapsed());
    }
}

/// A test for each target, so that they run side by side.
macro_rules! replays {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            replay($name);
        })*

        #[test]
        fn every_target_has_its_test() {
            let mut names = [$($name),*, "protocol"];
            names.sort_unstable();
            assert_eq!(TARGETS.map(|target| target.name), names);
        }
    };
}

replays! {
    opening_books "book"
    lines_of_suites "epd"
    positions_as_text "fen"
    journals "journal"
    perft_suites "perft"
    games_as_people_write_them "pgn"
    results_of_runs "results"
    the_rules_against_shakmaty "rules"
    files_of_evaluations "weights"
}

#[test]
fn the_protocol() {
    replay_unheard("protocol", "corpus::the_protocol");
}

#[test]
fn corpora_stay_small() {
    let files = TARGETS.iter().flat_map(corpus);
    let bytes: u64 = files.map(|file| fs::metadata(file).expect("a file").len()).sum();
    assert!(bytes < LARGEST, "{bytes} bytes: keep only those that each show something new");
}
