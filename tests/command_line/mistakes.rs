//! Frequent mistakes at a shell, by the real binary: the one line that reports each states the
//! reason and the way out.

use std::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");
const GAME: &str = "[Result \"*\"]\n\n1. f3 e5 2. g4 *\n";

/// Exit code, standard output and standard error of a run in a folder with two games.
fn run(arguments: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["a.pgn", "b.pgn"] {
        std::fs::write(folder.path().join(name), GAME).expect("written");
    }
    let output =
        Command::new(BINARY).args(arguments.split(' ')).current_dir(folder.path()).output();
    let output = output.expect("the binary starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Checks that a run fails with this one line.
fn fails(arguments: &str, line: &str) {
    let (code, _, complaint) = run(arguments);
    assert_eq!((code, complaint.trim_end()), (Some(2), line), "{arguments}");
}

#[test]
fn analyse_takes_one_file() {
    let line = "secateur: `analyse` takes one file or position, not 2";
    fails("analyse a.pgn b.pgn", line);
    fails("analyse a.pgn missing.pgn", line);
}

#[test]
fn other_files_are_no_results() {
    let line = "secateur: a.pgn is not a result of `secateur epd`";
    for arguments in [
        "epd compare a.pgn b.pgn",
        "epd merge a.pgn",
        "epd kaufman --first 1 --depth 1 --compare a.pgn",
    ] {
        fails(arguments, line);
    }
}

#[test]
fn suites_that_are_not_built_in_are_in_the_repository() {
    for (arguments, name) in [
        ("epd sts --depth 1", "sts"),
        ("epd lapuce2.epd --depth 1", "lapuce2"),
        ("epd perft-tricky --depth 1", "perft-tricky"),
        ("perft --suite perft-standard", "perft-standard"),
        ("analyse STS", "sts"),
    ] {
        let (code, _, complaint) = run(arguments);
        let place =
            format!("; {name} is not built in, its file is epd/{name}.epd of the repository");
        let is_one_line = complaint.lines().count() == 1;
        assert!(
            code == Some(2) && is_one_line && complaint.trim_end().ends_with(&place),
            "{complaint}"
        );
        let file = format!("{}/epd/{name}.epd", env!("CARGO_MANIFEST_DIR"));
        assert!(std::path::Path::new(&file).exists(), "{file}");
    }
}

#[test]
fn analyse_takes_a_built_in_suite() {
    let (code, said, complaint) = run("analyse kaufman --nodes 1 --json");
    assert_eq!(code, Some(0), "{complaint}");
    assert_eq!(said.lines().count(), secateur::tools::suites::built_in("kaufman").len());
}

#[test]
fn one_is_no_plural() {
    let (_, _, complaint) = run("analyse k w - -");
    assert!(complaint.contains("1 rank instead of 8"), "{complaint}");
    let (_, said, _) = run("perft 0");
    assert!(said.starts_with("depth 0: 1 leaf in "), "{said}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("one.epd");
    std::fs::write(&file, "7k/8/8/8/8/8/8/K7 w - - 0 1 ;D0 1\nnonsense\n").expect("written");
    let (_, said, complaint) = run(&format!("perft --skip-bad --suite {}", file.display()));
    assert!(said.starts_with("1 position, 1 count checked, 0 wrong, 0 skipped, 1 leaf"), "{said}");
    assert!(complaint.ends_with("1 line could not be read and was skipped\n"), "{complaint}");
}

/// A file of another kind filled the screen, and the advice was to skip every line of it.
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
            "--skip-bad skips the lines that cannot be read: 50",
        ),
    ] {
        std::fs::write(&file, content).expect("written");
        let (code, _, complaint) = run(&format!("epd {path} --depth 1"));
        assert_eq!((code, complaint.lines().count()), (Some(2), 12), "{complaint}");
        assert!(complaint.contains("… and 40 more") && complaint.trim_end().ends_with(last));
    }
}

#[test]
fn a_check_of_nothing_fails() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let suite = folder.path().join("a.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::fs::write(&suite, format!("{start} ;D1 20 ;D2 401\n")).expect("written");
    let path = suite.display();
    let line = "secateur: nothing was checked: --max-nodes 10 skips every count";
    fails(&format!("perft --suite {path} --max-nodes 10"), line);
    assert_eq!(run(&format!("perft --suite {path} --max-nodes 20")).0, Some(0));
}

#[test]
fn a_position_without_moves_has_no_tree() {
    let line = "secateur: there is no legal move in this position, so there is no tree";
    fails("tree R6k/8/6K1/8/8/8/8/8 b - - 0 1", line);
}
