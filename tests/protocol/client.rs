//! Sessions of a real client, python-chess, with the real binary.
//!
//! The sessions are in `client.py`; `make test` creates the virtual environment. Without it the
//! tests print a message and pass, except with `CLIENT_TESTS=required`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn python() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
    if path.exists() {
        return Some(path);
    }
    assert!(
        std::env::var_os("CLIENT_TESTS").is_none_or(|value| value != "required"),
        "{} is missing; `make .venv/ready` creates it",
        path.display()
    );
    println!("skipped: {} is missing; `make .venv/ready` creates it", path.display());
    None
}

fn session(name: &str) {
    let Some(python) = python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/client.py");
    let output = Command::new(python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_secateur"))
        .arg(name)
        .output()
        .expect("python starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("session complete"), "{name}:\n{text}");
}

#[test]
fn a_game_on_the_clock_is_played_to_its_end() {
    session("game");
}

#[test]
fn multipv_reports_three_different_lines_best_first() {
    session("multipv");
}

#[test]
fn ponder_hits_and_misses_are_answered() {
    session("ponder");
}

#[test]
fn chess960_games_are_legal() {
    session("chess960");
}

#[test]
fn limits_and_searchmoves_are_honoured() {
    session("limits");
}

#[test]
fn wdl_follows_the_score() {
    session("chances");
}

#[test]
fn mate_pvs_end_in_checkmate() {
    session("mates");
}

#[test]
fn book_moves_are_played() {
    session("book");
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn tablebase_wins_are_converted() {
    session("tablebases");
}

#[test]
fn quit_and_eof_end_an_infinite_search() {
    session("leave");
}
