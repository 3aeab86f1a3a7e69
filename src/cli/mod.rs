//! Layer 8: the command line. One file a subcommand; the only place beside UCI that prints.

mod analyse;
mod annotate;
mod bench;
pub mod commit;
mod doctor;
mod effort;
mod epd;
mod eval;
pub mod examples;
pub mod input;
pub mod manual;
mod perft;
pub mod resume;
pub mod techniques;
pub mod ticker;
mod tree;

use crate::threads::shortage;
use crate::uci;
use crate::version;
use anyhow::{Result, bail};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io::{ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;

/// A UCI chess engine. Without a command it speaks UCI on standard input and output, as chess
/// programs expect.
#[derive(Debug, Parser)]
#[command(name = "secateur", version = version::line(), after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const AFTER_HELP: &str = "\
Commands of the UCI protocol may be given as arguments too and are obeyed one after the other:
  secateur \"position startpos moves e2e4\" \"go depth 10\"
  secateur go perft 5";

#[derive(Debug, Subcommand)]
enum Command {
    /// Search fixed positions to a fixed depth; the node count is the signature of the search
    #[command(after_help = examples::BENCH)]
    Bench(bench::BenchOptions),
    /// Count the leaves of the game tree, for one position or a suite
    Perft(perft::PerftArguments),
    /// Explain the static evaluation of a position
    #[command(after_help = examples::EVAL)]
    Eval(eval::EvalOptions),
    // Its own description is a whole page.
    Epd(Box<epd::EpdOptions>),
    /// Show the best lines of positions
    Analyse(analyse::AnalyseOptions),
    /// Write evaluations, better lines and marks for bad moves into games
    Annotate(annotate::AnnotateOptions),
    /// Show the search tree of a position: what was searched, what was cut, and by which technique
    Tree(tree::TreeOptions),
    /// Look at machine, files and engine, and say what is in order
    Doctor(doctor::DoctorOptions),
    /// Print a script by which a shell completes commands and options
    Completions(manual::CompletionsOptions),
    /// Print the manual page, or write one for each command
    Man(manual::ManOptions),
}

/// Runs what the arguments ask for. Exit codes: 0 done, 1 a check failed or part of the input was
/// left out, 2 the input is bad, 130 interrupted, 141 nobody reads.
pub fn run() -> ExitCode {
    finish("secateur", || {
        let arguments: Vec<String> = arguments_said().collect();
        if let Some(lines) = as_uci_lines(&arguments) {
            return uci::run_lines(lines).map_err(Into::into).map(|()| ExitCode::SUCCESS);
        }
        if let Some(command) = arguments.first().filter(|word| MOVED.contains(&word.as_str())) {
            bail!("`{command}` is a command of secateur-lab, which `make lab` builds");
        }
        let arguments: Arguments = given(declaration());
        match arguments.command {
            None => uci::run().map_err(Into::into).map(|()| ExitCode::SUCCESS),
            Some(command) => obey(command).inspect(|_| report_shortage("secateur")),
        }
    })
}

/// Commands of the laboratory, which has a program of its own.
const MOVED: [&str; 5] = ["lab", "datagen", "data", "train", "tune"];

/// Runs a command line under the program's name: a full disk or a closed pipe ends it in good
/// order, an error is one line, and the exit code follows.
pub fn finish(program: &'static str, work: impl FnOnce() -> Result<ExitCode>) -> ExitCode {
    leave_when_nothing_can_be_printed(program);
    let result = work();
    if let Err(error) = stdout().flush() {
        leave_unprinted(program, &error.to_string(), error.kind() == ErrorKind::BrokenPipe);
    }
    result.unwrap_or_else(|error: anyhow::Error| {
        eprintln!("{program}: {error:#}");
        let is_interruption = error.is::<resume::Interrupted>();
        ExitCode::from(if is_interruption { INTERRUPTED } else { BAD_INPUT })
    })
}

/// The arguments of this process in words: what is no text is shown as best it can be.
pub fn arguments_said() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned())
}

/// The arguments of this process, or its end with the reason why they are none.
pub fn given<T: FromArgMatches>(mut declaration: clap::Command) -> T {
    let read = declaration.try_get_matches_from_mut(std::env::args_os());
    let arguments = read.and_then(|matches| T::from_arg_matches(&matches));
    arguments.unwrap_or_else(|error| show(&error.format(&mut declaration)))
}

/// Shows help, or what is wrong with the arguments, and ends.
fn show(error: &clap::Error) -> ! {
    if let (Err(failed), false) = (error.print(), error.use_stderr()) {
        leave_unprinted("secateur", &failed.to_string(), failed.kind() == ErrorKind::BrokenPipe);
    }
    std::process::exit(error.exit_code());
}

/// The command line as declared. Lists name each command in a line; its own help and page say all
/// that its options say of it.
fn declaration() -> clap::Command {
    Arguments::command()
        .mut_subcommand("bench", told::<bench::BenchOptions>)
        .mut_subcommand("perft", told::<perft::PerftArguments>)
        .mut_subcommand("eval", told::<eval::EvalOptions>)
        .mut_subcommand("epd", told::<epd::EpdOptions>)
        .mut_subcommand("analyse", told::<analyse::AnalyseOptions>)
        .mut_subcommand("annotate", told::<annotate::AnnotateOptions>)
        .mut_subcommand("tree", told::<tree::TreeOptions>)
        .mut_subcommand("doctor", told::<doctor::DoctorOptions>)
        .mut_subcommand("completions", told::<manual::CompletionsOptions>)
        .mut_subcommand("man", told::<manual::ManOptions>)
}

