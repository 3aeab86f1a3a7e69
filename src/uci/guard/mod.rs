//! Parser of input lines, which protects the parser `vampirc-uci` from unusual input. The guard
//! finds the command word and parses `position`, `setoption`, the commands beyond UCI and most of
//! `go`. `vampirc-uci` parses the clocks, `depth` and `mate` of `go`, and commands without
//! arguments such as `isready`.
//!
//! Version 0.11.1 of `vampirc-uci` panics on a blank after `go`. It loses `ponder`, `infinite` and
//! `movetime` next to clocks, truncates long numbers, and drops the rest of a move list at an
//! invalid word. This module therefore cleans and splits each line. `vampirc-uci` gets a canonical
//! line that it parses correctly. For `position`, `vampirc-uci` takes 50 times as long, and accepts
//! neither short FENs nor Chess960 castling letters.

mod go;

use super::command::{Command, PositionText, Tool};
use crate::chess::perft::parse_depth;
use crate::quote::{did_you_mean, quoted};
use crate::search::limits::{MAX_HASH, MAX_THREADS};
use crate::tools::bench;
use crate::tools::speedtest::SpeedTest;
pub use go::MULTIPLES;
use vampirc_uci::{UciMessage, parse_one};

/// Command words. Words before the first one are skipped, as UCI requires.
const WORDS: [&str; 25] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "exit",
    "d",
    "flip",
    "eval",
    "bench",
    "speedtest",
    "perft",
    "compiler",
    "export_net",
    "genfens",
    "switches",
    "help",
    "xboard",
    "protover",
];

/// Whether a word is the name of a command, without regard to case.
pub fn is_command_word(word: &str) -> bool {
    WORDS.contains(&word.to_ascii_lowercase().as_str())
}

/// Converts an input line to text. Invalid UTF-8 is replaced. Byte-order marks, zero bytes,
/// carriage returns and surrounding blanks are removed.
pub fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text: String =
        text.chars().filter(|letter| !matches!(letter, '\u{feff}' | '\0' | '\r')).collect();
    text.trim().to_owned()
}

/// Parses a cleaned input line: a command, `None` for an empty line, or an error message. The
/// message has one line.
pub fn read(line: &str) -> Result<Option<Command>, String> {
    let Some(start) = command_start(line) else {
        return if line.is_empty() {
            Ok(None)
        } else {
            let meant = did_you_mean(split_word(line).0, WORDS);
            Err(format!("unknown command '{}'{meant}", quoted(line)))
        };
    };
    let (word, rest) = split_word(&line[start..]);
    let rest = rest.trim();
    match word.to_ascii_lowercase().as_str() {
        "position" => {
            Ok(Some(read_position(rest).map_or_else(Command::NoPosition, Command::Position)))
        }
        "go" => go::read(rest).map(|go| Some(Command::Go(go))),
        "setoption" => read_option(rest).map(Some),
        "debug" => read_debug(rest).map(Some),
        "register" => Ok(Some(Command::Register)),
        "xboard" | "protover" => Ok(None), // some clients try CECP first, and fall back to UCI without an answer
        "d" | "eval" if rest.contains('/') => {
            Err(format!("{word} takes no position: send 'position fen …' first"))
        }
        "d" => Ok(Some(Command::Tool(Tool::Display))),
        "flip" => Ok(Some(Command::Tool(Tool::Flip))),
        "eval" => Ok(Some(Command::Tool(Tool::Eval))),
        "compiler" => Ok(Some(Command::Tool(Tool::Compiler))),
        "exit" => Ok(Some(Command::Quit)),
        "uci" => {
            Ok(Some(Command::Uci { expert: split_word(rest).0.eq_ignore_ascii_case("expert") }))
        }
        "switches" => Ok(Some(Command::Tool(Tool::Switches))),
        "help" => Ok(Some(Command::Tool(Tool::Help))),
        "genfens" => read_genfens(rest).map(|tool| Some(Command::Tool(tool))),
        "bench" => bench::Task::parse(&rest.split_whitespace().collect::<Vec<_>>())
            .map(|task| Some(Command::Tool(Tool::Bench(task)))),
        "speedtest" => read_speed_test(rest).map(|test| Some(Command::Tool(test))),
        "export_net" if rest.is_empty() => Err("export_net: a file is missing".to_owned()),
        "export_net" => Ok(Some(Command::Tool(Tool::ExportNet(rest.to_owned())))),
        "perft" => read_depth(rest).map(|depth| Some(Command::Tool(Tool::Perft(depth)))),
        simple => read_simple(simple).map(Some),
    }
}

