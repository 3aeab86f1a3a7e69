//! Parser of the arguments of `go`. They are split word by word, so that none is lost, and passed
//! to `vampirc-uci` in an order that it parses correctly.

use crate::chess::perft::{DepthError, MAX_DEPTH};
use crate::quote::{did_you_mean, quoted};
use crate::uci::command::GoText;
use std::fmt::Write as _;
use std::time::Duration;
use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

/// Largest number that the parser represents without loss of digits.
const PARSER_MAX: u64 = 999_999_999_999;
/// Largest depth, mate distance and `movestogo` that the parser accepts without a panic.
const PARSER_MAX_BYTE: u64 = 255;

/// Arguments of `go`, word by word. Numbers are not yet clamped to the range of a type.
#[derive(Default)]
struct GoWords {
    numbers: Vec<(&'static str, i64)>,
    search_moves: Option<Vec<String>>,
    ponder: bool,
    infinite: bool,
    problems: Vec<String>,
    /// The error of an invalid `perft`.
    perft_problem: Option<String>,
}

const GO_NUMBERS: [&str; 10] =
    ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft"];

const GO_FLAGS: [&str; 3] = ["ponder", "infinite", "searchmoves"];

impl GoWords {
    fn read(rest: &str) -> GoWords {
        let mut go = GoWords::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let lower = word.to_ascii_lowercase();
            if lower == "ponder" {
                go.ponder = true;
            } else if lower == "infinite" {
                go.infinite = true;
            } else if lower == "searchmoves" {
                let moves = go.search_moves.get_or_insert_default();
                let before = moves.len();
                while let Some(word) = words.next_if(|word| !is_go_word(word)) {
                    moves.push(word.to_owned());
                }
                if moves.len() == before {
                    go.problems.push("go searchmoves: a move is missing".to_owned());
                }
            } else if let Some(key) = GO_NUMBERS.into_iter().find(|key| *key == lower) {
                let text = words.next_if(|word| !is_go_word(word));
                let number = text.ok_or("a number is missing".to_owned()).and_then(|text| {
                    let error = |reason| format!("'{}' is {reason}", quoted(text));
                    read_limit(key, text).map_err(error)
                });
                match number {
                    Ok(number) => go.numbers.push((key, number)),
                    Err(error) => go.report(key, format!("go {key}: {error}")),
                }
            } else {
                let meant = did_you_mean(word, GO_NUMBERS.into_iter().chain(GO_FLAGS));
                go.problems.push(format!("go: '{}' is unknown{meant}", quoted(word)));
            }
        }
        go
    }

    /// Records the error of a key.
    fn report(&mut self, key: &str, error: String) {
        if key == "perft" {
            self.perft_problem.get_or_insert(error.clone());
        }
        self.problems.push(error);
    }

    /// Returns the last value of a key.
    fn number(&self, key: &str) -> Option<i64> {
        self.numbers.iter().rev().find(|(name, _)| *name == key).map(|(_, number)| *number)
    }

    /// Formats a `go` command that the parser reads correctly: clocks first, then the other limits,
    /// each clamped to the range of its type.
    fn canonical(&self) -> String {
        let mut line = "go".to_owned();
        for key in ["wtime", "btime", "winc", "binc"] {
            if let Some(number) = self.number(key) {
                let _ = write!(line, " {key} {}", number.clamp(0, PARSER_MAX as i64));
            }
        }
        for (key, min, max) in [
            ("movestogo", 1, PARSER_MAX_BYTE),
            ("depth", 1, PARSER_MAX_BYTE),
            ("mate", 1, PARSER_MAX_BYTE),
        ] {
            // `movestogo 0` is ignored, as if it were absent.
            if let Some(number) =
                self.number(key).filter(|&number| !(key == "movestogo" && number <= 0))
            {
                let _ = write!(line, " {key} {}", number.clamp(min, max as i64));
            }
        }
        line
    }
}

