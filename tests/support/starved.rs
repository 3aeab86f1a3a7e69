//! Runs the binary under limits of memory and disk.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Longer than all answers may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Its error output, which names no panic, and is a line if it is anything.
pub fn complaint(arguments: &[&str], output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code().is_some() && !text.contains("panicked"),
        "{arguments:?}: {:?} {text}",
        output.status
    );
    text
}

/// Runs a command with this address space in kilobytes; returns its output and the text it printed.
#[allow(dead_code)] // the laboratory uses it
pub fn starved(binary: &str, kilobytes: u32, arguments: &[&str]) -> (Output, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = format!("ulimit -v {kilobytes}; exec '{binary}' \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, "sh"])
        .args(arguments)
        .current_dir(folder.path())
        .output();
    let output = output.expect("sh starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, said)
}

/// Runs the program with an address space that has room for a few threads only. Standard input ends
/// when each `go` of `input` has been answered.
pub fn limited(
    binary: &str,
    folder: &Path,
    kilobytes: u32,
    arguments: &[&str],
    input: &str,
) -> Output {
    let script = format!("ulimit -v {kilobytes}; exec '{binary}' \"$@\"");
    let mut child = Command::new("sh")
        .args(["-c", &script, "sh"])
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh starts");
    let mut pipe = child.stdin.take().expect("piped");
    pipe.write_all(input.as_bytes()).expect("it lives");
    let (answered, answers) = channel::<()>();
    std::thread::spawn(move || {
        // The end of input ends the protocol, so it comes after the last answer.
        let _ = answers.recv_timeout(PATIENCE);
        drop(pipe);
    });
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    let (mut said, mut missing) = (Vec::new(), input.matches("go ").count());
    while missing > 0 {
        let start = said.len();
        if lines.read_until(b'\n', &mut said).expect("readable") == 0 {
            break;
        }
        missing -= usize::from(said[start..].starts_with(b"bestmove "));
    }
    drop(answered);
    lines.read_to_end(&mut said).expect("readable");
    Output { stdout: said, ..child.wait_with_output().expect("it ends") }
}
