//! Output files of the laboratory replace no input, other output, or file of another kind.

use crate::command;
use std::path::Path;
use tempfile::TempDir;

/// A folder with games (`g.vf`), weights (`w`) and a suite (`a.epd`).
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let suite = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"mate\";\n";
    std::fs::write(folder.path().join("a.epd"), suite).expect("written");
    let (code, stderr) = run(folder.path(), "datagen --games 2 --nodes 50 --seed 1 --out g.vf");
    assert_eq!(code, Some(0), "{stderr}");
    let weights =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/evaluations/linear/secateur.weights");
    std::fs::copy(weights, folder.path().join("w")).expect("copied");
    folder
}

/// Exit code and standard error.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let (code, _, stderr) = crate::program::run(&mut command(folder, arguments));
    (code, stderr)
}

/// All files of a folder.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("listed");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("listed").path())
        .map(|path| (path.display().to_string(), std::fs::read(&path).expect("read")))
        .collect();
    files.sort();
    files
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = folder();
    std::fs::hard_link(folder.path().join("g.vf"), folder.path().join("new.csv")).expect("linked");
    let before = content(folder.path());
    for arguments in [
        "train linear g.vf --out g.vf",
        "train linear g.vf --out new",
        "train linear g.vf --from w --out w",
        "data convert g.vf g.vf --to text",
        "data shuffle g.vf --out g.vf",
        "data rescore g.vf --out g.vf --nodes 10",
        "datagen --games 2 --nodes 50 --eval w --out w --resume",
        "train scale g.vf g.vf --like w --out w",
        "run null-move --quick --eval w --json w",
        "match w linear --games 2 --nodes 50 --json w",
        "run null-move --quick --suite a.epd --csv a.epd",
        "run null-move --quick --json z --svg z",
        "chart a.epd --svg a.epd",
    ] {
        let (code, stderr) = run(folder.path(), arguments);
        assert_eq!(code, Some(2), "{arguments}: {stderr}");
        let names_conflict = stderr.contains("it is the file that is read as")
            || stderr.contains("they are the same file");
        assert!(names_conflict && stderr.lines().count() == 1, "{arguments}: {stderr}");
        assert_eq!(content(folder.path()), before, "{arguments}");
    }
}

#[test]
fn an_unrelated_sidecar_is_not_overwritten() {
    let folder = folder();
    std::fs::write(folder.path().join("mine.json"), "{}").expect("written");
    let before = content(folder.path());
    let (code, stderr) = run(folder.path(), "datagen --games 2 --nodes 50 --seed 1 --out mine");
    assert!(code == Some(2) && stderr.contains("mine.json exists already"), "{code:?} {stderr}");
    assert_eq!(content(folder.path()), before);
}

#[test]
fn no_output_replaces_a_file_of_another_kind() {
    let folder = folder();
    let file = |name: &str, text: &[u8]| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    file("mine", b"something else\n");
    for name in ["a.svg", "b.csv", "c.checkpoint", "d.change.svg", "README.md"] {
        file(name, b"something \xff else\n");
    }
    file("null-move.svg", b"<?xml version=\"1.0\"?>\n<web-app></web-app>\n");
    let before = content(folder.path());
    for arguments in [
        "match linear material --games 2 --nodes 50 --json mine",
        "match linear material --games 2 --nodes 50 --pgn mine",
        "match linear material --games 2 --nodes 50 --html mine",
        "openings --count 1 --out a.epd",
        "run null-move --quick --csv mine",
        "run null-move --quick --json mine",
        "run null-move --quick --svg mine",
        "run etc null-move --quick --out .",
        "report .",
        "fit prob-cut --positions 2 --depth 3 --out mine",
        "tune spsa --pairs 1 --nodes 10 --out mine --restart",
        "tune spsa --pairs 1 --nodes 10 --out a --restart",
        "train linear g.vf --iterations 1 --out mine",
        "train linear g.vf --iterations 1 --out b",
        "train linear g.vf --iterations 1 --out c --restart",
        "train linear g.vf --iterations 1 --out d",
        "train network g.vf --out w",
        "train network g.vf --out a",
        "train network g.vf --out c --restart",
        "train scale w g.vf --out mine",
    ] {
        let (code, stderr) = run(folder.path(), arguments);
        assert!(code == Some(2) && stderr.lines().count() == 1, "{arguments}: {stderr}");
        assert!(stderr.ends_with("; --force overwrites it\n"), "{arguments}: {stderr}");
        assert_eq!(content(folder.path()), before, "{arguments}");
    }
}

