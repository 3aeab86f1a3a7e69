//! The option `Debug Log File`: what is logged, and write errors.

use crate::options::{reported, scratch, set, settle};
use crate::support::Session;

#[test]
fn the_log_has_every_line_with_direction_and_time() {
    let path = scratch("debug of options.log");
    let _ = std::fs::remove_file(&path);
    let mut engine = Session::start();
    set(&mut engine, "Debug Log File", path.to_str().expect("text"));
    settle(&mut engine);
    engine.best_move("position startpos", "go depth 2");
    engine.send("xyzzy");
    engine.expect("info string unknown");
    let log = std::fs::read_to_string(&path).expect("flushed line by line");
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
    let ended = std::fs::read_to_string(&path).expect("still there").len();
    engine.assert_sane();
    assert_eq!(std::fs::read_to_string(&path).expect("still there").len(), ended, "closed");
    set(&mut engine, "Debug Log File", path.to_str().expect("text"));
    settle(&mut engine);
    assert!(
        std::fs::read_to_string(&path).expect("still there").len() > ended,
        "what was there is written on"
    );
}

/// The file counted as in force, so that the same name opened nothing.
#[cfg(target_os = "linux")]
#[test]
fn the_same_log_is_opened_again_after_a_write_error() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let path = scratch("limited.log");
    // Every write to a file fails.
    let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\"";
    let mut engine = Command::new("sh")
        .args(["-c", limited, crate::support::BINARY])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    let lines = format!("setoption name Debug Log File value {}\nisready\n", path.display());
    let mut input = engine.stdin.take().expect("piped");
    input.write_all(lines.repeat(2).as_bytes()).expect("it reads");
    drop(input);
    let output = engine.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.matches("; logging stops").count(), 2, "{said}");
}

/// A full disk is said once, and the game goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_on_is_given_up() {
    let mut engine = Session::start();
    set(&mut engine, "Debug Log File", "/dev/full");
    engine.send("isready");
    assert!(engine.expect("info string").contains("option Debug Log File: /dev/full: "));
    engine.assert_sane();
    assert_eq!(reported(&engine, 0).len(), 1);
}