/// Returns the offset of the first command word.
fn command_start(line: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &line[at..];
        at += rest.len() - rest.trim_start().len();
        let (word, _) = split_word(&line[at..]);
        if word.is_empty() {
            return None;
        }
        if is_command_word(word) {
            return Some(at);
        }
        at += word.len();
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Parses the commands that `vampirc-uci` handles correctly.
fn read_simple(canonical: &str) -> Result<Command, String> {
    Ok(match parse_one(canonical) {
        UciMessage::Debug(on) => Command::Debug(on),
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return Err(format!("cannot read '{}'", quoted(canonical.trim()))),
    })
}

/// Parses `debug`. `vampirc-uci` would accept any word that begins with `on` or `off`.
fn read_debug(rest: &str) -> Result<Command, String> {
    match split_word(rest).0.to_ascii_lowercase().as_str() {
        word @ ("on" | "off") => read_simple(&format!("debug {word}")),
        "" => Err("debug: 'on' or 'off' is missing".to_owned()),
        word => Err(format!("cannot read 'debug {}': 'on' or 'off' expected", quoted(word))),
    }
}

fn read_depth(rest: &str) -> Result<u32, String> {
    let text = rest.split_whitespace().next().ok_or("perft: a depth is missing")?;
    parse_depth(text).map_err(|error| format!("perft: '{}' is {error}", quoted(text)))
}

/// Parses `[THREADS [HASH [SECONDS]]]`, as in Stockfish.
fn read_speed_test(rest: &str) -> Result<Tool, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |at: usize, name: &str, max: u64| match words.get(at) {
        None => Ok(None),
        Some(word) => {
            let found = word.parse().ok().filter(|number| (1..=max).contains(number));
            let wrong = || format!("speedtest: '{}' is not a {name}, 1 to {max}", quoted(word));
            found.map(Some).ok_or_else(wrong)
        }
    };
    if let Some(word) = words.get(3) {
        return Err(format!("speedtest: '{}' is unknown", quoted(word)));
    }
    let threads = number(0, "number of threads", MAX_THREADS)?;
    let hash = number(1, "table size in MB", MAX_HASH)?;
    let seconds = number(2, "number of seconds", 86_400)?;
    let size = |number: Option<u64>| number.map(|number| number as usize);
    Ok(Tool::SpeedTest(SpeedTest::new(size(threads), size(hash), seconds)))
}

/// Parses `N seed S book FILE|None`, the format of testing frameworks. Further words are ignored.
fn read_genfens(rest: &str) -> Result<Tool, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |text: &str| {
        text.parse().map_err(|_| format!("genfens: '{}' is not a number", quoted(text)))
    };
    let value_of = |key: &str| {
        let at = words.iter().position(|word| word.eq_ignore_ascii_case(key));
        let value = at.map(|at| words.get(at + 1).copied());
        value.map(|value| value.ok_or(format!("genfens: {key} without a value"))).transpose()
    };
    let Some(count) = words.first() else { return Err("genfens: a number is missing".to_owned()) };
    let book = value_of("book")?.filter(|name| !name.eq_ignore_ascii_case("none"));
    Ok(Tool::GenFens {
        count: number(count)?,
        seed: value_of("seed")?.map_or(Ok(0), number)?,
        book: book.map(str::to_owned),
    })
}

fn read_position(rest: &str) -> Result<PositionText, String> {
    let mut words = rest.split_whitespace();
    let mut position = PositionText::default();
    let is_moves = |word: &str| word.eq_ignore_ascii_case("moves");
    let kind = words.next();
    match kind.map(str::to_ascii_lowercase).as_deref() {
        Some("startpos") => match words.next() {
            None => {}
            Some(word) if is_moves(word) => {}
            Some(word) => {
                return Err(format!(
                    "position rejected: 'moves' expected instead of '{}'",
                    quoted(word)
                ));
            }
        },
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| !is_moves(word)).collect();
            position.fen = Some(fields.join(" "));
        }
        _ => {
            let instead =
                kind.map_or(String::new(), |word| format!(" instead of '{}'", quoted(word)));
            return Err(format!("position rejected: 'startpos' or 'fen' expected{instead}"));
        }
    }
    position.moves = words.map(str::to_owned).collect();
    Ok(position)
}

fn read_option(rest: &str) -> Result<Command, String> {
    let (first, rest) = split_word(rest);
    if !first.eq_ignore_ascii_case("name") {
        return Err("setoption: 'name' expected".to_owned());
    }
    let mut name: Vec<&str> = Vec::new();
    let mut value = "";
    let mut tail = rest.trim_start();
    while !tail.is_empty() {
        let (word, rest) = split_word(tail);
        // A value may contain the word "value"; a name may not begin with it.
        if word.eq_ignore_ascii_case("value") && !name.is_empty() {
            value = rest.trim();
            break;
        }
        name.push(word);
        tail = rest.trim_start();
    }
    if name.is_empty() {
        return Err("setoption: no name".to_owned());
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.to_owned() })
}
