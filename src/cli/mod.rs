//! Layer 8: the command line. One file for each subcommand. Only this layer and UCI print.

/// Prints to standard output. Shadows the standard library's macro, which panics on a write error,
/// in every file of this module.
macro_rules! print {
    ($($text:tt)*) => { $crate::files::stdout::print(format_args!($($text)*)) };
}

/// Prints a line to standard output; also shadows the standard library's macro.
macro_rules! println {
    () => { print!("\n") };
    ($($text:tt)*) => { print!("{}\n", format_args!($($text)*)) };
}

/// Prints a line to standard error; also shadows the standard library's macro.
macro_rules! eprintln {
    ($($text:tt)*) => {
        $crate::files::stdout::eprint(format_args!("{}\n", format_args!($($text)*)))
    };
}

mod analyse;
mod annotate;
mod bench;
mod doctor;
mod epd;
mod eval;
pub mod examples;
pub mod input;
mod json;
pub mod launch;
pub mod manual;
pub mod numbers;
mod other;
mod overwrite;
mod perft;
pub mod resume;
mod search_options;
pub mod techniques;
pub mod ticker;
mod tree;

use crate::files::stdout;
use crate::quote::join_remarks;
use crate::stop::INTERRUPTED;
use crate::threads::shortage;
use crate::tools::defaults;
use crate::uci;
use crate::uci::pending::Pending;
use crate::version;
use anyhow::Result;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::process::ExitCode;

/// A subcommand of the command line.
struct Subcommand {
    name: &'static str,
    /// Other names of the subcommand.
    aliases: &'static [&'static str],
    /// Adds the options and the one-line description to a command.
    declare: fn(Command) -> Command,
    /// Runs the subcommand.
    run: fn(&ArgMatches) -> Result<ExitCode>,
}

/// Declares a subcommand: name, one-line description, options and the function that runs it. A
/// word after `also` is an alias.
macro_rules! subcommand {
    ($name:literal $(also $alias:literal)?, $about:literal, $options:ty, $run:expr) => {
        Subcommand {
            name: $name,
            aliases: &[$($alias)?],
            declare: |command| described::<$options>(command, $about),
            run: |matches| $run(&<$options>::from_arg_matches(matches)?),
        }
    };
}

/// All subcommands, in the order of the help.
static SUBCOMMANDS: [Subcommand; 10] = [
    subcommand!(
        "bench",
        "Search fixed positions to a fixed depth and print the bench node count",
        bench::BenchOptions,
        bench::run
    ),
    subcommand!(
        "perft",
        "Count the leaf nodes of one position, or check a perft suite",
        perft::PerftArguments,
        perft::run
    ),
    subcommand!(
        "eval",
        "Explain the static evaluation of a position",
        eval::EvalOptions,
        eval::run
    ),
    subcommand!("epd", "Solve the positions of EPD suites", epd::EpdOptions, epd::run),
    subcommand!(
        "analyse" also "analyze",
        "Analyse positions and show the best lines",
        analyse::AnalyseOptions,
        analyse::run
    ),
    subcommand!(
        "annotate",
        "Annotate games with evaluations, better lines and marks for bad moves",
        annotate::AnnotateOptions,
        annotate::run
    ),
    subcommand!(
        "tree",
        "Show the search tree of a position, and which technique caused each cutoff",
        tree::TreeOptions,
        tree::run
    ),
    subcommand!(
        "doctor",
        "Check the machine, the files and the engine, and report problems",
        doctor::DoctorOptions,
        doctor::run
    ),
    subcommand!(
        "completions",
        "Print a completion script for a shell",
        manual::CompletionsOptions,
        |options| Ok(manual::complete(options, declaration()))
    ),
    subcommand!(
        "man",
        "Print the manual page, or write one for each command",
        manual::ManOptions,
        |options| manual::man(options, declaration())
    ),
];

/// Adds the options of type `T` to a subcommand of the command line, with a short and a long
/// description. The list of commands shows `about`; `--help` and the manual page show the full
/// description of the options.
pub fn described<T: Args>(command: Command, about: &'static str) -> Command {
    let declared = T::augment_args(command);
    let whole = declared.get_long_about().or(declared.get_about()).map(ToString::to_string);
    match whole {
        Some(whole) => declared.about(about).long_about(with_full_stop(&whole)),
        None => declared.about(about),
    }
}

/// A description with the last full stop, which clap strips from a single paragraph.
pub fn with_full_stop(description: &str) -> String {
    format!("{}.", description.trim_end_matches('.'))
}

const ABOUT: &str = "\
A UCI chess engine. Without a command, it speaks UCI on standard input and output.";

const AFTER_HELP: &str = "\
The arguments may also be UCI commands, which run in order:
  secateur \"position startpos moves e2e4\" \"go depth 10\"
  secateur go perft 5";

/// Returns the declaration of the command line with all subcommands.
pub fn declaration() -> Command {
    let command = Command::new("secateur")
        .version(version::line())
        .about(ABOUT.replace('\n', " "))
        .after_help(AFTER_HELP);
    SUBCOMMANDS.iter().fold(command, |command, subcommand| {
        let declared = (subcommand.declare)(Command::new(subcommand.name));
        let declared = accept_negative_numbers(declared);
        command.subcommand(declared.visible_aliases(subcommand.aliases))
    })
}

