//! Sessions of a real client, python-chess, with the real binary.
//!
//! The sessions are in `client.py`; `make test` creates the virtual environment. Without it the
//! tests print a message and pass, except with `CLIENT_TESTS=required`.

use crate::support::BINARY;
use crate::support::program::{program, run};
use std::path::{Path, PathBuf};

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
    let (code, stdout, stderr) = run(program(python).arg(script).args([BINARY, name]));
    let is_complete = code == Some(0) && stdout.contains("session complete");
    assert!(is_complete, "{name}:\n{stdout}{stderr}");
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
    session("wdl");
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
