//! Programs that the tests start as commands, with the built-in defaults: no `secateur.toml` and no
//! variable `SECATEUR_…` or `RUST_BACKTRACE` of the user applies. Also UCI engines written as shell
//! scripts.
#![allow(dead_code, unreachable_pub)] // each test program uses a part of it

use std::ffi::OsStr;
use std::process::{Child, Command, Output};

/// A folder that does not exist.
const NO_FOLDER: &str = "/no/such/folder";

/// A command that starts this program, or a shell or tool that starts it.
pub fn program(path: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(path);
    for key in ["HASH", "THREADS", "SYZYGY", "LEVEL"] {
        command.env_remove(format!("SECATEUR_{key}"));
    }
    // The standard library hangs if memory runs out while it prints a backtrace.
    command.env_remove("RUST_BACKTRACE");
    command.env("XDG_CONFIG_HOME", NO_FOLDER).env("APPDATA", NO_FOLDER);
    command
}

/// Exit code, standard output and standard error.
pub type Outcome = (Option<i32>, String, String);

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Outcome {
    texts(command.output().expect("the program starts"))
}

/// Waits for the end of a running program.
pub fn finish(child: Child) -> Outcome {
    texts(child.wait_with_output().expect("the program ends"))
}

fn texts(output: Output) -> Outcome {
    let Output { status, stdout, stderr } = output;
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    (status.code(), stdout, stderr)
}

/// Writes a UCI engine as a shell script, which runs `on_go` for each `go`. The variable `position`
/// is the last line that sets a position.
#[cfg(unix)]
pub fn write_engine(path: &std::path::Path, on_go: &str) {
    use std::os::unix::fs::PermissionsExt;
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci) echo uciok;;\nisready) echo readyok;;\nposition*) position=$line;;\n\
         go*) {on_go};;\nquit) exit;;\nesac; done\n"
    );
    std::fs::write(path, script).expect("the folder is writable");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
}