fn is_go_word(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    GO_NUMBERS.contains(&lower.as_str()) || GO_FLAGS.contains(&lower.as_str())
}

/// Suffixes of a number, such as the nodes `200k`, and their factors.
pub const MULTIPLES: [(char, f64); 3] = [('k', 1e3), ('m', 1e6), ('g', 1e9)];

/// Parses the number of a key and checks its range; the error is the end of a message. Times below
/// zero are valid, since clients send them for a clock that has run out.
fn read_limit(key: &str, text: &str) -> Result<i64, String> {
    let number = read_number(key, text).ok_or("not a number")?;
    match key {
        "perft" if !(0..=i64::from(MAX_DEPTH)).contains(&number) => Err(DepthError.to_string()),
        "depth" | "nodes" | "mate" if number < 0 => Err("below zero".to_owned()),
        "depth" | "mate" | "movestogo" if is_fraction(text) => Err("not a whole number".to_owned()),
        _ => Ok(number),
    }
}

fn is_fraction(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(|number| number.fract() != 0.0)
}

/// Parses the integer of a key. Fractions are truncated, since some clients send fractional times.
/// Only nodes have suffixes: `5m` would be five minutes elsewhere.
fn read_number(key: &str, text: &str) -> Option<i64> {
    for (letter, factor) in MULTIPLES.into_iter().filter(|_| key == "nodes") {
        if let Some(number) = text.strip_suffix([letter, letter.to_ascii_uppercase()]) {
            let number: f64 = number.parse().ok().filter(|number: &f64| number.is_finite())?;
            return Some((number * factor) as i64);
        }
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(number);
    }
    if text.chars().all(|letter| letter.is_ascii_digit()) {
        return Some(i64::MAX); // beyond 64 bits: saturated
    }
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number as i64)
}

/// Parses the arguments of `go`. Only an invalid `perft` is an error: a search in its place would
/// be no answer. Other invalid arguments become [problems](GoText::problems).
pub(super) fn read(rest: &str) -> Result<GoText, String> {
    let mut words = GoWords::read(rest);
    if let (None, Some(problem)) = (words.number("perft"), words.perft_problem.take()) {
        return Err(problem);
    }
    let milliseconds =
        |key| words.number(key).map(|ms| Duration::from_millis(ms.max(0).unsigned_abs()));
    let mut go = GoText {
        ponder: words.ponder,
        infinite: words.infinite,
        move_time: milliseconds("movetime"),
        perft: words.number("perft").map(|depth| depth.unsigned_abs() as u32),
        nodes: words.number("nodes").map(|nodes| nodes.max(1).unsigned_abs()),
        search_moves: words.search_moves.clone(),
        ..GoText::default()
    };
    let canonical = words.canonical();
    if let UciMessage::Go { time_control, search_control } = parse_one(&canonical) {
        if let Some(UciTimeControl::TimeLeft {
            white_time,
            black_time,
            white_increment,
            black_increment,
            moves_to_go,
        }) = time_control
        {
            go.time = [white_time, black_time].map(to_std);
            go.increment = [white_increment, black_increment].map(to_std);
            go.moves_to_go = moves_to_go.map(u32::from);
        }
        if let Some(control) = search_control {
            go.depth = control.depth.map(u32::from);
            go.mate = control.mate.map(u32::from);
        }
    }
    go.problems = words.problems;
    let has_clock_part =
        words.numbers.iter().any(|(key, _)| matches!(*key, "winc" | "binc" | "movestogo"));
    if has_clock_part && !go.has_limit() && !go.infinite && !go.ponder {
        go.problems.push("go: winc, binc and movestogo need wtime or btime".to_owned());
    }
    Ok(go)
}

fn to_std(duration: Option<vampirc_uci::Duration>) -> Option<Duration> {
    duration.map(|duration| duration.to_std().unwrap_or_default())
}
