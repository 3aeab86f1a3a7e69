//! What people name on the command line, by the real binary: no output takes the place of an input
//! or of another output, links and devices stay what they are, and what fails leaves the old file.

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");

const GAME: &str = "[Result \"*\"]\n\n1. f3 e5 2. g4 *\n";
const SUITE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"mate\";\n";
const COUNTS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n";

/// A folder with one file of each kind that is read.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("a.pgn", GAME), ("a.epd", SUITE), ("counts.epd", COUNTS)] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/neural/secateur.net");
    std::fs::copy(network, folder.path().join("w")).expect("copied");
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
    let entries =
        std::fs::read_dir(folder).expect("listed").map(|entry| entry.expect("listed").path());
    let mut files: Vec<_> = entries
        .map(|path| {
            (
                path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                std::fs::read(&path),
            )
        })
        .map(|(name, bytes)| (name, bytes.expect("read")))
        .collect();
    files.sort();
    files
}

#[test]
fn a_dash_is_no_output_file() {
    let folder = folder();
    for arguments in ["epd a.epd --depth 1 --csv -", "tree startpos --depth 1 --out -"] {
        let (code, said) = run(folder.path(), arguments);
        assert!(code == Some(2) && said.contains("called '-'"), "{arguments}: {said}");
    }
    assert!(!folder.path().join("-").exists());
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    std::fs::hard_link(file("a.epd"), file("hard.epd")).expect("linked");
    let before = content(folder.path());
    for arguments in [
        "annotate a.pgn --depth 1 --out a.pgn",
        "annotate a.pgn --depth 1 --json ./a.pgn",
        "annotate a.pgn --depth 1 --json z --out z",
        "epd a.epd --depth 1 --csv a.epd",
        "epd a.epd --depth 1 --csv hard.epd",
        "epd a.epd --depth 1 --json z --csv ./z",
        "epd a.epd --depth 1 --json z --csv z.partial",
        "epd a.epd --depth 1 --compare old.json --html old.json",
        "epd merge a.epd --json a.epd",
        "perft --suite counts.epd --json counts.epd",
        "annotate a.pgn --depth 1 --eval w --json w",
        "epd a.epd --depth 1 --eval w --json w",
        "epd a.epd --depth 1 --eval w --csv ./w",
        "tree startpos --depth 1 --eval w --json w",
        "doctor --eval w --json w",
    ] {
        let (code, said) = run(folder.path(), arguments);
        assert_eq!(code, Some(2), "{arguments}: {said}");
        let names_it = said.contains("it is the file that is read as")
            || said.contains("they are the same file");
        assert!(names_it && said.lines().count() == 1, "{arguments}: {said}");
        assert_eq!(content(folder.path()), before, "{arguments}");
    }
}

/// The write failed after the run.
#[test]
fn a_new_path_that_names_a_folder_is_refused_before_the_run() {
    let folder = folder();
    let before = content(folder.path());
    for (arguments, path) in [
        ("epd a.epd --depth 1 --html", "out/"),
        ("epd a.epd --depth 1 --csv", "out/."),
        ("perft 1 --json", "out/"),
        ("tree startpos --depth 1 --out", "out/"),
    ] {
        let (code, said) = run(folder.path(), &format!("{arguments} {path}"));
        let reason = format!("cannot write {path}: there is no folder {path}\n");
        assert!(code == Some(2) && said.ends_with(&reason), "{arguments}: {said}");
        assert_eq!((said.lines().count(), content(folder.path())), (1, before.clone()), "{said}");
    }
    let (code, said) = run(folder.path(), "annotate a.pgn --depth 1 --html pages/");
    let page = folder.path().join("pages/index.html");
    assert!(code == Some(0) && page.exists(), "{said}");
}

