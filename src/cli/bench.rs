//! `secateur bench`: the signature of the search, and its speed.

use crate::lab::bench::{self, POSITIONS};
use anyhow::Result;
use clap::Args;
use std::process::ExitCode;

/// Searches the built-in positions, each with a cleared table, and prints `N nodes M nps` as its last line. The node
/// count depends on nothing but the program: not on the machine, the time, or the table's contents before.
#[derive(Debug, Args)]
pub struct Options {
    /// Depth of every search, in plies
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,
}

/// Runs the benchmark.
pub fn run(options: &Options) -> Result<ExitCode> {
    let mut number = 0;
    let result = bench::run(options.depth, |nodes| {
        println!("{nodes:>12}  {}", POSITIONS[number]);
        number += 1;
    })?;
    println!("{result}");
    Ok(ExitCode::SUCCESS)
}
