//! Runs the binary under limits of memory and disk.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

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

/// Runs the program with an address space that has room for a few threads only.
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
    std::thread::spawn(move || {
        // The end of input ends the protocol, so it comes late.
        std::thread::sleep(Duration::from_secs(5));
        drop(pipe);
    });
    child.wait_with_output().expect("it ends")
}
