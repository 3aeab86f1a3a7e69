//! The parameters of `go`: taken apart word by word, so that none is lost, and handed to the parser
//! in the order that it is known to read right.

use crate::quote::quoted;
use crate::uci::command::GoText;
use std::fmt::Write as _;
use std::time::Duration;
use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

/// The largest number the parser represents without cutting digits off.
const PARSER_LARGEST: u64 = 999_999_999_999;
/// The largest depth, mate distance and move count it takes without harm.
const PARSER_LARGEST_BYTE: u64 = 255;

/// What `go` says, word by word. Numbers as they are meant, before any limit of a type.
#[derive(Default)]
struct GoWords {
    numbers: Vec<(&'static str, i64)>,
    search_moves: Option<Vec<String>>,
    ponder: bool,
    infinite: bool,
    problems: Vec<String>,
}

const GO_NUMBERS: [&str; 10] =
    ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft"];

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
                while let Some(word) = words.next_if(|word| !is_go_word(word)) {
                    moves.push(word.to_owned());
                }
            } else if let Some(key) = GO_NUMBERS.into_iter().find(|key| *key == lower) {
                match words.next_if(|word| !is_go_word(word)) {
                    Some(text) => match read_number(text) {
                        Some(number) => go.numbers.push((key, number)),
                        None => go
                            .problems
                            .push(format!("go {key}: '{}' is not a number", quoted(text))),
                    },
                    None => go.problems.push(format!("go {key}: a number is missing")),
                }
            } else {
                go.problems.push(format!("go: '{}' is unknown", quoted(word)));
            }
        }
        go
    }

    /// The last value given for a key.
    fn number(&self, key: &str) -> Option<i64> {
        self.numbers.iter().rev().find(|(name, _)| *name == key).map(|(_, number)| *number)
    }

    /// What the parser is known to read right: clocks first, then the other limits, each within its
    /// types.
    fn canonical(&self) -> String {
        let mut line = "go".to_owned();
        for key in ["wtime", "btime", "winc", "binc"] {
            if let Some(number) = self.number(key) {
                let _ = write!(line, " {key} {}", number.clamp(0, PARSER_LARGEST as i64));
            }
        }
        for (key, least, largest) in [
            ("movestogo", 1, PARSER_LARGEST_BYTE),
            ("depth", 1, PARSER_LARGEST_BYTE),
            ("nodes", 1, PARSER_LARGEST),
            ("mate", 1, PARSER_LARGEST_BYTE),
        ] {
            // No moves to go is no time control, as if nothing had been said.
            if let Some(number) =
                self.number(key).filter(|&number| !(key == "movestogo" && number <= 0))
            {
                let _ = write!(line, " {key} {}", number.clamp(least, largest as i64));
            }
        }
        line
    }
}

fn is_go_word(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    GO_NUMBERS.contains(&lower.as_str())
        || matches!(lower.as_str(), "ponder" | "infinite" | "searchmoves")
}

/// Letters behind a number, as people write `200k`, and what they multiply it by.
const MULTIPLES: [(char, f64); 3] = [('k', 1e3), ('m', 1e6), ('g', 1e9)];

/// A whole number; clients that send fractions mean their whole part.
fn read_number(text: &str) -> Option<i64> {
    for (letter, factor) in MULTIPLES {
        if let Some(number) = text.strip_suffix([letter, letter.to_ascii_uppercase()]) {
            let number: f64 = number.parse().ok().filter(|number: &f64| number.is_finite())?;
            return Some((number * factor) as i64);
        }
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(number);
    }
    if text.chars().all(|letter| letter.is_ascii_digit()) {
        return Some(i64::MAX); // beyond 64 bits is as good as no limit
    }
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number as i64)
}

/// Reads what follows `go`.
pub(super) fn read(rest: &str) -> GoText {
    let words = GoWords::read(rest);
    let milliseconds =
        |key| words.number(key).map(|ms| Duration::from_millis(ms.max(0).unsigned_abs()));
    let mut go = GoText {
        ponder: words.ponder,
        infinite: words.infinite,
        move_time: milliseconds("movetime"),
        perft: words.number("perft").map(|depth| depth.clamp(0, 255) as u32),
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
    go
}

fn to_std(duration: Option<vampirc_uci::Duration>) -> Option<Duration> {
    duration.map(|duration| duration.to_std().unwrap_or_default())
}
