//! `secateur tune`: what a tuner needs to know of the numbers that it may move.

use crate::search::techniques::TUNABLES;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// How far SPSA moves each number, as a share of its step, at the end of the tuning.
const LEARNING_RATE: f64 = 0.002;

/// Prints what a tuner needs: the numbers of the search that may be moved, with their ranges. Each is an option of the UCI
/// protocol too.
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print a line for each tunable number, as OpenBench takes them: name, type, value, least, most, step, rate
    SpsaInputs,
}

/// Prints what is asked for.
pub fn run(options: &Options) -> Result<ExitCode> {
    match options.command {
        Command::SpsaInputs => {
            for tunable in TUNABLES {
                let (least, most) = tunable.range;
                let (name, value, step) = (tunable.switch.name, tunable.default, tunable.step);
                println!("{name}, int, {value}, {least}, {most}, {step}, {LEARNING_RATE}");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
