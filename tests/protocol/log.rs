//! The option `Debug Log File`: what is logged, and write errors.

use crate::options::{scratch, set, settle};
use crate::support::Session;

#[test]
fn the_log_has_every_line_with_direction_and_time() {
    let path = scratch("debug of options.log");
    let _ = std::fs::remove_file(&path);
    let mut engine = Session::start();
    set(&mut engine, "Debug Log File", path.to_str().expect("UTF-8"));
    settle(&mut engine);
    engine.best_move("position startpos", "go depth 2");
    engine.send("xyzzy");
    engine.expect("info string unknown");
    let log = std::fs::read_to_string(&path).expect("the log exists during the session");
    for line in [
        "< readyok",
        "> position startpos",
        "> go depth 2",
        "> xyzzy",
        "< info string unknown command 'xyzzy'",
    ] {
        assert!(log.lines().any(|logged| logged.ends_with(&format!(" {line}"))), "{line}\n{log}");
    }
    assert!(log.lines().any(|line| line.contains(" < bestmove ")));
    for line in log.lines() {
        let time = line.split(' ').next().expect("a time");
        assert!(time.parse::<f64>().is_ok_and(|seconds| seconds > 1.7e9), "{line}");
    }
    set(&mut engine, "Debug Log File", "<empty>");
    settle(&mut engine);
    let length = std::fs::read_to_string(&path).expect("the file exists").len();
    engine.assert_responsive();
    assert_eq!(
        std::fs::read_to_string(&path).expect("the file exists").len(),
        length,
        "the log is closed"
    );
    set(&mut engine, "Debug Log File", path.to_str().expect("UTF-8"));
    settle(&mut engine);
    assert!(
        std::fs::read_to_string(&path).expect("the file exists").len() > length,
        "the log is appended to"
    );
}

#[test]
fn a_file_that_is_not_a_log_stays_as_it_is() {
    let path = scratch("games.pgn");
    let name = path.to_str().expect("UTF-8");
    let mut engine = Session::start();
    for (content, is_log) in [
        ("[Event \"mine\"]\n", false),
        ("1795305599.123 >isready\n", false),
        ("", true),
        // A letter of two bytes ends beyond the bytes that are read.
        ("1795305599.123 > setoption name SyzygyPath value /home/someone/\u{dc}bung\n", true),
    ] {
        std::fs::write(&path, content).expect("written");
        set(&mut engine, "Debug Log File", name);
        settle(&mut engine);
        let now = std::fs::read_to_string(&path).expect("the file exists");
        assert!(now.starts_with(content) && (now.len() > content.len()) == is_log, "{now}");
        set(&mut engine, "Debug Log File", "<empty>");
        settle(&mut engine);
    }
}

/// After a write error the file no longer counts as the current value of the option.
#[cfg(target_os = "linux")]
#[test]
fn the_same_log_is_opened_again_after_a_write_error() {
    use std::io::Write as _;
    use std::process::Stdio;
    let path = scratch("limited.log");
    // Every write to a file fails.
    let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\"";
    let mut engine = crate::support::program::program("sh")
        .args(["-c", limited, crate::support::BINARY])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    let lines = format!("setoption name Debug Log File value {}\nisready\n", path.display());
    let mut input = engine.stdin.take().expect("piped");
    input.write_all(lines.repeat(2).as_bytes()).expect("the engine reads");
    drop(input);
    let output = engine.wait_with_output().expect("the engine ends");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(stdout.matches("; logging stops").count(), 2, "{stdout}");
}

/// A full disk is reported once.
#[cfg(target_os = "linux")]
#[test]
fn logging_stops_after_a_write_error_and_the_engine_continues() {
    let mut engine = Session::start();
    set(&mut engine, "Debug Log File", "/dev/full");
    engine.send("isready");
    assert!(engine.expect("info string").contains("option Debug Log File: /dev/full: "));
    engine.assert_responsive();
    assert_eq!(crate::options::reported(&engine, 0).len(), 1);
}
