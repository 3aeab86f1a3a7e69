//! Runs the binary with a limited address space.

use crate::program::program;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Timeout for all answers together, for a machine under load.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The signal that ends a program that does not end by itself.
const SIGKILL: i32 = 9;

/// Returns standard error. Fails if the program panicked or was killed by a signal.
pub fn stderr_of(arguments: &[&str], output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code().is_some() && !text.contains("panicked"),
        "{arguments:?}: {:?} {text}",
        output.status
    );
    text
}

/// Runs a command with an address space of `kilobytes`. Returns its output, and standard output as
/// text.
#[allow(dead_code)] // only tests of the laboratory use it
pub fn starved(binary: &str, kilobytes: u32, arguments: &[&str]) -> (Output, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = limited_command(binary, folder.path(), kilobytes, arguments);
    let output = checked(command.output().expect("sh starts"), arguments);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, stdout)
}

/// Runs a command with an address space of `kilobytes`, enough for a few threads. Standard input is
/// closed when each `go` of `input` is answered.
pub fn limited(
    binary: &str,
    folder: &Path,
    kilobytes: u32,
    arguments: &[&str],
    input: &str,
) -> Output {
    let mut child = limited_command(binary, folder, kilobytes, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh starts");
    let mut pipe = child.stdin.take().expect("piped");
    pipe.write_all(input.as_bytes()).expect("the program is running");
    let (answered, answers) = channel::<()>();
    std::thread::spawn(move || {
        // The end of input ends the UCI session, so it follows the last answer.
        let _ = answers.recv_timeout(TIMEOUT);
        drop(pipe);
    });
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    let (mut stdout, mut missing) = (Vec::new(), input.matches("go ").count());
    while missing > 0 {
        let start = stdout.len();
        if lines.read_until(b'\n', &mut stdout).expect("readable") == 0 {
            break;
        }
        missing -= usize::from(stdout[start..].starts_with(b"bestmove "));
    }
    drop(answered);
    lines.read_to_end(&mut stdout).expect("readable");
    checked(Output { stdout, ..child.wait_with_output().expect("the program ends") }, arguments)
}

/// A command with an address space of `kilobytes` that is killed if it does not end.
fn limited_command(binary: &str, folder: &Path, kilobytes: u32, arguments: &[&str]) -> Command {
    let seconds = 2 * TIMEOUT.as_secs();
    let script = format!("ulimit -v {kilobytes}; exec timeout -s KILL {seconds} '{binary}' \"$@\"");
    let mut command = program("sh");
    command.args(["-c", &script, "sh"]).args(arguments).current_dir(folder);
    command
}

fn checked(output: Output, arguments: &[&str]) -> Output {
    assert_ne!(output.status.signal(), Some(SIGKILL), "{arguments:?} did not end");
    output
}