/// Gives a subcommand the description of its options as its long help.
pub fn told<T: Args>(command: clap::Command) -> clap::Command {
    let own = T::augment_args(clap::Command::new("own"));
    match own.get_long_about().or(own.get_about()) {
        Some(text) => command.long_about(text.clone()),
        None => command,
    }
}

/// The exit code when the input is bad, or what is asked for cannot be done.
const BAD_INPUT: u8 = 2;

/// The exit code of a run that Ctrl-C has ended in good order, as shells give it: 128 + SIGINT.
const INTERRUPTED: u8 = 130;

/// The exit code of a process that wrote to a closed pipe, as shells give it: 128 + SIGPIPE.
const NOBODY_READS: i32 = 141;

/// `secateur … | head` closes our output early, and a disk may be full. The standard library panics
/// then; that is no fault of ours to report, and one line says what it is.
fn leave_when_nothing_can_be_printed(program: &'static str) {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload_as_str().unwrap_or_default();
        if let Some(reason) = message.strip_prefix("failed printing to stdout: ") {
            leave_unprinted(program, reason, reason.contains("Broken pipe"));
        }
        if message.starts_with("failed printing to stderr") {
            std::process::exit(BAD_INPUT.into()); // there is nobody to tell why
        }
        report(panic);
    }));
}

fn leave_unprinted(program: &str, reason: &str, nobody_reads: bool) -> ! {
    if nobody_reads {
        std::process::exit(NOBODY_READS);
    }
    let _ = writeln!(stderr(), "{program}: cannot write to standard output: {reason}");
    std::process::exit(BAD_INPUT.into());
}

/// The protocol tells of each search what it lacks; a command tells it once.
pub fn report_shortage(program: &str) {
    if let Some((missing, wanted)) = shortage() {
        eprintln!(
            "{program}: {missing} of {wanted} threads cannot be had; the others have done their work"
        );
    }
}

fn obey(command: Command) -> Result<ExitCode> {
    match command {
        Command::Bench(options) => bench::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Eval(options) => eval::run(&options),
        Command::Epd(options) => epd::run(&options),
        Command::Analyse(options) => analyse::run(&options),
        Command::Annotate(options) => annotate::run(&options),
        Command::Tree(options) => tree::run(&options),
        Command::Doctor(options) => doctor::run(&options),
        Command::Completions(options) => Ok(manual::complete(&options, declaration())),
        Command::Man(options) => manual::man(&options, declaration()),
    }
}

/// The arguments as lines of the UCI protocol, if that is what they are: each quoted one a line of
/// its own, unquoted ones one line together. Subcommands come first where a word is both.
fn as_uci_lines(arguments: &[String]) -> Option<Vec<String>> {
    let first = arguments.first()?;
    let is_quoted = |argument: &String| argument.contains(char::is_whitespace);
    let word = first.split_whitespace().next()?;
    let is_subcommand = matches!(word, "bench" | "perft" | "eval" | "help") && !is_quoted(first);
    if is_subcommand || !uci::guard::is_command_word(word) {
        return None;
    }
    if arguments.iter().any(is_quoted) {
        return Some(arguments.to_vec());
    }
    let words = if arguments.len() > 1 {
        arguments.strip_suffix(&["quit".to_owned()]).unwrap_or(arguments)
    } else {
        arguments
    };
    Some(vec![words.join(" ")])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(arguments: &[&str]) -> Option<Vec<String>> {
        as_uci_lines(&arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn the_declaration_is_sound() {
        declaration().debug_assert();
    }

    #[test]
    fn every_help_ends_with_examples_and_exit_codes() {
        let mut declaration = declaration();
        // The command `epd` brings its own along.
        for command in
            declaration.get_subcommands_mut().filter(|command| command.get_name() != "epd")
        {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let help = command.render_long_help().to_string();
            assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{help}");
            assert!(!help.starts_with(&about), "the help says more than the list: {help}");
        }
    }

    #[test]
    fn uci_words_are_told_from_subcommands() {
        assert_eq!(lines(&[]), None);
        assert_eq!(lines(&["bench"]), None);
        assert_eq!(lines(&["perft", "5"]), None);
        assert_eq!(lines(&["--help"]), None);
        assert_eq!(lines(&["go", "perft", "5", "quit"]), Some(vec!["go perft 5".to_owned()]));
        assert_eq!(
            lines(&["go depth 10", "quit"]),
            Some(vec!["go depth 10".to_owned(), "quit".to_owned()])
        );
        assert_eq!(
            lines(&["genfens 5 seed 1 book None", "quit"]).map(|lines| lines.len()),
            Some(2)
        );
        assert_eq!(lines(&["quit"]), Some(vec!["quit".to_owned()]));
    }
}