/// Passes negative numbers such as `-5` to the parsers of all arguments, which report them by their
/// range. By default, clap reports an unknown option `-5`.
pub fn accept_negative_numbers(command: Command) -> Command {
    let with_values = |argument: Arg| {
        let takes_values = argument.get_action().takes_values();
        if takes_values { argument.allow_negative_numbers(true) } else { argument }
    };
    command.mut_args(with_values).mut_subcommands(accept_negative_numbers)
}

/// Runs the command line of this process and returns its exit code (0 is success). Exit codes: 0
/// done, 1 a check failed or part of the input was skipped, 2 invalid input, 130 interrupted, 141
/// broken pipe.
pub fn run() -> ExitCode {
    finish("secateur", || {
        launch::start_better()?;
        let arguments: Vec<String> = process_arguments().collect();
        if let Some(lines) = as_uci_lines(&arguments) {
            let pending = Pending::default();
            uci::answer_at_interrupt(&pending);
            let is_done = uci::run_lines(lines, &pending)?;
            return Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) });
        }
        match parse_arguments(declaration(), std::env::args_os()).subcommand() {
            None => uci::run().map_err(Into::into).map(|()| ExitCode::SUCCESS),
            Some((name, matches)) => {
                report_defaults(name, matches);
                execute(name, matches).inspect(|_| report_shortage("secateur"))
            }
        }
    })
}

/// Commands that use the user's default settings. `doctor` reports them itself.
const USE_DEFAULTS: [&str; 4] = ["analyse", "annotate", "epd", "tree"];

/// Reports invalid default settings in one line on standard error, for commands that use them.
fn report_defaults(name: &str, matches: &ArgMatches) {
    // `epd merge` and `epd compare` do not search.
    if USE_DEFAULTS.contains(&name)
        && matches.subcommand_name().is_none()
        && let Some(problems) = join_remarks(defaults::problems())
    {
        eprintln!("secateur: {problems}");
    }
}

/// Runs `work`, prints its error on standard error and returns the exit code of the process.
/// `program` is the name before the error message.
pub fn finish(program: &str, work: impl FnOnce() -> Result<ExitCode>) -> ExitCode {
    resume::keep_ignoring_hangup();
    let result = work();
    stdout::flush();
    result.unwrap_or_else(|error: anyhow::Error| {
        eprintln!("{program}: {error:#}");
        let is_interruption = error.is::<resume::Interrupted>();
        ExitCode::from(if is_interruption { INTERRUPTED } else { BAD_INPUT })
    })
}

fn execute(name: &str, matches: &ArgMatches) -> Result<ExitCode> {
    match SUBCOMMANDS.iter().find(|subcommand| subcommand.name == name) {
        Some(subcommand) => (subcommand.run)(matches),
        None => unreachable!("clap accepts declared subcommands only"),
    }
}

/// Returns the command-line arguments of this process, with invalid Unicode replaced.
pub fn process_arguments() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned())
}

/// Parses the arguments of a process, the program first; prints help or an error and exits if they
/// do not match.
pub fn parse_arguments(
    mut declaration: Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> ArgMatches {
    let matches = declaration.try_get_matches_from_mut(arguments);
    matches.unwrap_or_else(|error| show(&error))
}

/// Prints help or an error in the arguments, and ends the process.
fn show(error: &clap::Error) -> ! {
    let printed = error.print();
    if !error.use_stderr() {
        stdout::or_exit(printed);
    }
    std::process::exit(error.exit_code());
}

/// The exit code for invalid input and for requests that fail.
const BAD_INPUT: u8 = 2;

/// Suffix of the file with the finished parts of an unfinished run, after the name of the output.
pub const PARTIAL: &str = ".partial";

/// Reports on standard error if the system refused to start threads.
pub fn report_shortage(program: &str) {
    if let Some((missing, wanted)) = shortage() {
        eprintln!(
            "{program}: {missing} of {wanted} threads cannot be started; the others did the work"
        );
    }
}

/// Returns the command-line arguments as UCI lines; `None` if they are not UCI commands. A command
/// word at the start of an argument begins a line. Other arguments belong to the line before if it
/// began unquoted. A subcommand takes precedence over a UCI command of the same name.
pub fn as_uci_lines(arguments: &[String]) -> Option<Vec<String>> {
    let first = arguments.first()?;
    let is_quoted = |argument: &String| argument.contains(char::is_whitespace);
    let word = first.split_whitespace().next()?;
    let is_subcommand = matches!(word, "bench" | "perft" | "eval" | "help") && !is_quoted(first);
    if is_subcommand || !uci::guard::is_command_word(word) {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    let mut last = String::new(); // the word before, if its line is open
    let mut is_open = false; // the last line began with an unquoted argument
    for argument in arguments {
        let mut words = argument.split_whitespace().map(str::to_ascii_lowercase);
        let word = words.next().unwrap_or_default();
        // `go perft`, `setoption name Debug Log File`, option values and FEN castling rights have
        // command words in them.
        let begins_line = uci::guard::is_command_word(&word)
            && !matches!(
                (last.as_str(), word.as_str()),
                ("go", "perft") | ("name", "debug") | ("value", _) | ("w" | "b", "d")
            );
        match lines.last_mut() {
            Some(line) if is_open && !begins_line => *line += &format!(" {argument}"),
            _ => {
                lines.push(argument.clone());
                is_open = !is_quoted(argument);
            }
        }
        last = if is_open { words.next_back().unwrap_or(word) } else { String::new() };
    }
    Some(lines)
}
