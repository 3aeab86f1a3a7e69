//! What a machine may lack, by the real binary: room on the disk, a reader, threads, memory. Each
//! is reported in a line, nothing panics, and a search answers with what there is.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

use crate::starved::{complaint, limited};

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");

/// Every command that prints.
const PRINTING: [&[&str]; 12] = [
    &["perft", "2"],
    &["bench", "3"],
    &["eval"],
    &["doctor"],
    &["man"],
    &["completions", "bash"],
    &["epd", "a.epd", "--depth", "1"],
    &["analyse", "a.epd", "--depth", "1"],
    &["annotate", "a.pgn", "--depth", "1"],
    &["go depth 2", "quit"],
    &["--help"],
    &["epd", "--help"],
];

/// A folder with what these commands read.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let epd = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"mate\";\n".repeat(20);
    for (name, text) in [("a.pgn", "[Result \"*\"]\n\n1. f3 e5 2. g4 *\n"), ("a.epd", epd.as_str())]
    {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

#[test]
fn a_full_disk_behind_standard_output_is_reported_in_a_line() {
    for arguments in PRINTING {
        let folder = folder();
        let full = File::options().write(true).open("/dev/full").expect("there");
        let output = Command::new(BINARY)
            .args(arguments)
            .current_dir(folder.path())
            .stdout(full)
            .output()
            .expect("it starts");
        let text = complaint(arguments, &output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains("No space left on device"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_full_disk_behind_standard_error_is_no_panic() {
    for arguments in
        PRINTING.into_iter().chain([&["perft", "x"][..], &["epd", "no.epd", "--depth", "1"]])
    {
        let folder = folder();
        let full = File::options().write(true).open("/dev/full").expect("there");
        let status = Command::new(BINARY)
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(full)
            .status()
            .expect("it starts");
        assert!(matches!(status.code(), Some(0 | 2)), "{arguments:?}: {status:?}");
    }
}

#[test]
fn a_closed_pipe_ends_every_command_alike() {
    for arguments in PRINTING {
        let folder = folder();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(BINARY)
            .args(arguments)
            .current_dir(folder.path())
            .stdout(writer)
            .output()
            .expect("it starts");
        let text = complaint(arguments, &output);
        assert_eq!(output.status.code(), Some(141), "{arguments:?}: {text}");
        assert!(!text.contains("Broken pipe"), "{arguments:?}: {text}");
    }
}

#[test]
fn more_hash_than_there_is_is_refused() {
    for arguments in [
        &["perft", "3", "--hash", "1000000"][..],
        &["epd", "a.epd", "--depth", "1", "--hash", "1048576"],
    ] {
        let folder = folder();
        let output = Command::new(BINARY)
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .expect("it starts");
        let text = complaint(arguments, &output);
        assert!(
            output.status.code() == Some(2) && text.lines().count() == 1 && text.contains("MB"),
            "{text}"
        );
    }
}

#[test]
fn threads_that_cannot_start_leave_their_work_to_the_others() {
    for arguments in [
        &["perft", "4", "--threads", "600"][..],
        &["epd", "a.epd", "--depth", "3", "--jobs", "20", "--hash", "1"],
        &["analyse", "a.epd", "--depth", "3", "--jobs", "20", "--hash", "1"],
        &["epd", "a.epd", "--depth", "3", "--threads", "200"],
    ] {
        let output = limited(BINARY, folder().path(), 500_000, arguments, "");
        let text = complaint(arguments, &output);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {text}");
        assert!(text.contains("threads cannot be started"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_search_answers_with_the_threads_that_there_are() {
    for kilobytes in [250_000, 300_000, 400_000] {
        let lines = "setoption name Threads value 256\ngo nodes 20000\nisready\ngo nodes 20000\n";
        let output = limited(BINARY, folder().path(), kilobytes, &[], lines);
        let text = complaint(&[], &output);
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said.matches("bestmove ").count(), 2, "{kilobytes}: {said:.2000} {text}");
        assert!(said.contains("of 256 threads"), "{said:.2000}");
    }
}

/// With a thousand threads a move of a fifth of a second took four.
#[test]
fn threads_beyond_the_cores_do_not_cost_the_clock() {
    let timed = |threads: u32| {
        let start = Instant::now();
        let threads = format!("setoption name Threads value {threads}");
        let moves = ["go movetime 300", "go wtime 3000 btime 3000", "quit"];
        let output = Command::new(BINARY).arg(threads).args(moves).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(said.matches("bestmove ").count(), 2, "{said:.2000}");
        (start.elapsed(), said)
    };
    let ((one, _), (many, said)) = (timed(1), timed(1024));
    assert!(said.contains("of 1024 threads: a timed search"), "{said:.2000}");
    assert!(many < 2 * one + Duration::from_secs(2), "{many:?}, and {one:?} with one thread");
}
