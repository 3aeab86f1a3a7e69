//! `secateur-lab data rescore` by the real binary: the same file whatever the threads and
//! interruptions.

use crate::BINARY;
use secateur_lab::learn::games::{Reader, ScoredGame};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder with the games `a` and `b`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (seed, name) in [(1, "a"), (2, "b")] {
        let arguments = format!("datagen --games 8 --nodes 40 --hash 1 --seed {seed} --out {name}");
        assert_eq!(run(folder.path(), &arguments), (Some(0), String::new()));
    }
    folder
}

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments.split(' ')).current_dir(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code and standard error.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = command(folder, arguments).output().expect("the binary starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn games(path: &Path) -> Vec<ScoredGame> {
    Reader::open(path).expect("there").map(|game| game.expect("sound")).collect()
}

#[test]
fn threads_change_nothing_and_moves_order_and_outcome_stay() {
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
    let moves = |games: &[ScoredGame]| {
        games.iter().map(|game| (game.id(), game.outcome)).collect::<Vec<_>>()
    };
    assert_eq!(moves(&one), moves(&before));
}

#[cfg(unix)]
#[test]
fn a_resumed_run_searches_only_what_is_missing() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let line = |input: &str, out: &str, more: &str| {
        format!("data rescore {input} --out {out} --nodes 3000 --eval material{more}")
    };
    assert_eq!(run(folder.path(), &line("a", "whole", "")).0, Some(0));
    // Other processes go first, so that it is far from its end when it is interrupted.
    let mut command_line = Command::new("nice");
    command_line.args(["-n", "5", BINARY]).args(line("a", "out", "").split(' '));
    command_line.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command_line.spawn().expect("it starts");
    let saved = || std::fs::read_to_string(path("out.partial")).unwrap_or_default().lines().count();
    let deadline = Instant::now() + PATIENCE;
    while saved() < 3 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    crate::signal::signal(&mut child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("--resume continues from out.partial"), "{error}");
    assert!(!path("out").exists());
    for (arguments, wanted) in [
        (line("a", "out", ""), "--restart discards it"),
        (line("b", "out", " --resume"), "game 1 is not the one of the interrupted run"),
        (line("a", "out", " --resume --hash 1"), "other settings (3000 nodes, 2 MB"),
        (line("a", "whole", " --resume"), "there is no whole.partial to resume"),
    ] {
        let (code, error) = run(folder.path(), &arguments);
        assert!(code == Some(2) && error.contains(wanted), "{arguments}: {error}");
        assert!(error.lines().count() == 1 && saved() >= 3, "{arguments}: {error}");
    }
    let count = |path: &Path| games(path).iter().map(|game| game.plies.len()).sum::<usize>();
    let output = command(folder.path(), &line("a", "out", " --resume")).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let searched = text.split("; ").nth(1).and_then(|rest| rest.split(' ').next());
    let searched: usize = searched.and_then(|word| word.parse().ok()).expect("a number");
    assert!(searched < count(&path("whole")), "{text}");
    let [resumed, whole] = ["out", "whole"].map(|name| std::fs::read(path(name)).expect("there"));
    assert!(resumed == whole && !path("out.partial").exists());
}
