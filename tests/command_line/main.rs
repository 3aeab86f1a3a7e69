//! The command line: subcommands, files, shortages, pages in a browser, fuzz corpora.

#[path = "../support/browser.rs"]
mod driver;
#[path = "../support/starved.rs"]
mod starved;
#[path = "../targets/mod.rs"]
mod targets;

#[cfg(unix)]
mod browser;
mod corpus;
#[cfg(unix)]
mod epd_command;
mod files;
mod shell;
#[cfg(target_os = "linux")]
mod shortage;
mod terminal;
mod tree;
