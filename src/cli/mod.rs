//! Layer 8: the command line. One file a subcommand; the only place beside UCI that prints.

/// Prints to standard output; shadows the standard library's macro, which panics where nothing can
/// be written, for every file of this module.
macro_rules! print {
    ($($text:tt)*) => { $crate::files::stdout::print(format_args!($($text)*)) };
}

/// Prints a line to standard output; shadows the standard library's macro, too.
macro_rules! println {
    () => { print!("\n") };
    ($($text:tt)*) => { print!("{}\n", format_args!($($text)*)) };
}

/// Prints a line to standard error; shadows the standard library's macro, too.
macro_rules! eprintln {
    ($($text:tt)*) => {
        $crate::files::stdout::complain(format_args!("{}\n", format_args!($($text)*)))
    };
}

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
mod json;
pub mod manual;
mod numbers;
mod other;
mod perft;
pub mod resume;
pub mod techniques;
pub mod ticker;
mod tree;

use crate::files::stdout;
use crate::threads::shortage;
use crate::uci;
use crate::version;
use anyhow::{Result, bail};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::process::ExitCode;

/// A subcommand of the command line.
struct Subcommand {
    name: &'static str,
    /// Other names of it.
    aliases: &'static [&'static str],
    /// Adds its options to a command of this name, described in one line.
    declare: fn(Command) -> Command,
    /// Runs it.
    run: fn(&ArgMatches) -> Result<ExitCode>,
}

/// A subcommand by its name, the line that lists show, its options and the function that runs it.
/// A word behind `also` is another name of it; examples come last where its options bring none.
macro_rules! subcommand {
    (
        $name:literal $(also $alias:literal)?, $about:literal, $options:ty, $run:expr
        $(, $examples:expr)?
    ) => {
        Subcommand {
            name: $name,
            aliases: &[$($alias)?],
            declare: |command| described::<$options>(command, $about)$(.after_help($examples))?,
            run: |matches| $run(<$options>::from_arg_matches(matches)?),
        }
    };
}

/// Every subcommand, in the order of the help.
static SUBCOMMANDS: [Subcommand; 10] = [
    subcommand!(
        "bench",
        "Search fixed positions to a fixed depth; the node count is the signature of the search",
        bench::BenchOptions,
        |options| bench::run(&options)
    ),
    subcommand!(
        "perft",
        "Count the leaves of the game tree, for one position or a suite",
        perft::PerftArguments,
        |options| perft::run(&options)
    ),
    subcommand!(
        "eval",
        "Explain the static evaluation of a position",
        eval::EvalOptions,
        |options| { eval::run(&options) }
    ),
    subcommand!("epd", "Solve the positions of EPD suites", epd::EpdOptions, |options| epd::run(
        &options
    )),
    subcommand!(
        "analyse" also "analyze",
        "Show the best lines of positions",
        analyse::AnalyseOptions,
        |options| analyse::run(&options)
    ),
    subcommand!(
        "annotate",
        "Write evaluations, better lines and marks for bad moves into games",
        annotate::AnnotateOptions,
        |options| annotate::run(&options)
    ),
    subcommand!(
        "tree",
        "Show the search tree of a position: what was searched, what was cut, and by which technique",
        tree::TreeOptions,
        |options| tree::run(&options)
    ),
    subcommand!(
        "doctor",
        "Check machine, files and engine, and report what does not work",
        doctor::DoctorOptions,
        |options| doctor::run(&options)
    ),
    subcommand!(
        "completions",
        "Print a script by which a shell completes commands and options",
        manual::CompletionsOptions,
        |options| Ok(manual::complete(&options, declaration()))
    ),
    subcommand!(
        "man",
        "Print the manual page, or write one for each command",
        manual::ManOptions,
        |options| manual::man(&options, declaration())
    ),
];

/// The options of a subcommand with the line that lists show; its own help and page show the whole
/// description of its options.
pub fn described<T: Args>(command: Command, about: &'static str) -> Command {
    let declared = T::augment_args(command);
    let whole = declared.get_long_about().or(declared.get_about()).cloned();
    match whole {
        Some(whole) => declared.about(about).long_about(whole),
        None => declared.about(about),
    }
}

