//! Learning from stored games by the real binary: the same weights whatever the threads and interruptions, and a file that plays.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");

/// A folder with some games in it, that goes when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn with_games(name: &str) -> Folder {
        let folder = Folder(std::env::temp_dir().join(format!("secateur-train-{name}-{}", std::process::id())));
        std::fs::create_dir_all(&folder.0).expect("a temporary folder");
        let output = folder.run("datagen --games 30 --nodes 60 --hash 1 --threads 2 --seed 5 --out games");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        folder
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(BINARY);
        command.args(line.split(' ')).current_dir(&self.0);
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the binary starts")
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn threads_do_not_change_the_file_and_the_file_plays() {
    let folder = Folder::with_games("threads");
    for (out, threads) in [("one", 1), ("three", 3)] {
        let output = folder.run(&format!("train linear games --out {out} --iterations 12 --threads {threads}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("held out"), "{}", text(&output.stdout));
    }
    assert!(folder.read("one") == folder.read("three"));
    let course = text(&folder.read("one.csv"));
    assert_eq!(course.lines().count(), 13, "{course}");
    for plot in ["one.distance.svg", "one.change.svg"] {
        assert!(text(&folder.read(plot)).contains("<svg"), "{plot}");
    }
    assert!(!folder.path("one.checkpoint").exists());
    let explained = folder.run("eval --eval one");
    assert!(text(&explained.stdout).contains("mobility"), "{}", text(&explained.stderr));
    let answer = Command::new(BINARY)
        .args(["setoption name EvalFile value one", "go depth 3", "quit"])
        .current_dir(&folder.0)
        .output()
        .expect("the binary starts");
    let answer = text(&answer.stdout);
    assert!(answer.contains("bestmove") && !answer.contains("info string"), "{answer}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_to_the_same_weights() {
    let folder = Folder::with_games("resume");
    let line = |out: &str| format!("train linear games --out {out} --iterations 400 --patience 400");
    assert!(folder.run(&line("whole")).status.success());
    let mut child = folder
        .command(&line("parts"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    stdout.read_line(&mut String::new()).expect("it tells what it has read");
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    stdout.read_to_string(&mut String::new()).expect("it ends");
    let output = child.wait_with_output().expect("it ends");
    if !output.status.success() {
        assert!(text(&output.stderr).contains("--resume goes on"), "{}", text(&output.stderr));
        assert!(folder.path("parts.checkpoint").exists());
        let other = folder.run(&format!("{} --resume --lambda 0.9", line("parts")));
        assert!(text(&other.stderr).contains("other settings"), "{}", text(&other.stderr));
        let resumed = folder.run(&format!("{} --resume", line("parts")));
        assert!(text(&resumed.stdout).contains("going on after"), "{}", text(&resumed.stderr));
    }
    assert!(folder.read("whole") == folder.read("parts"));
}

#[test]
fn what_is_no_data_is_refused() {
    let folder = Folder::with_games("refuse");
    std::fs::write(folder.path("foreign"), b"this is no game but some text of more than thirty-two bytes")
        .expect("written");
    for (line, wanted) in [
        ("train linear foreign --out w", "byte 0"),
        ("train linear absent --out w", "absent"),
        ("train linear games --out w --lambda 2", "0 to 1"),
        ("train linear games --out no/such/folder/w --iterations 1", "no/such/folder"),
        ("lab match linear nonsense --games 2", "nonsense"),
        ("eval --eval games", "SECATLIN"),
    ] {
        let output = folder.run(line);
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(wanted), "{line}: {said}");
    }
}
