//! The commands of `secateur-lab` without enough threads, memory or disk, or with a closed pipe.

use crate::program::{program, run};
use crate::starved::{limited, starved, stderr_of};
use crate::{BINARY, command};
use std::fs::File;
use std::process::{Output, Stdio};
use tempfile::TempDir;

/// Commands that print.
const PRINTING: [&[&str]; 4] = [
    &["list"],
    &["match", "linear", "linear", "--games", "2", "--nodes", "10"],
    &["tune", "spsa-inputs"],
    &["data", "stats", "g.vf"],
];

/// A folder with a file of games.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let games = "datagen --games 2 --nodes 50 --seed 1 --out g.vf";
    assert_eq!(run(&mut command(folder.path(), games)).0, Some(0));
    folder
}

#[test]
fn a_full_disk_behind_standard_output_is_reported() {
    for arguments in PRINTING {
        let folder = folder();
        let full = File::options().write(true).open("/dev/full").expect("opened");
        let mut command = program(BINARY);
        let output = command.args(arguments).current_dir(folder.path()).stdout(full).output();
        let output = output.expect("the binary starts");
        let text = stderr_of(arguments, &output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains("No space left on device"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_closed_pipe_ends_every_command_with_141() {
    for arguments in PRINTING {
        assert_ended_by_closed_pipe(&folder(), arguments);
    }
}

fn assert_ended_by_closed_pipe(folder: &TempDir, arguments: &[&str]) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = program(BINARY);
    let output = command.args(arguments).current_dir(folder.path()).stdout(writer).output();
    let output = output.expect("the binary starts");
    let text = stderr_of(arguments, &output);
    assert_eq!(output.status.code(), Some(141), "{arguments:?}: {text}");
}

#[test]
fn results_are_saved_before_a_closed_pipe_ends_the_command() {
    for (arguments, expected) in [
        (
            "match linear linear --games 2 --nodes 10 --json m.json --pgn m.pgn --report m.tsv",
            &["m.json", "m.pgn", "m.tsv"][..],
        ),
        (
            "run null-move --quick --first 1 --depth 1..2 --out .",
            &["null-move.csv", "null-move.json", "null-move.svg"][..],
        ),
        ("tune spsa Delta.Margin --pairs 1 --nodes 10 --out t.json", &["t.json", "t.json.svg"][..]),
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        assert_ended_by_closed_pipe(&folder, &arguments);
        let entries = std::fs::read_dir(folder.path()).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        assert_eq!(names, expected, "{arguments:?}");
    }
}

#[test]
fn threads_that_cannot_start_leave_their_work_to_the_others() {
    for arguments in [
        &["train", "linear", "g.vf", "--threads", "400", "--iterations", "2", "--out", "w"][..],
        &["match", "linear", "linear", "--games", "200", "--nodes", "10", "--jobs", "100"],
    ] {
        let output = limited(BINARY, folder().path(), 500_000, arguments, "");
        let text = stderr_of(arguments, &output);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {text}");
        assert!(text.contains("threads cannot be started"), "{arguments:?}: {text}");
    }
}

/// Without memory for a hash table a command reports an error, and prints no empty result.
#[test]
fn missing_memory_is_reported_without_an_empty_result() {
    for arguments in [
        &["match", "linear", "linear", "--games", "2", "--nodes", "10"][..],
        &["run", "null-move", "--first", "2", "--depth", "1..2", "--quick", "--restart"],
        &["tune", "spsa", "--pairs", "9", "--nodes", "10", "--jobs", "3", "--restart"],
    ] {
        let mut refused = 0;
        for kilobytes in (24_000..60_000).step_by(3_000) {
            let (output, stdout) = starved(BINARY, kilobytes, arguments);
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!text.contains("panicked"), "{arguments:?}, {kilobytes}: {text}");
            match output.status.code() {
                Some(0) => assert!(
                    !stdout.contains("NaN") && !stdout.contains("| 0 | 0 | 0 |"),
                    "{kilobytes}: {stdout}"
                ),
                Some(2) if text.contains("cannot be allocated") => {
                    refused += 1;
                    assert_eq!(text.lines().count(), 1, "{kilobytes}: {text}");
                }
                // The program was not loaded.
                _ => assert!(stdout.is_empty(), "{kilobytes}: {stdout} {text}"),
            }
        }
        assert!(refused > 0, "{arguments:?}: no limit refused only the hash tables");
    }
}

/// Runs an experiment whose journal reaches the limit of file sizes.
fn run_with_full_journal(stderr: Stdio) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec '{BINARY}' run null-move --quick --first 4 --depth 1..3"
    );
    let mut command = program("sh");
    let output = command.args(["-c", &script]).current_dir(folder.path()).stderr(stderr).output();
    output.expect("sh starts")
}

#[test]
fn a_full_disk_behind_standard_error_does_not_end_a_run() {
    let full = File::options().write(true).open("/dev/full").expect("opened");
    let output = run_with_full_journal(full.into());
    assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
}

#[test]
fn a_journal_that_cannot_be_written_is_reported_once() {
    let output = run_with_full_journal(Stdio::piped());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        text.contains("cannot read or write the journal null-move.partial: File too large"),
        "{text}"
    );
    assert_eq!(text.matches("--resume repeats what follows").count(), 1, "{text}");
}
