//! `secateur-lab data rescore` by the real binary: the output does not depend on threads and
//! interruptions.

use secateur_lab::learn::games::{Reader, ScoredGame};
use std::path::Path;
use tempfile::TempDir;

/// A folder with the games `a` and `b`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (seed, name) in [(1, "a"), (2, "b")] {
        let arguments = format!("datagen --games 8 --nodes 40 --hash 1 --seed {seed} --out {name}");
        assert_eq!(run(folder.path(), &arguments), (Some(0), String::new()));
    }
    folder
}

/// Exit code and standard error.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let (code, _, stderr) = crate::program::run(&mut crate::command(folder, arguments));
    (code, stderr)
}

fn games(path: &Path) -> Vec<ScoredGame> {
    Reader::open(path).expect("the file exists").map(|game| game.expect("a valid game")).collect()
}

#[test]
fn rescoring_keeps_the_games_on_any_number_of_threads() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for threads in ["1", "3"] {
        let arguments = format!("data rescore a --out t{threads} --nodes 60 --threads {threads}");
        assert_eq!(run(folder.path(), &arguments), (Some(0), String::new()));
        assert!(!path(&format!("t{threads}.partial")).exists());
    }
    let [before, one, three] = ["a", "t1", "t3"].map(|name| games(&path(name)));
    assert_eq!(one, three);
    assert_ne!(one, before);
    let ids = |games: &[ScoredGame]| {
        games.iter().map(|game| (game.id(), game.outcome)).collect::<Vec<_>>()
    };
    assert_eq!(ids(&one), ids(&before));
}

#[cfg(unix)]
#[test]
fn a_resumed_run_searches_only_the_remaining_games() {
    use crate::program::{finish, program};
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let line = |input: &str, out: &str, more: &str| {
        format!("data rescore {input} --out {out} --nodes 3000 --eval material{more}")
    };
    assert_eq!(run(folder.path(), &line("a", "whole", "")).0, Some(0));
    // Low priority, so that it is interrupted before it ends.
    let mut command = program("nice");
    command.args(["-n", "5", crate::BINARY]).args(line("a", "out", "").split(' '));
    command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let saved = || std::fs::read_to_string(path("out.partial")).unwrap_or_default().lines().count();
    let deadline = Instant::now() + Duration::from_secs(60);
    while saved() < 3 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    crate::signal::signal(&mut child, "-INT");
    let (code, _, error) = finish(child);
    assert_eq!(code, Some(130), "{error}");
    assert!(error.contains("--resume continues from out.partial"), "{error}");
    assert!(!path("out").exists());
    for (arguments, expected) in [
        (line("a", "out", ""), "--restart discards it"),
        (line("b", "out", " --resume"), "game 1 is not the one of the interrupted run"),
        (line("a", "out", " --resume --hash 1"), "other settings (3000 nodes, 2 MB"),
        (line("a", "whole", " --resume"), "there is no whole.partial to resume"),
    ] {
        let (code, error) = run(folder.path(), &arguments);
        assert!(code == Some(2) && error.contains(expected), "{arguments}: {error}");
        assert!(error.lines().count() == 1 && saved() >= 3, "{arguments}: {error}");
    }
    let count = |path: &Path| games(path).iter().map(|game| game.plies.len()).sum::<usize>();
    let mut command = crate::command(folder.path(), &line("a", "out", " --resume"));
    let (_, text, _) = crate::program::run(&mut command);
    let searched = text.split("; ").nth(1).and_then(|rest| rest.split(' ').next());
    let searched: usize = searched.and_then(|word| word.parse().ok()).expect("a number");
    assert!(searched < count(&path("whole")), "{text}");
    let [resumed, whole] =
        ["out", "whole"].map(|name| std::fs::read(path(name)).expect("the file exists"));
    assert!(resumed == whole && !path("out.partial").exists());
}
