//! Output files on the command line, with the real binary. No output replaces an input or another
//! output. Links and devices are not replaced. A failed run leaves the old file.

use crate::BINARY;
use crate::program::program;
use std::path::Path;
use tempfile::TempDir;

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
    let mut command = program(BINARY);
    let (code, _, stderr) =
        crate::program::run(command.args(arguments.split(' ')).current_dir(folder));
    (code, stderr)
}

/// All files of a folder.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("the folder is readable").path());
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
        let (code, stderr) = run(folder.path(), arguments);
        assert!(code == Some(2) && stderr.contains("called '-'"), "{arguments}: {stderr}");
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
        let (code, stderr) = run(folder.path(), arguments);
        assert_eq!(code, Some(2), "{arguments}: {stderr}");
        let has_reason = stderr.contains("it is the file that is read as")
            || stderr.contains("they are the same file");
        assert!(has_reason && stderr.lines().count() == 1, "{arguments}: {stderr}");
        assert_eq!(content(folder.path()), before, "{arguments}");
    }
}

#[test]
fn a_missing_output_folder_is_rejected_before_the_run() {
    let folder = folder();
    let before = content(folder.path());
    for (arguments, path) in [
        ("epd a.epd --depth 1 --html", "out/"),
        ("epd a.epd --depth 1 --csv", "out/."),
        ("perft 1 --json", "out/"),
        ("tree startpos --depth 1 --out", "out/"),
    ] {
        let (code, stderr) = run(folder.path(), &format!("{arguments} {path}"));
        let reason = format!("cannot write {path}: there is no folder {path}\n");
        assert!(code == Some(2) && stderr.ends_with(&reason), "{arguments}: {stderr}");
        assert_eq!(
            (stderr.lines().count(), content(folder.path())),
            (1, before.clone()),
            "{stderr}"
        );
    }
    // `annotate --html` creates its folder.
    let (code, stderr) = run(folder.path(), "annotate a.pgn --depth 1 --html pages/");
    let page = folder.path().join("pages/index.html");
    assert!(code == Some(0) && page.exists(), "{stderr}");
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
        let (code, stderr) = run(folder.path(), arguments);
        assert!(code == Some(2) && stderr.lines().count() == 1, "{arguments}: {stderr}");
        assert!(stderr.ends_with("; --force overwrites it\n"), "{arguments}: {stderr}");
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
            let (code, stderr) = run(folder.path(), arguments);
            assert_eq!(code, Some(0), "{arguments}: {stderr}");
        }
    }
}

/// `material` is the name of a built-in evaluation and not a file.
#[test]
fn an_output_may_have_the_name_of_a_built_in_evaluation() {
    let folder = folder();
    let (code, stderr) =
        run(folder.path(), "annotate a.pgn --depth 1 --eval material --json material");
    assert_eq!(code, Some(0), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn links_and_devices_are_not_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    symlink("target", file("link")).expect("linked");
    for (arguments, expected) in [
        ("annotate a.pgn --depth 1 --out", 0),
        ("epd a.epd --depth 1 --csv", 0),
        ("epd a.epd --depth 1 --html", 0),
        ("perft 2 --json", 0),
    ] {
        std::fs::write(file("target"), "old").expect("written");
        let (code, stderr) = run(folder.path(), &format!("{arguments} link --force"));
        assert_eq!(code, Some(expected), "{arguments}: {stderr}");
        assert!(
            std::fs::symlink_metadata(file("link")).expect("the file exists").is_symlink(),
            "{arguments}"
        );
        assert_ne!(std::fs::read(file("target")).expect("the file exists"), b"old", "{arguments}");
    }
    for arguments in
        ["annotate a.pgn --depth 1 --out", "epd a.epd --depth 1 --csv", "perft 2 --json"]
    {
        let (code, stderr) = run(folder.path(), &format!("{arguments} /dev/full"));
        assert!(
            code == Some(2) && stderr.contains("cannot write /dev/full: No space left on device"),
            "{stderr}"
        );
        assert!(
            std::fs::metadata("/dev/full").expect("the file exists").file_type().is_char_device(),
            "{arguments}"
        );
        let (code, stderr) = run(folder.path(), &format!("{arguments} /dev/null"));
        assert!(code == Some(0), "{stderr}");
        for partial in ["/dev/full.partial", "/dev/null.partial"] {
            assert!(!Path::new(partial).exists(), "{arguments}: {partial}");
        }
    }
}

/// `ulimit -f` makes writes fail, as a full disk does.
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
    let mut shell = program("sh");
    let (code, _, stderr) =
        crate::program::run(shell.args(["-c", &script]).current_dir(folder.path()));
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stderr.lines().last().is_some_and(|line| line.ends_with("File too large (os error 27)")),
        "{stderr}"
    );
    let after: Vec<_> =
        content(folder.path()).into_iter().filter(|(name, _)| name != "out.partial").collect();
    assert_eq!(after, before);
}

#[test]
fn no_output_is_the_page_of_a_game() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("pages")).expect("a folder");
    for output in ["--out", "--json"] {
        let arguments =
            format!("annotate a.pgn --depth 1 --html pages/ {output} pages/game-1.html");
        let (code, stderr) = run(folder.path(), &arguments);
        assert!(code == Some(2) && stderr.contains("they are the same file"), "{output}: {stderr}");
        assert!(content(&folder.path().join("pages")).is_empty(), "{output}");
    }
}

#[test]
fn pages_in_a_folder_replace_only_pages_of_secateur() {
    let folder = folder();
    std::fs::write(folder.path().join("two.pgn"), GAME.repeat(2)).expect("written");
    let pages = folder.path().join("pages");
    std::fs::create_dir(&pages).expect("a folder");
    for foreign in ["index.html", "game-2.html"] {
        std::fs::write(pages.join(foreign), "<html>mine</html>").expect("written");
        let before = content(&pages);
        let (code, stderr) = run(folder.path(), "annotate two.pgn --depth 1 --html pages/");
        let refusal =
            format!("{foreign} exists and is not a page of Secateur; --force overwrites it\n");
        assert!(code == Some(2) && stderr.ends_with(&refusal), "{stderr}");
        assert_eq!(content(&pages), before, "{foreign}");
        std::fs::remove_file(pages.join(foreign)).expect("removed");
    }
    for _ in 0..2 {
        let (code, stderr) = run(folder.path(), "annotate two.pgn --depth 1 --html pages/");
        assert_eq!(code, Some(0), "{stderr}");
    }
}
