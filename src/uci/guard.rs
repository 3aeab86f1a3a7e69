//! Between raw lines and the parser `vampirc-uci`, which must never see one.
//!
//! The parser's grammar fits clean lines well, but version 0.11.1 panics on a blank behind `go`, loses `ponder`, `infinite`
//! and `movetime` next to clocks, cuts long numbers, and drops the rest of a move list at the first word it does not like.
//! So lines are cleaned and taken apart here; the parser gets a canonical line that the tests show it reads right, and
//! what it cannot represent is kept beside. `position` has a path of its own: the parser takes 50 times as long, and
//! knows neither short FENs nor Chess960 castling letters.

use super::command::{Command, GoText, PositionText, Tool};
use std::fmt::Write as _;
use std::time::Duration;
use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

/// Words that begin a command; anything before one is skipped, as the protocol wants it.
const WORDS: [&str; 18] = [
    "uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit", "d",
    "eval", "bench", "perft", "genfens", "help", "xboard",
];

/// Is this a word that a command begins with?
pub fn is_command_word(word: &str) -> bool {
    WORDS.contains(&word.to_ascii_lowercase().as_str())
}

/// The text of a line as it came: any bytes, perhaps with a byte-order mark, zeros, or a carriage return.
pub fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text: String = text.chars().filter(|letter| !matches!(letter, '\u{feff}' | '\0' | '\r')).collect();
    text.trim().to_owned()
}

/// Reads a cleaned line. Empty lines ask for nothing; what is wrong is said in one line.
pub fn read(line: &str) -> Result<Option<Command>, String> {
    let Some(start) = command_start(line) else {
        return if line.is_empty() { Ok(None) } else { Err(format!("unknown command '{}'", shortened(line))) };
    };
    let (word, rest) = split_word(&line[start..]);
    let rest = rest.trim();
    match word.to_ascii_lowercase().as_str() {
        "position" => read_position(rest).map(|position| Some(Command::Position(position))),
        "go" => Ok(Some(Command::Go(read_go(rest)))),
        "setoption" => read_option(rest).map(Some),
        "debug" => read_simple(&format!("debug {}", rest.to_ascii_lowercase())).map(Some),
        "register" => Ok(Some(Command::Register)),
        "xboard" => Ok(None), // some clients try the other protocol first; silence tells them that this is UCI
        "d" => Ok(Some(Command::Tool(Tool::Display))),
        "eval" => Ok(Some(Command::Tool(Tool::Eval))),
        "help" => Ok(Some(Command::Tool(Tool::Help))),
        "genfens" => read_genfens(rest).map(|tool| Some(Command::Tool(tool))),
        "bench" => read_number_or_nothing("bench", rest).map(|depth| Some(Command::Tool(Tool::Bench(depth)))),
        "perft" => match read_number_or_nothing("perft", rest)? {
            Some(depth) => Ok(Some(Command::Tool(Tool::Perft(depth)))),
            None => Err("perft needs a depth".to_owned()),
        },
        simple => read_simple(simple).map(Some),
    }
}

/// Where the first command word begins.
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

/// No more of a bad line than a person wants to see.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

/// Commands that the parser reads without help.
fn read_simple(canonical: &str) -> Result<Command, String> {
    Ok(match parse_one(canonical) {
        UciMessage::Uci => Command::Uci,
        UciMessage::Debug(on) => Command::Debug(on),
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return Err(format!("cannot read '{}'", shortened(canonical.trim()))),
    })
}

fn read_number_or_nothing(command: &str, rest: &str) -> Result<Option<u32>, String> {
    match rest.split_whitespace().next() {
        None => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| format!("{command}: '{}' is not a depth", shortened(text))),
    }
}

/// `N seed S book FILE|None`, as testing frameworks ask for openings; further words are theirs.
fn read_genfens(rest: &str) -> Result<Tool, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |text: &str| text.parse().map_err(|_| format!("genfens: '{}' is not a number", shortened(text)));
    let value_of = |key: &str| words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1)).copied();
    let Some(count) = words.first() else { return Err("genfens: how many?".to_owned()) };
    let book = value_of("book").filter(|name| !name.eq_ignore_ascii_case("none"));
    Ok(Tool::GenFens {
        count: number(count)?,
        seed: value_of("seed").map_or(Ok(0), number)?,
        book: book.map(str::to_owned),
    })
}

