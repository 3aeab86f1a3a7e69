//! No output of the laboratory overwrites an input or another output.

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_secateur-lab");

/// A folder with games (`g.vf`), weights (`w`) and a suite (`a.epd`).
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let suite = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"mate\";\n";
    std::fs::write(folder.path().join("a.epd"), suite).expect("written");
    let (code, said) = run(folder.path(), "datagen --games 2 --nodes 50 --seed 1 --out g.vf");
    assert_eq!(code, Some(0), "{said}");
    let weights =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/evaluations/linear/secateur.weights");
    std::fs::copy(weights, folder.path().join("w")).expect("copied");
    folder
}

/// Exit code and standard error.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = Command::new(BINARY).args(arguments.split(' ')).current_dir(folder).output();
    let Output { status, stderr, .. } = output.expect("the binary starts");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
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
        let (code, said) = run(folder.path(), arguments);
        assert_eq!(code, Some(2), "{arguments}: {said}");
        let names_it = said.contains("it is the file that is read as")
            || said.contains("they are the same file");
        assert!(names_it && said.lines().count() == 1, "{arguments}: {said}");
        assert_eq!(content(folder.path()), before, "{arguments}");
    }
}

#[test]
fn a_foreign_sidecar_stays() {
    let folder = folder();
    std::fs::write(folder.path().join("mine.json"), "{}").expect("written");
    let before = content(folder.path());
    let (code, said) = run(folder.path(), "datagen --games 2 --nodes 50 --seed 1 --out mine");
    assert!(code == Some(2) && said.contains("mine.json exists already"), "{code:?} {said}");
    assert_eq!(content(folder.path()), before);
}
