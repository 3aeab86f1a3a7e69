//! A real client, python-chess, plays and analyses with the real binary. Its sessions are in
//! `client.py`; `make test` makes the virtual environment it runs in. Without one the tests say so
//! and pass, except with `CLIENT_TESTS=required`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn python() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
    if path.exists() {
        return Some(path);
    }
    assert!(
        std::env::var_os("CLIENT_TESTS").is_none_or(|value| value != "required"),
        "{} is missing; `make .venv/ready` makes it",
        path.display()
    );
    println!("skipped: {} is missing; `make .venv/ready` makes it", path.display());
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
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("session complete"), "{name}:\n{said}");
}

#[test]
fn a_whole_game() {
    session("game");
}

#[test]
fn an_analysis_with_three_lines() {
    session("multipv");
}

#[test]
fn pondering() {
    session("ponder");
}

#[test]
fn a_game_of_chess960() {
    session("chess960");
}

#[test]
fn limits_and_search_moves() {
    session("limits");
}

#[test]
fn chances_of_winning() {
    session("chances");
}

#[test]
fn whole_mates() {
    session("mates");
}

#[test]
fn an_opening_book() {
    session("book");
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn endgame_tables() {
    session("tablebases");
}

#[test]
fn leaving() {
    session("leave");
}