fn read_position(rest: &str) -> Result<PositionText, String> {
    let mut words = rest.split_whitespace();
    let mut position = PositionText::default();
    match words.next().map(str::to_ascii_lowercase).as_deref() {
        Some("startpos") => match words.next() {
            None | Some("moves") => {}
            Some(word) => return Err(format!("position startpos: 'moves' expected instead of '{}'", shortened(word))),
        },
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            position.fen = Some(fields.join(" "));
        }
        Some(word) => return Err(format!("position: 'startpos' or 'fen' expected instead of '{}'", shortened(word))),
        None => return Err("position: 'startpos' or 'fen' expected".to_owned()),
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
    let mut value = None;
    let mut tail = rest.trim_start();
    while !tail.is_empty() {
        let (word, rest) = split_word(tail);
        // A value may hold anything, the word "value" too; a name may not begin with it.
        if word.eq_ignore_ascii_case("value") && !name.is_empty() {
            value = Some(rest.trim());
            break;
        }
        name.push(word);
        tail = rest.trim_start();
    }
    if name.is_empty() {
        return Err("setoption: no name".to_owned());
    }
    let name = name.join(" ");
    let value = value.map(|value| if value == "<empty>" { "" } else { value });
    let canonical = match value {
        Some(value) if !value.is_empty() => format!("setoption name {name} value {value}"),
        _ => format!("setoption name {name}"),
    };
    match parse_one(&canonical) {
        UciMessage::SetOption { name: read, value: stored } if read == name => {
            Ok(Command::SetOption { name, value: stored.or(value.map(str::to_owned)) })
        }
        // The parser stumbles over names that begin like "value" and over line breaks; what was found here holds.
        _ => Ok(Command::SetOption { name, value: value.map(str::to_owned) }),
    }
}

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
                    moves.push(word.to_ascii_lowercase());
                }
            } else if let Some(key) = GO_NUMBERS.into_iter().find(|key| *key == lower) {
                match words.next_if(|word| !is_go_word(word)) {
                    Some(text) => match read_number(text) {
                        Some(number) => go.numbers.push((key, number)),
                        None => go.problems.push(format!("go {key}: '{}' is not a number", shortened(text))),
                    },
                    None => go.problems.push(format!("go {key}: a number is missing")),
                }
            } else {
                go.problems.push(format!("go: '{}' is unknown", shortened(word)));
            }
        }
        go
    }

    /// The last value given for a key.
    fn number(&self, key: &str) -> Option<i64> {
        self.numbers.iter().rev().find(|(name, _)| *name == key).map(|(_, number)| *number)
    }

    /// What the parser is known to read right: clocks first, then the other limits, each within its types.
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
            if let Some(number) = self.number(key).filter(|&number| !(key == "movestogo" && number <= 0)) {
                let _ = write!(line, " {key} {}", number.clamp(least, largest as i64));
            }
        }
        line
    }
}

fn is_go_word(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    GO_NUMBERS.contains(&lower.as_str()) || matches!(lower.as_str(), "ponder" | "infinite" | "searchmoves")
}

/// A whole number; clients that send fractions mean their whole part.
fn read_number(text: &str) -> Option<i64> {
    if let Ok(number) = text.parse::<i64>() {
        return Some(number);
    }
    if text.chars().all(|letter| letter.is_ascii_digit()) {
        return Some(i64::MAX); // beyond 64 bits is as good as no limit
    }
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number as i64)
}

