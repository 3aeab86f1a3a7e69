//! The laboratory's command line: after Ctrl-C a resumed run ends as one that was never interrupted, and odd inputs are told
//! before anything is run.
#![cfg(unix)]

use secateur::lab::experiment::{Outcome, Record};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longer than any wait may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of its own for each test, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("secateur-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(["lab", "run"]).args(arguments).arg("--out").arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
}

fn finish(child: Child) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

fn outcome(folder: &Path, name: &str) -> Outcome {
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("a result");
    serde_json::from_str::<Record>(&text).expect("a record").outcome
}

/// Runs the experiment, interrupts it after some pieces, and returns the lines that it has kept.
fn interrupted(folder: &Path, name: &str, arguments: &[&str]) -> Vec<String> {
    let kept = folder.join(format!("{name}.lab-partial"));
    let lines = || std::fs::read_to_string(&kept).unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>();
    let child = start(folder, arguments);
    let deadline = Instant::now() + PATIENCE;
    while lines().len() < 4 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(2));
    }
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.is_ok_and(|status| status.success()), "it should still run");
    let (code, said) = finish(child);
    assert!(code == Some(130) && said.contains("; --resume goes on from"), "{code:?} {said}");
    lines()
}

#[test]
fn searches_go_on_after_an_interruption() {
    // One position, so that every cell of the result is a search, by whose time it is known again.
    let arguments = ["null-move", "--first", "1", "--depth", "5..7"];
    let (whole, broken) = (Folder::new("whole-trees"), Folder::new("broken-trees"));
    assert_eq!(finish(start(&whole.0, &arguments)).0, Some(0));
    let kept = interrupted(&broken.0, "null-move", &arguments);
    let (code, said) = finish(start(&broken.0, &[&arguments[..], &["--resume"]].concat()));
    assert_eq!(code, Some(0), "{said}");
    let (whole, resumed) = (outcome(&whole.0, "null-move"), outcome(&broken.0, "null-move"));
    let nodes = |outcome: &Outcome| {
        outcome.trees().cells.iter().map(|cell| (cell.label.clone(), cell.depth, cell.nodes)).collect::<Vec<_>>()
    };
    assert_eq!(nodes(&whole), nodes(&resumed));
    let cells = &resumed.trees().cells;
    for line in &kept[1..] {
        let time = |cell: &f64| line.contains(&format!("\"milliseconds\":{cell}"));
        assert!(cells.iter().any(|cell| time(&cell.milliseconds)), "searched again: {line}");
    }
    assert!(kept.len() - 1 < cells.len(), "the interruption came too late to show anything");
}

#[test]
fn matches_go_on_after_an_interruption() {
    let arguments = ["minus-one", "--quick"];
    let (whole, broken) = (Folder::new("whole-games"), Folder::new("broken-games"));
    assert_eq!(finish(start(&whole.0, &arguments)).0, Some(0));
    let kept = interrupted(&broken.0, "minus-one", &arguments);
    let (code, said) = finish(start(&broken.0, &[&arguments[..], &["--resume"]].concat()));
    assert_eq!(code, Some(0), "{said}");
    let results = |folder: &Folder| {
        let matches = outcome(&folder.0, "minus-one").matches;
        matches.into_iter().map(|result| (result.label, result.wdl, result.pairs.0)).collect::<Vec<_>>()
    };
    assert_eq!(results(&whole), results(&broken));
    assert!(kept.len() - 1 < 2 * results(&whole).len(), "the interruption came too late to show anything");
}

