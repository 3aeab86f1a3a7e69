//! Fuzz target: the UCI protocol in one process, with the guard and the controller.
//!
//! The guard parses every line. The controller executes all commands except those that would not
//! end, exhaust memory or access files. Its output is checked where the corpus is replayed
//! (`tests/command_line/corpus.rs`), since a process cannot read its own output.

use secateur::uci::command::{Command, GoText, PositionText, Tool};
use secateur::uci::options::is_same_name;
use secateur::uci::pending::Pending;
use secateur::uci::{guard, run_lines};

/// Maximum number of lines of a session.
const MAX_LINES: usize = 40;
/// Appended to every `go`, where the last value of a limit counts. These small limits still reach
/// all parts of a search.
const LIMITS: &str = " depth 3 nodes 400 movetime 50";
/// Options that read or write files.
const FILES: [&str; 4] = ["EvalFile", "Book File", "SyzygyPath", "Debug Log File"];

/// The input is the lines of a client.
pub fn run(input: &[u8]) {
    let lines: Vec<String> =
        input.split(|byte| *byte == b'\n').take(MAX_LINES).filter_map(harmless).collect();
    run_lines(lines, &Pending::default()).expect("memory for a small table");
}

/// Returns the line that the controller executes, with limits after `go`. `None`: it must not
/// execute this line.
pub fn harmless(bytes: &[u8]) -> Option<String> {
    let line = guard::clean(bytes);
    assert_eq!(guard::clean(line.as_bytes()), line, "cleaning is idempotent");
    let is_harmless = match guard::read(&line) {
        Ok(Some(Command::Go(go))) => return is_short(&go).then(|| line + LIMITS),
        Ok(Some(Command::Position(position))) => {
            assert_eq!(guard::read(&written(&position)), Ok(Some(Command::Position(position))));
            true
        }
        Ok(Some(Command::SetOption { name, value })) => is_cheap(&name, &value),
        Ok(Some(Command::Tool(tool))) => match tool {
            Tool::Bench(_) | Tool::SpeedTest(_) | Tool::ExportNet(_) => false,
            Tool::Perft(depth) => depth <= 2,
            Tool::GenFens { count, book, .. } => count <= 2 && book.is_none(),
            Tool::Display
            | Tool::Flip
            | Tool::Eval
            | Tool::Compiler
            | Tool::Switches
            | Tool::Help => true,
        },
        Ok(None | Some(_)) => true,
        Err(reason) => {
            super::check_message(&reason);
            true
        }
    };
    is_harmless.then_some(line)
}

/// Whether the search or perft ends soon: an infinite search would not end.
fn is_short(go: &GoText) -> bool {
    !go.infinite && go.perft.is_none_or(|depth| depth <= 2)
}

/// Whether the option may be set by a random line. The engine compares only letters and digits of
/// option names.
fn is_cheap(name: &str, value: &str) -> bool {
    let is_small = |max: i64| value.trim().parse::<i64>().map_or(true, |number| number <= max);
    if is_same_name(name, "Hash") {
        is_small(16)
    } else if is_same_name(name, "Threads") {
        is_small(2)
    } else {
        !FILES.iter().any(|file| is_same_name(name, file))
    }
}

/// The command in canonical form.
fn written(position: &PositionText) -> String {
    let start = position.fen.as_ref().map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
    let moves = if position.moves.is_empty() {
        String::new()
    } else {
        format!(" moves {}", position.moves.join(" "))
    };
    format!("position {start}{moves}")
}