fn read_go(rest: &str) -> GoText {
    let words = GoWords::read(rest);
    let milliseconds = |key| words.number(key).map(|ms| Duration::from_millis(ms.max(0).unsigned_abs()));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        read(&clean(line.as_bytes())).expect(line).expect(line)
    }

    fn problem(line: &str) -> String {
        read(&clean(line.as_bytes())).expect_err(line)
    }

    fn go(line: &str) -> GoText {
        match command(line) {
            Command::Go(go) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn position(line: &str) -> PositionText {
        match command(line) {
            Command::Position(position) => position,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn option(line: &str) -> (String, Option<String>) {
        match command(line) {
            Command::SetOption { name, value } => (name, value),
            other => panic!("{line}: {other:?}"),
        }
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn simple_commands_in_any_dress() {
        for line in ["uci", "UCI", "  uci", "uci foo", "uci  ", "joho uci", "\u{feff}uci\r\n", "u\0ci"] {
            assert_eq!(command(line), Command::Uci, "{line:?}");
        }
        assert_eq!(command("joho debug on"), Command::Debug(true));
        assert_eq!(command("isready\r\n"), Command::IsReady);
        assert_eq!(command("isready foo"), Command::IsReady);
        assert_eq!(command("stop now"), Command::Stop);
        assert_eq!(command("\tponderhit\t"), Command::PonderHit);
        assert_eq!(command("ucinewgame"), Command::NewGame);
        assert_eq!(command("quit"), Command::Quit);
        assert_eq!(command("register later"), Command::Register);
        assert_eq!(command("register name Stefan MK code 4359"), Command::Register);
        assert_eq!(command("register"), Command::Register);
    }

    #[test]
    fn words_that_only_begin_like_commands_are_none() {
        for line in ["isreadyx", "ucinewgameX", "stopx", "foo bar", "ö"] {
            assert!(problem(line).starts_with("unknown command"), "{line}");
        }
        for line in ["debug", "debug maybe", "debug onwards"] {
            assert!(problem(line).starts_with("cannot read"), "{line}");
        }
        assert_eq!(read(""), Ok(None));
        assert_eq!(read("xboard"), Ok(None));
        assert!(problem(&"x".repeat(1 << 20)).len() < 200);
    }

    #[test]
    fn positions_keep_every_move() {
        for line in ["position startpos moves", "position startpos moves ", "position startpos"] {
            assert_eq!(position(line), PositionText::default());
        }
        for line in ["position startpos moves  e2e4 e7e5", "position startpos moves e2e4  e7e5 \r"] {
            assert_eq!(position(line).moves, ["e2e4", "e7e5"]);
        }
        assert_eq!(position("position startpos moves e2e4 xx e7e5").moves, ["e2e4", "xx", "e7e5"]);
        assert_eq!(position("position startpos moves e7e8Q").moves, ["e7e8Q"]);
        assert_eq!(position("position startpos moves é2e4 0000").moves, ["é2e4", "0000"]);
    }

    #[test]
    fn positions_keep_every_field() {
        let fen = "8/8/8/8/8/8/8/8 w - - 0 12345";
        let long = position(&format!("position fen {fen} moves a2a3"));
        assert_eq!((long.fen.as_deref(), long.moves.len()), (Some(fen), 1));
        for fen in ["k7/8/8/8/8/8/8/K7 w - -", "k7/8/8/8/8/8/8/K7 w HAha - 0 1", "k7/8/8/8/8/8/8/K7 w HFhf - -1 1"] {
            assert_eq!(position(&format!("position   fen   {fen}")).fen.as_deref(), Some(fen));
        }
        for line in ["position", "position kiwipete", "position startpos e2e4"] {
            assert!(problem(line).contains("expected"), "{line}");
        }
    }

    #[test]
    fn options_are_trimmed() {
        let hash = ("Hash".to_owned(), Some("256".to_owned()));
        for line in ["setoption name Hash value 256 ", "setoption name  Hash  value  256"] {
            assert_eq!(option(line), hash, "{line}");
        }
        assert_eq!(option("setoption name Clear Hash"), ("Clear Hash".to_owned(), None));
        assert_eq!(option("setoption name Clear Hash value").0, "Clear Hash");
        assert_eq!(option("setoption name EvalFile value "), ("EvalFile".to_owned(), Some(String::new())));
        assert_eq!(option("setoption name EvalFile value <empty>").1.as_deref(), Some(""));
        assert_eq!(option("setoption name SyzygyPath value C:\\Échecs tb;D:\\б").1.as_deref(), Some("C:\\Échecs tb;D:\\б"));
        assert_eq!(option("setoption name Value value 3"), ("Value".to_owned(), Some("3".to_owned())));
        assert_eq!(option("setoption name ValueX value value"), ("ValueX".to_owned(), Some("value".to_owned())));
        for line in ["setoption Hash value 32", "setoption", "setoption name"] {
            assert!(problem(line).starts_with("setoption"), "{line}");
        }
    }

    #[test]
    fn openings_are_asked_for_as_frameworks_do() {
        let wanted = Tool::GenFens { count: 5, seed: 77, book: None };
        assert_eq!(command("genfens 5 seed 77 book None extra words"), Command::Tool(wanted));
        assert_eq!(problem("genfens x"), "genfens: 'x' is not a number");
    }

    #[test]
    fn go_survives_what_makes_the_parser_panic() {
        for line in ["go", "go ", "go   \t"] {
            assert_eq!(go(line), GoText::default());
        }
        let clocks = go("go  wtime  100   btime 200  ");
        assert_eq!(clocks.time, [Some(ms(100)), Some(ms(200))]);
        assert_eq!(go("go depth 256").depth, Some(255));
        assert_eq!(go("go depth 1000").depth, Some(255));
        assert_eq!(go("go mate 300").mate, Some(255));
        assert_eq!(go("go movestogo 300 wtime 5").moves_to_go, Some(255));
        assert_eq!(go("go movestogo 1000 wtime 5 btime 6").time, [Some(ms(5)), Some(ms(6))]);
    }

    #[test]
    fn go_limits_combine_in_any_order() {
        let all = go("go ponder searchmoves e2e4 d2d4 wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 movetime 9 infinite");
        assert!(all.ponder && all.infinite);
        assert_eq!(all.search_moves, Some(vec!["e2e4".to_owned(), "d2d4".to_owned()]));
        assert_eq!((all.time, all.increment), ([Some(ms(1)), Some(ms(2))], [Some(ms(3)), Some(ms(4))]));
        assert_eq!((all.moves_to_go, all.depth, all.nodes, all.mate), (Some(5), Some(6), Some(7), Some(8)));
        assert_eq!(all.move_time, Some(ms(9)));
        let mixed = go("go movetime 50 wtime 100 btime 100");
        assert_eq!((mixed.move_time, mixed.time[0]), (Some(ms(50)), Some(ms(100))));
        assert_eq!(go("Go Depth 5").depth, Some(5));
        assert_eq!(go("go depth 5 depth 7").depth, Some(7));
        assert_eq!(go("go depth 5 searchmoves a2a3").search_moves, Some(vec!["a2a3".to_owned()]));
        assert_eq!(go("go searchmoves 0000").search_moves, Some(vec!["0000".to_owned()]));
        assert_eq!(go("go searchmoves").search_moves, Some(vec![]));
        assert_eq!(go("go perft 5").perft, Some(5));
    }

    #[test]
    fn go_numbers_are_not_cut() {
        assert_eq!(go("go nodes 9999999999999").nodes, Some(9_999_999_999_999));
        assert_eq!(go("go nodes 18446744073709551615").nodes, Some(i64::MAX as u64));
        assert_eq!(go("go movetime 1000.5").move_time, Some(ms(1000)));
        assert_eq!(go("go wtime 1e5").time[0], Some(ms(100_000)));
        assert_eq!(go("go wtime -100 btime +100").time, [Some(ms(0)), Some(ms(100))]);
        assert_eq!(go("go depth -1").depth, Some(1));
        assert_eq!(go("go movestogo 0 wtime 100").moves_to_go, None);
    }

    #[test]
    fn go_names_what_it_does_not_understand_and_keeps_the_rest() {
        let odd = go("go wtime 100 foo 3 btime 200");
        assert_eq!(odd.time, [Some(ms(100)), Some(ms(200))]);
        assert_eq!(odd.problems, ["go: 'foo' is unknown", "go: '3' is unknown"]);
        assert_eq!(go("go depth").problems, ["go depth: a number is missing"]);
        assert_eq!(go("go depth infinite").problems, ["go depth: a number is missing"]);
        assert_eq!(go("go depth abc").problems, ["go depth: 'abc' is not a number"]);
    }

    /// Canaries: when a new release of the parser mends one of these, the guard can lose a part.
    #[test]
    fn the_parser_still_needs_its_guard() {
        assert!(std::panic::catch_unwind(|| parse_one("go ")).is_err());
        assert!(std::panic::catch_unwind(|| parse_one("go depth 256")).is_err());
        assert!(matches!(parse_one("position startpos moves  e2e4"), UciMessage::Position { moves, .. } if moves.is_empty()));
        assert!(matches!(parse_one("position fen k7/8/8/8/8/8/8/K7 w - -"), UciMessage::Unknown(..)));
        assert!(matches!(parse_one("setoption name Hash value 256 "), UciMessage::SetOption { value: Some(value), .. } if value == "256 "));
    }
}
