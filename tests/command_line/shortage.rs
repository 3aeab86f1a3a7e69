//! Missing resources, by the real binary: disk space, a reader of the output, threads, memory.
//!
//! Each is reported in one line without a panic, and a search uses the resources that it has.

use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;

use crate::BINARY;
use crate::program::{program, run};
use crate::starved::{limited, stderr_of};

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

/// A folder with the files that these commands read.
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
        let full = File::options().write(true).open("/dev/full").expect("the device exists");
        let output = program(BINARY)
            .args(arguments)
            .current_dir(folder.path())
            .stdout(full)
            .output()
            .expect("the binary starts");
        let text = stderr_of(arguments, &output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        let last = text.lines().last().unwrap_or_default();
        assert!(last.contains("No space left on device"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_full_disk_behind_standard_error_causes_no_panic() {
    for arguments in
        PRINTING.into_iter().chain([&["perft", "x"][..], &["epd", "no.epd", "--depth", "1"]])
    {
        let folder = folder();
        let full = File::options().write(true).open("/dev/full").expect("the device exists");
        let status = program(BINARY)
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(full)
            .status()
            .expect("the binary starts");
        assert!(matches!(status.code(), Some(0 | 2)), "{arguments:?}: {status:?}");
    }
}

#[test]
fn a_closed_pipe_ends_every_command_with_141() {
    for arguments in PRINTING {
        let folder = folder();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = program(BINARY)
            .args(arguments)
            .current_dir(folder.path())
            .stdout(writer)
            .output()
            .expect("the binary starts");
        let text = stderr_of(arguments, &output);
        assert_eq!(output.status.code(), Some(141), "{arguments:?}: {text}");
        assert!(!text.contains("Broken pipe"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_hash_size_beyond_the_memory_is_rejected() {
    for arguments in [
        &["perft", "3", "--hash", "33554432"][..],
        &["epd", "a.epd", "--depth", "1", "--hash", "33554432"],
    ] {
        let folder = folder();
        let (code, _, text) = run(program(BINARY).args(arguments).current_dir(folder.path()));
        let is_one_line = text.lines().count() == 1 && text.contains("MB");
        assert!(code == Some(2) && is_one_line, "{text}");
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
        let text = stderr_of(arguments, &output);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {text}");
        assert!(text.contains("threads cannot be started"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_search_uses_the_threads_that_could_be_started() {
    for kilobytes in [250_000, 300_000, 400_000] {
        let lines = "setoption name Threads value 256\ngo nodes 20000\nisready\ngo nodes 20000\n";
        let output = limited(BINARY, folder().path(), kilobytes, &[], lines);
        let text = stderr_of(&[], &output);
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(stdout.matches("bestmove ").count(), 2, "{kilobytes}: {stdout:.2000} {text}");
        assert!(stdout.contains("of 256 threads"), "{stdout:.2000}");
    }
}

/// Starting and stopping the threads must not cost time on the clock.
#[test]
fn threads_beyond_the_cores_do_not_delay_timed_searches() {
    let timed = |threads: u32| {
        let start = Instant::now();
        let threads = format!("setoption name Threads value {threads}");
        let moves = ["go movetime 300", "go wtime 3000 btime 3000", "quit"];
        let (_, stdout, _) = run(program(BINARY).arg(threads).args(moves));
        assert_eq!(stdout.matches("bestmove ").count(), 2, "{stdout:.2000}");
        (start.elapsed(), stdout)
    };
    let ((one, _), (many, stdout)) = (timed(1), timed(1024));
    assert!(stdout.contains("of 1024 threads: a timed search"), "{stdout:.2000}");
    assert!(many < 2 * one + Duration::from_secs(2), "{many:?}, and {one:?} with one thread");
}

#[test]
fn a_result_is_not_written_without_memory_for_its_bench_node_count() {
    let arguments =
        ["epd", "a.epd", "--first", "1", "--depth", "1", "--hash", "1", "--json", "a.json"];
    let (mut written, mut refused) = (0, 0);
    for kilobytes in (24_000..90_000).step_by(3_000) {
        let folder = folder();
        let output = limited(BINARY, folder.path(), kilobytes, &arguments, "");
        let json = std::fs::read_to_string(folder.path().join("a.json")).unwrap_or_default();
        assert!(!json.contains("\"short_bench\": 0,"), "{kilobytes}: {json}");
        written += usize::from(!json.is_empty());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        refused += usize::from(text.contains("cannot be allocated"));
    }
    assert!(written > 0 && refused > 0, "{written} written, {refused} refused");
}
