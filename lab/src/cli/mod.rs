//! The command line of the lab. One file for each group of subcommands.

/// Prints to standard output and ends the process on a write error. Shadows the standard library's
/// macro, which panics.
macro_rules! print {
    ($($text:tt)*) => { secateur::files::stdout::print(format_args!($($text)*)) };
}

/// Prints a line to standard output.
macro_rules! println {
    () => { print!("\n") };
    ($($text:tt)*) => { print!("{}\n", format_args!($($text)*)) };
}

/// Prints a line to standard error.
macro_rules! eprintln {
    ($($text:tt)*) => {
        secateur::files::stdout::eprint(format_args!("{}\n", format_args!($($text)*)))
    };
}

mod adjudication;
mod chart;
mod data;
mod datagen;
mod eval;
mod examples;
mod experiments;
mod games;
mod matches;
mod openings;
mod options;
mod outputs;
mod test_set;
mod train;
mod tune;

use crate::evaluations::evaluator_named;
use crate::learn::data::DataError;
use anyhow::{Result, anyhow};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use once_cell::sync::Lazy;
use secateur::cli::resume::{Force, Interrupted};
use secateur::cli::{
    accept_negative_numbers, finish, parse_arguments, report_shortage, with_full_stop,
};
use secateur::eval::Evaluator;
use secateur::version;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

/// The commit of this build for result files; it ends in `-dirty` if the sources of the engine or
/// of the laboratory had changes.
fn commit() -> String {
    let commit = version::build();
    let is_known = !version::COMMIT.is_empty() && !commit.ends_with("-dirty");
    if is_known { commit + env!("SECATEUR_LAB_DIRTY") } else { commit }
}

/// The version with the commit of both sources.
static VERSION: Lazy<String> = Lazy::new(|| {
    let line = version::line();
    if version::COMMIT.is_empty() { line.into() } else { line.replace(version::COMMIT, &commit()) }
});

/// Name of the program, the prefix of its messages.
const PROGRAM: &str = "secateur-lab";

/// Tools to develop the Secateur chess engine: experiments of the papers, matches, tuning, and
/// training on self-play games.
#[derive(Debug, Parser)]
#[command(name = PROGRAM, version = VERSION.as_str())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the experiments of the papers
    #[command(after_help = examples::LIST)]
    List,
    /// Run experiments and judge each by its predefined criterion
    #[command(after_help = examples::RUN)]
    Run(Box<experiments::RunOptions>),
    /// Write a Markdown page with plots of all results in a folder
    #[command(after_help = examples::REPORT)]
    Report {
        /// Folder that `run --out` wrote
        folder: PathBuf,
        #[command(flatten)]
        force: Force,
    },
    /// Fit ProbCut parameters to searches of the engine with the linear evaluation
    #[command(after_help = examples::FIT)]
    Fit(experiments::FitOptions),
    /// Plot positions solved against time, from results of `secateur epd`
    #[command(after_help = examples::CHART)]
    Chart(chart::ChartOptions),
    /// Play a match between two evaluations or settings, with fixed nodes or a time control
    #[command(after_help = examples::MATCH)]
    Match(Box<matches::MatchOptions>),
    /// Write balanced openings for matches, without duplicates
    #[command(after_help = examples::OPENINGS)]
    Openings(openings::OpeningsOptions),
    /// Generate self-play games for training
    #[command(after_help = examples::DATAGEN)]
    Datagen(datagen::DatagenOptions),
    /// Count, convert, shuffle, pack and rescore game files; measure evaluations
    #[command(after_help = examples::DATA)]
    Data(data::DataOptions),
    /// Train weights, a network or the WDL model from games
    #[command(after_help = examples::TRAIN)]
    Train(train::TrainOptions),
    /// Explain the linear evaluation of a position
    #[command(after_help = examples::EVAL)]
    Eval(eval::EvalOptions),
    /// Tune search parameters with games (SPSA), or list them for OpenBench
    #[command(after_help = examples::TUNE)]
    Tune(tune::TuneOptions),
}

/// Runs the command line. The exit codes are those of `secateur`.
pub fn run() -> ExitCode {
    finish(PROGRAM, || {
        let words = adjudication::join_adjudication_values(std::env::args_os());
        let arguments = Arguments::from_arg_matches(&parse_arguments(declaration(), words))?;
        let done = execute(arguments.command).inspect(|_| report_shortage(PROGRAM));
        done.map_err(|error| match error.downcast_ref() {
            Some(DataError::Interrupted) => {
                Interrupted("before the end; nothing was written".to_owned()).into()
            }
            _ => error,
        })
    })
}

fn declaration() -> clap::Command {
    let command = Arguments::command()
        .mut_subcommand("run", described::<experiments::RunOptions>)
        .mut_subcommand("fit", described::<experiments::FitOptions>)
        .mut_subcommand("chart", described::<chart::ChartOptions>)
        .mut_subcommand("match", described::<matches::MatchOptions>)
        .mut_subcommand("openings", described::<openings::OpeningsOptions>)
        .mut_subcommand("datagen", described::<datagen::DatagenOptions>)
        .mut_subcommand("data", described::<data::DataOptions>)
        .mut_subcommand("train", described::<train::TrainOptions>)
        .mut_subcommand("eval", described::<eval::EvalOptions>)
        .mut_subcommand("tune", described::<tune::TuneOptions>);
    accept_negative_numbers(command)
}

fn execute(command: Command) -> Result<ExitCode> {
    match command {
        Command::List => experiments::list(),
        Command::Run(options) => experiments::run_experiments(&options)?,
        Command::Report { folder, force } => experiments::write_report(&folder, force)?,
        Command::Fit(options) => experiments::fit_prob_cut(&options)?,
        Command::Chart(options) => chart::run(&options)?,
        Command::Match(options) => matches::run(&options)?,
        Command::Openings(options) => openings::run(&options)?,
        Command::Datagen(options) => return datagen::run(options),
        Command::Data(options) => return data::run(options),
        Command::Train(options) => return train::run(&options),
        Command::Eval(options) => return eval::run(&options),
        Command::Tune(options) => return tune::run(&options),
    }
    Ok(ExitCode::SUCCESS)
}

/// The evaluation of this name. An error begins with the option that gives the name.
fn evaluator(option: &str, name: &str) -> Result<Evaluator> {
    evaluator_named(name).map_err(|error| anyhow!("{option}: {error}"))
}

/// Parses a number from 0 to 1.
fn share<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let share = text.parse().ok().filter(|share| (T::from(0)..=T::from(1)).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Gives a subcommand the description of its options as its long help.
fn described<T: Args>(command: clap::Command) -> clap::Command {
    let own = T::augment_args(clap::Command::new("own"));
    match own.get_long_about().or(own.get_about()) {
        Some(text) => command.long_about(with_full_stop(&text.to_string())),
        None => command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_declaration_is_valid() {
        declaration().debug_assert();
    }

    #[test]
    fn every_help_ends_with_examples_and_exit_codes() {
        for command in declaration().get_subcommands_mut() {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{help}");
        }
    }

    /// In clap, an options struct without a doc comment inherits that of a flattened struct.
    #[test]
    fn no_command_help_begins_with_that_of_its_options() {
        fn check(command: &mut clap::Command) {
            let help = command.render_long_help().to_string();
            assert!(!help.starts_with("Command-line option"), "{}: {help}", command.get_name());
            command.get_subcommands_mut().for_each(check);
        }
        check(&mut declaration());
    }
}
