//! Frequent user errors, by the real binary: each is reported in one line with the reason and the
//! remedy.

use crate::BINARY;
use crate::program::{self, Outcome, program};

const GAME: &str = "[Result \"*\"]\n\n1. f3 e5 2. g4 *\n";

/// Runs the binary in a folder with two games.
fn run(arguments: &str) -> Outcome {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["a.pgn", "b.pgn"] {
        std::fs::write(folder.path().join(name), GAME).expect("written");
    }
    program::run(program(BINARY).args(arguments.split(' ')).current_dir(folder.path()))
}

/// Checks that a run fails with this one line.
fn assert_fails(arguments: &str, line: &str) {
    let (code, _, stderr) = run(arguments);
    assert_eq!((code, stderr.trim_end()), (Some(2), line), "{arguments}");
}

#[test]
fn analyse_takes_one_file() {
    let line = "secateur: `analyse` takes one file or position, not 2";
    assert_fails("analyse a.pgn b.pgn", line);
    assert_fails("analyse a.pgn missing.pgn", line);
}

#[test]
fn files_that_are_not_results_are_rejected() {
    let line =
        "secateur: a.pgn is not a result of `secateur epd`: expected value at line 1 column 2";
    for arguments in [
        "epd compare a.pgn b.pgn",
        "epd merge a.pgn",
        "epd kaufman --first 1 --depth 1 --compare a.pgn",
    ] {
        assert_fails(arguments, line);
    }
}

#[test]
fn the_error_names_the_file_of_a_suite_that_is_not_built_in() {
    for (arguments, name) in [
        ("epd sts --depth 1", "sts"),
        ("epd lapuce2.epd --depth 1", "lapuce2"),
        ("epd perft-tricky --depth 1", "perft-tricky"),
        ("perft --suite perft-standard", "perft-standard"),
        ("analyse STS", "sts"),
    ] {
        let (code, _, stderr) = run(arguments);
        let place =
            format!("; {name} is not built in, its file is epd/{name}.epd of the repository");
        let is_one_line = stderr.lines().count() == 1;
        assert!(code == Some(2) && is_one_line && stderr.trim_end().ends_with(&place), "{stderr}");
        let file = format!("{}/epd/{name}.epd", env!("CARGO_MANIFEST_DIR"));
        assert!(std::path::Path::new(&file).exists(), "{file}");
    }
}

#[test]
fn analyse_takes_a_built_in_suite() {
    let (code, stdout, stderr) = run("analyse kaufman --nodes 1 --json");
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stdout.lines().count(), secateur::tools::suites::built_in("kaufman").len());
}

#[test]
fn counts_of_one_are_singular() {
    let (_, _, stderr) = run("analyse k w - -");
    assert!(stderr.contains("1 rank instead of 8"), "{stderr}");
    let (_, stdout, _) = run("perft 0");
    assert!(stdout.starts_with("depth 0: 1 leaf in "), "{stdout}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("one.epd");
    std::fs::write(&file, "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D0 1\nnonsense\n").expect("written");
    let (_, stdout, stderr) = run(&format!("perft --skip-bad --suite {}", file.display()));
    assert!(
        stdout.starts_with("1 position, 1 count checked, 0 wrong, 0 skipped, 1 leaf"),
        "{stdout}"
    );
    assert!(stderr.ends_with("1 line could not be read and was skipped\n"), "{stderr}");
}

/// Ten bad lines are printed and the others counted.
#[test]
fn a_file_of_another_kind_is_reported_in_a_few_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("notes.txt");
    let path = file.display().to_string();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (content, last) in [
        ("these are notes\n".repeat(50), "no line can be read: another kind of file?"),
        (
            format!("{start} bm e4;\n{}", "these are notes\n".repeat(50)),
            "50 lines cannot be read; --skip-bad skips such lines",
        ),
    ] {
        std::fs::write(&file, content).expect("written");
        let (code, _, stderr) = run(&format!("epd {path} --depth 1"));
        assert_eq!((code, stderr.lines().count()), (Some(2), 12), "{stderr}");
        assert!(stderr.contains("… and 40 more") && stderr.trim_end().ends_with(last));
    }
}

#[test]
fn a_suite_without_any_count_to_check_fails() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let suite = folder.path().join("a.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::fs::write(&suite, format!("{start} ;D1 20 ;D2 401\n")).expect("written");
    let path = suite.display();
    let line = "secateur: nothing was checked: --max-nodes 10 skips every count";
    assert_fails(&format!("perft --suite {path} --max-nodes 10"), line);
    assert_eq!(run(&format!("perft --suite {path} --max-nodes 20")).0, Some(0));
}

#[test]
fn a_position_without_moves_has_no_tree() {
    let line = "secateur: there is no legal move in this position, so there is no tree";
    assert_fails("tree R6k/8/6K1/8/8/8/8/8 b - - 0 1", line);
}