#[test]
fn no_output_replaces_a_file_of_another_kind() {
    let folder = folder();
    let before = content(folder.path());
    for arguments in [
        "epd kaufman --first 1 --depth 1 --json a.epd",
        "epd kaufman --first 1 --depth 1 --csv a.epd",
        "epd kaufman --first 1 --depth 1 --html a.pgn",
        "analyse startpos --depth 1 --json a.pgn",
        "annotate counts.epd --depth 1 --out a.pgn",
        "annotate counts.epd --depth 1 --json a.pgn",
        "annotate counts.epd --depth 1 --html a.pgn",
        "perft 1 --json a.epd",
        "eval --json a.pgn",
        "bench 1 --json a.epd",
        "doctor --json a.epd",
    ] {
        let (code, said) = run(folder.path(), arguments);
        assert!(code == Some(2) && said.lines().count() == 1, "{arguments}: {said}");
        assert!(said.ends_with("; --force overwrites it\n"), "{arguments}: {said}");
        assert_eq!(content(folder.path()), before, "{arguments}");
    }
}

#[test]
fn an_output_replaces_its_own_kind_and_all_with_force() {
    let folder = folder();
    std::fs::write(folder.path().join("moveless.pgn"), "[Result \"*\"]\n\n*\n").expect("written");
    for arguments in [
        "epd a.epd --depth 1 --json a.json --csv a.csv --html a.html",
        "analyse a.epd --depth 1 --json b.json",
        "annotate a.pgn --depth 1 --out b.pgn --json c.json --html b.html",
        "annotate moveless.pgn --depth 1 --out c.pgn --json d.json",
        "perft 1 --json counts.epd --force",
    ] {
        for _ in 0..2 {
            let (code, said) = run(folder.path(), arguments);
            assert_eq!(code, Some(0), "{arguments}: {said}");
        }
    }
}

/// The names of what is built in are no files.
#[test]
fn an_output_may_be_called_as_an_evaluation_is() {
    let folder = folder();
    let (code, said) =
        run(folder.path(), "annotate a.pgn --depth 1 --eval material --json material");
    assert_eq!(code, Some(0), "{said}");
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    symlink("target", file("link")).expect("linked");
    for (arguments, code) in [
        ("annotate a.pgn --depth 1 --out", 0),
        ("epd a.epd --depth 1 --csv", 0),
        ("epd a.epd --depth 1 --html", 0),
        ("perft 2 --json", 0),
    ] {
        std::fs::write(file("target"), "old").expect("written");
        let (got, said) = run(folder.path(), &format!("{arguments} link --force"));
        assert_eq!(got, Some(code), "{arguments}: {said}");
        assert!(
            std::fs::symlink_metadata(file("link")).expect("there").is_symlink(),
            "{arguments}"
        );
        assert_ne!(std::fs::read(file("target")).expect("there"), b"old", "{arguments}");
    }
    for arguments in
        ["annotate a.pgn --depth 1 --out", "epd a.epd --depth 1 --csv", "perft 2 --json"]
    {
        let (code, said) = run(folder.path(), &format!("{arguments} /dev/full"));
        assert!(
            code == Some(2) && said.contains("cannot write /dev/full: No space left on device"),
            "{said}"
        );
        assert!(
            std::fs::metadata("/dev/full").expect("there").file_type().is_char_device(),
            "{arguments}"
        );
        let (code, said) = run(folder.path(), &format!("{arguments} /dev/null"));
        assert!(code == Some(0), "{said}");
        assert!(!Path::new("/dev/full.partial").exists(), "nothing is kept beside a device");
    }
}

/// The system refuses more than a few blocks, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = folder();
    let file = folder.path().join("long.pgn");
    std::fs::write(&file, GAME.repeat(2000)).expect("written");
    std::fs::write(folder.path().join("out"), "old").expect("written");
    let before = content(folder.path());
    let annotate = format!("exec '{BINARY}' annotate long.pgn --nodes 1 --out out --force");
    let script = format!("trap '' XFSZ; ulimit -f 8; {annotate}");
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .output()
        .expect("sh runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.lines().last().is_some_and(|line| line.ends_with("File too large (os error 27)")),
        "{said}"
    );
    let after: Vec<_> =
        content(folder.path()).into_iter().filter(|(name, _)| name != "out.partial").collect();
    assert_eq!(after, before);
}
