//! The commands of `secateur-lab`, by the real binary: experiments, matches, games, training,
//! charts.

#[path = "../../../tests/support/browser.rs"]
mod browser;
#[path = "../../../tests/support/program.rs"]
mod program;
#[path = "../../../tests/support/results.rs"]
mod results;
#[cfg(unix)]
#[path = "../../../tests/support/signal.rs"]
mod signal;
#[cfg(target_os = "linux")]
#[path = "../../../tests/support/starved.rs"]
mod starved;

mod charts;
mod datagen;
#[cfg(unix)]
mod experiments;
mod files;
mod match_pages;
mod matches;
mod rescore;
#[cfg(target_os = "linux")]
mod shortage;
mod train;

/// The binary under test.
const BINARY: &str = env!("CARGO_BIN_EXE_secateur-lab");

/// A command of the binary that runs in this folder.
fn command(folder: &std::path::Path, arguments: &str) -> std::process::Command {
    let mut command = program::program(BINARY);
    command.args(arguments.split(' ')).current_dir(folder);
    command
}

/// Creates a temporary folder, which is removed when the value is dropped.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}