/// The page of results and its plots are written together or not at all.
#[test]
fn a_rejected_report_changes_no_plot() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let plots = ["etc.svg", "null-move.svg"];
    let (code, stderr) =
        run(folder.path(), "run etc null-move --quick --first 1 --depth 1..2 --out .");
    assert_eq!(code, Some(0), "{stderr}");
    for foreign in plots {
        for plot in plots {
            let text = if plot == foreign { "something else\n" } else { "<svg></svg>\n" };
            std::fs::write(folder.path().join(plot), text).expect("written");
        }
        let before = content(folder.path());
        let (code, stderr) = run(folder.path(), "report .");
        assert!(code == Some(2) && stderr.contains(foreign), "{code:?} {stderr}");
        assert_eq!(content(folder.path()), before, "{foreign}");
    }
}

#[test]
fn an_output_replaces_its_own_kind_or_any_with_force() {
    let folder = folder();
    std::fs::write(folder.path().join("mine"), "something else\n").expect("written");
    for arguments in [
        "match linear material --games 2 --nodes 20 --json a.json --pgn a.pgn --html a.html",
        "openings --count 1 --out a.fen",
        "run null-move --quick --first 1 --depth 1..2 --out r",
        "report r",
        "tune spsa Delta.Margin --pairs 1 --nodes 10 --out t.json --restart",
        "train linear g.vf --iterations 1 --out v",
        "openings --count 1 --out mine --force",
    ] {
        for _ in 0..2 {
            let (code, stderr) = run(folder.path(), arguments);
            assert_eq!(code, Some(0), "{arguments}: {stderr}");
        }
    }
}

#[cfg(unix)]
#[test]
fn positions_can_be_written_to_standard_output() {
    let folder = folder();
    let arguments = "data convert g.vf /dev/stdout --to text";
    let (code, stdout, stderr) = crate::program::run(&mut command(folder.path(), arguments));
    assert_eq!(code, Some(0), "{stderr}");
    let count = format!("/dev/stdout: {} positions", stdout.lines().count());
    assert!(stderr.contains(&count) && stdout.lines().all(|line| line.contains(" | ")), "{stderr}");
}

#[test]
fn pages_of_a_match_replace_no_foreign_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pages = folder.path().join("pages");
    std::fs::create_dir(&pages).expect("a folder");
    for foreign in ["index.html", "game-2.html"] {
        std::fs::write(pages.join(foreign), "<html>mine</html>").expect("written");
        let before = content(&pages);
        let arguments = "match linear material --games 2 --nodes 20 --html pages/";
        let (code, stderr) = run(folder.path(), arguments);
        assert!(code == Some(2) && stderr.ends_with("; --force overwrites it\n"), "{stderr}");
        assert_eq!(content(&pages), before, "{foreign}");
        std::fs::remove_file(pages.join(foreign)).expect("removed");
    }
}

#[test]
fn no_output_of_a_match_is_the_page_of_a_game() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("pages")).expect("a folder");
    let arguments = "match linear material --games 2 --nodes 20 --html pages/";
    for output in ["--pgn", "--json"] {
        let arguments = format!("{arguments} {output} pages/game-1.html");
        let (code, stderr) = run(folder.path(), &arguments);
        assert!(code == Some(2) && stderr.contains("they are the same file"), "{stderr}");
    }
}