#[test]
fn what_belongs_to_another_run_is_not_taken_over() {
    let folder = Folder::new("other-run");
    let arguments = ["null-move", "--first", "1", "--depth", "5..7"];
    interrupted(&folder.0, "null-move", &arguments);
    let suite = folder.0.join("other.epd");
    std::fs::write(&suite, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").expect("a file");
    let suite = suite.to_str().expect("UTF-8");
    let (code, said) = finish(start(&folder.0, &[&arguments[..], &["--resume", "--suite", suite]].concat()));
    assert!(code == Some(2) && said.contains("another program, plan or suite"), "{code:?} {said}");
}

#[test]
fn what_is_finished_is_not_run_again() {
    let folder = Folder::new("finished");
    let arguments = ["null-move", "--first", "1", "--depth", "2..3"];
    assert_eq!(finish(start(&folder.0, &arguments)).0, Some(0));
    let (code, said) = finish(start(&folder.0, &[&arguments[..], &["--resume"]].concat()));
    assert!(code == Some(0) && said.contains("finished already"), "{code:?} {said}");
}

#[test]
fn odd_inputs_are_told_in_a_line_before_anything_is_run() {
    let folder = Folder::new("odd");
    let file = folder.0.join("file");
    std::fs::write(&file, "nonsense\n").expect("a file");
    let file = file.to_str().expect("UTF-8");
    let below = format!("{file}/below");
    let odd: [(&[&str], &str); 14] = [
        (&["nonsense"], "there is no experiment 'nonsense'; `secateur lab list` names them"),
        (&["null-move", "--depth", "9..6"], "the depths run upwards: 6..9"),
        (&["null-move", "--depth", "0"], "not of the form 6..9, with depths from 1 to 60"),
        (&["null-move", "--first", "0"], "0 is not in 1.."),
        (&["null-move", "--jobs", "0"], "0 is not in 1.."),
        (&["minus-one", "--games", "3"], "not an even number: games are played in pairs"),
        (&["null-move", "--suite", "/none.epd"], "cannot read /none.epd: No such file or directory"),
        (&["null-move", "--suite", file], "file:1: 1 of the 4 fields of a FEN"),
        (&["null-move", "--out", &below], "cannot make"),
        (&["null-move", "--csv", &below], "there is no folder"),
        (&["null-move", "--svg", "/"], "it is a folder"),
        (&["null-move", "etc", "--json", "x"], "--out DIR takes several"),
        (&["minus-one", "--suite", file], "minus-one compares no trees"),
        (&["null-move", "--games", "2"], "null-move plays no games"),
    ];
    for (arguments, wanted) in odd {
        let output = Command::new(env!("CARGO_BIN_EXE_secateur")).args(["lab", "run"]).args(arguments).output();
        let Output { status, stdout, stderr } = output.expect("the binary starts");
        let said = String::from_utf8_lossy(&stderr);
        let first = said.lines().next().unwrap_or_default();
        assert!(status.code() == Some(2) && first.contains(wanted), "{arguments:?}: {status} {said}");
        assert!(stdout.is_empty(), "{arguments:?}");
    }
}

/// On Ctrl-C a match said nothing and kept nothing.
#[test]
fn a_match_goes_on_after_an_interruption() {
    let (whole, broken) = (Folder::new("whole-match"), Folder::new("broken-match"));
    let run = |folder: &Folder, more: &[&str]| {
        let arguments = ["match", "linear", "material", "--games", "40", "--nodes", "300", "--json", "m.json"];
        let command = Command::new(env!("CARGO_BIN_EXE_secateur"))
            .arg("lab")
            .args(arguments)
            .args(more)
            .current_dir(&folder.0)
            .stderr(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        command.expect("the binary starts")
    };
    assert_eq!(finish(run(&whole, &[])).0, Some(0));
    let child = run(&broken, &[]);
    let kept = || std::fs::read_to_string(broken.0.join("m.json.partial")).unwrap_or_default();
    let deadline = Instant::now() + PATIENCE;
    while kept().lines().count() < 3 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(2));
    }
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.is_ok_and(|status| status.success()), "it should still run");
    let (code, said) = finish(child);
    assert!(code == Some(130) && said.contains("--resume goes on from m.json.partial"), "{code:?} {said}");
    let (code, said) = finish(run(&broken, &[]));
    assert!(code == Some(2) && said.contains("--restart gives it up"), "{code:?} {said}");
    assert_eq!(finish(run(&broken, &["--resume"])).0, Some(0));
    let result = |folder: &Folder| {
        let text = std::fs::read_to_string(folder.0.join("m.json")).expect("a result");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["wdl"].clone()
    };
    assert_eq!(result(&whole), result(&broken));
    assert!(kept().is_empty(), "its duty is done");
}
