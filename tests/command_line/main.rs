//! Tests of the command line: subcommands, files, missing memory and threads, pages in a browser,
//! fuzz corpora.

#[cfg(unix)]
#[path = "../support/browser.rs"]
mod driver;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/results.rs"]
mod results;
#[cfg(unix)]
#[path = "../support/signal.rs"]
mod signal;
#[cfg(target_os = "linux")]
#[path = "../support/starved.rs"]
mod starved;
#[path = "../targets/mod.rs"]
mod targets;

mod analysis;
mod annotation;
mod annotation_json;
mod arguments;
mod bench;
#[cfg(unix)]
mod browser;
#[cfg(unix)]
mod browser_games;
mod compare;
mod corpus;
mod decode;
mod defaults;
mod drafts;
#[cfg(unix)]
mod epd_command;
#[cfg(unix)]
mod epd_engines;
#[cfg(unix)]
mod epd_interrupted;
mod explain;
mod files;
mod hash;
mod journal;
mod judge;
#[cfg(target_os = "linux")]
mod machine;
mod merge;
mod mistakes;
mod numbers;
mod opening_names;
mod openings;
mod page;
mod page_games;
mod quote;
mod rejected;
mod report;
mod resume;
mod screen;
mod seeds;
mod shell;
mod shell_analysis;
#[cfg(target_os = "linux")]
mod shortage;
#[cfg(unix)]
mod silent_engines;
mod solve;
mod speedtest;
mod suites;
mod terminal;
mod tree;
mod tree_legend;
mod watch;

/// The binary under test.
const BINARY: &str = env!("CARGO_BIN_EXE_secateur");

/// Runs the binary with these arguments.
fn secateur(arguments: &[&str]) -> program::Outcome {
    program::run(program::program(BINARY).args(arguments))
}