const ABOUT: &str = "\
A UCI chess engine. Without a command it speaks UCI on standard input and output, as chess programs
expect.";

const AFTER_HELP: &str = "\
Commands of the UCI protocol may be given as arguments too and are obeyed one after the other:
  secateur \"position startpos moves e2e4\" \"go depth 10\"
  secateur go perft 5";

/// The command line as declared.
fn declaration() -> Command {
    let command = Command::new("secateur")
        .version(version::line())
        .about(ABOUT.replace('\n', " "))
        .after_help(AFTER_HELP);
    SUBCOMMANDS.iter().fold(command, |command, subcommand| {
        let declared = (subcommand.declare)(Command::new(subcommand.name));
        command.subcommand(declared.visible_aliases(subcommand.aliases))
    })
}

/// Runs what the arguments ask for. Exit codes: 0 done, 1 a check failed or part of the input was
/// left out, 2 the input is bad, 130 interrupted, 141 broken pipe.
pub fn run() -> ExitCode {
    finish("secateur", || {
        let arguments: Vec<String> = arguments_said().collect();
        if let Some(lines) = as_uci_lines(&arguments) {
            return uci::run_lines(lines).map_err(Into::into).map(|()| ExitCode::SUCCESS);
        }
        if let Some(command) = arguments.first().filter(|word| MOVED.contains(&word.as_str())) {
            bail!("`{command}` is a command of secateur-lab, which `make lab` builds");
        }
        match given(declaration()).subcommand() {
            None => uci::run().map_err(Into::into).map(|()| ExitCode::SUCCESS),
            Some((name, matches)) => obey(name, matches).inspect(|_| report_shortage("secateur")),
        }
    })
}

/// Commands of the laboratory, which has a program of its own.
const MOVED: [&str; 5] = ["lab", "datagen", "data", "train", "tune"];

/// Runs the work of a program of this name. An error is one line on standard error; the exit code
/// follows from it.
pub fn finish(program: &str, work: impl FnOnce() -> Result<ExitCode>) -> ExitCode {
    let result = work();
    stdout::flush();
    result.unwrap_or_else(|error: anyhow::Error| {
        eprintln!("{program}: {error:#}");
        let is_interruption = error.is::<resume::Interrupted>();
        ExitCode::from(if is_interruption { INTERRUPTED } else { BAD_INPUT })
    })
}

fn obey(name: &str, matches: &ArgMatches) -> Result<ExitCode> {
    match SUBCOMMANDS.iter().find(|subcommand| subcommand.name == name) {
        Some(subcommand) => (subcommand.run)(matches),
        None => unreachable!("clap accepts declared subcommands only"),
    }
}

/// The arguments of this process in words: what is no text is shown as best it can be.
pub fn arguments_said() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned())
}

/// The arguments of this process as declared. Ends the process with help or the reason if they are
/// not.
pub fn given(mut declaration: Command) -> ArgMatches {
    let matches = declaration.try_get_matches_from_mut(std::env::args_os());
    matches.unwrap_or_else(|error| show(&error))
}

/// Shows help, or what is wrong with the arguments, and ends.
fn show(error: &clap::Error) -> ! {
    let printed = error.print();
    if !error.use_stderr() {
        stdout::or_leave(printed);
    }
    std::process::exit(error.exit_code());
}

/// The exit code when the input is bad, or what is asked for cannot be done.
const BAD_INPUT: u8 = 2;

/// The exit code of a run that Ctrl-C has ended in good order, as shells give it: 128 + SIGINT.
const INTERRUPTED: u8 = 130;

/// Reports once that the system refused threads.
pub fn report_shortage(program: &str) {
    if let Some((missing, wanted)) = shortage() {
        eprintln!(
            "{program}: {missing} of {wanted} threads cannot be had; the others have done their work"
        );
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
