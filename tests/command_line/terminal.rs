//! Output on a terminal, by the real binary on a pseudo-terminal: greeting, width, colours, redrawn
//! lines and Ctrl-C.
#![cfg(target_os = "linux")]

use crate::BINARY;
use crate::program::program;
use nix::pty::{Winsize, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Time limit of an answer, with a margin for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
const ITALIAN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
/// The beginning of every control sequence.
const ESCAPE: char = '\u{1b}';

/// The program on a pseudo-terminal.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<String>,
    /// All that has been written, control sequences included.
    seen: String,
}

impl Terminal {
    /// Starts the program on an xterm with this number of columns.
    fn start(columns: u16, arguments: &[&str]) -> Terminal {
        Terminal::with(columns, arguments, &[("TERM", "xterm")])
    }

    fn with(columns: u16, arguments: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(Some(&size), None).expect("a pseudo-terminal");
        let (master, slave) = (File::from(pair.master), File::from(pair.slave));
        let stdio = || Stdio::from(slave.try_clone().expect("a descriptor"));
        let mut command = program(BINARY);
        command.args(arguments).stdin(stdio()).stdout(stdio()).stderr(stdio());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.envs(environment.iter().copied());
        let child = command.spawn().expect("the binary starts");
        drop(command); // closes its copies of the terminal
        drop(slave);
        let keyboard = master.try_clone().expect("a descriptor");
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let (mut master, mut bytes) = (master, [0; 4096]);
            while let Ok(length @ 1..) = master.read(&mut bytes) {
                if sender.send(String::from_utf8_lossy(&bytes[..length]).into_owned()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keyboard, screen, seen: String::new() }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.keyboard, "{line}").expect("the terminal is open");
    }

    /// Waits until this has been written.
    fn expect(&mut self, text: &str) {
        let deadline = Instant::now() + TIMEOUT;
        while !self.seen.contains(text) {
            match self.screen.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(more) => self.seen.push_str(&more),
                Err(_) => panic!("'{text}' is not written: {}", self.seen),
            }
        }
    }

    /// Interrupts the program as Ctrl-C does.
    fn interrupt(&mut self) {
        crate::signal::signal(&mut self.child, "-INT");
    }

    /// Waits for the end of the program; returns its exit status and all that was written.
    fn finish(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().expect("the process ends");
        while let Ok(more) = self.screen.recv_timeout(Duration::from_secs(5)) {
            self.seen.push_str(&more);
        }
        (status, self.seen.clone())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text without control sequences.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == ESCAPE {
            letters.by_ref().find(char::is_ascii_alphabetic);
        } else if letter != '\r' {
            plain.push(letter);
        }
    }
    plain
}

fn assert_fits(text: &str, columns: usize) {
    for line in plain(text).lines() {
        assert!(line.chars().count() <= columns, "{} columns: {line}", line.chars().count());
    }
}

#[test]
fn interactive_input_gets_a_greeting_suggestions_and_answers() {
    let mut terminal = Terminal::start(80, &[]);
    terminal.expect("network evaluation. Type \"help\".");
    for (line, answer) in [
        ("psoition startpos", "unknown command 'psoition startpos'; did you mean 'position'?"),
        ("setoption name Hsah value 1", "there is no option 'Hsah'; did you mean 'Hash'?"),
        ("position startpos moves 1. e4 Nf6", "position startpos moves 1. e4 Nf6"),
        ("d", "fen rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"),
        ("flip", "fen rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 2"),
        ("eval", " pawns for Black to move, WDL "),
        ("go depth 3", "bestmove "),
        ("bench 16 1 2", "bench: depth 2 per position, 16 MB of table, 1 thread"),
    ] {
        terminal.send(line);
        terminal.expect(answer);
    }
    terminal.send("exit");
    assert!(terminal.finish().0.success());
}

#[test]
fn a_pipe_gets_no_greeting() {
    let output = program(BINARY).stdin(Stdio::null()).output().expect("the binary starts");
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
}

#[test]
fn an_infinite_search_of_a_drawn_position_prints_few_lines() {
    let mut terminal = Terminal::start(80, &[]);
    terminal.send("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1");
    terminal.send("go infinite");
    terminal.expect("+0.00");
    std::thread::sleep(Duration::from_millis(500));
    terminal.send("stop");
    terminal.expect("bestmove");
    terminal.send("quit");
    let (_, seen) = terminal.finish();
    let rows = seen.matches("+0.00").count();
    assert!((1..10).contains(&rows), "{rows} rows: {seen}");
}

#[test]
fn lines_fit_the_terminal() {
    let solve = ["epd", "wac", "--first", "4", "--nodes", "500"];
    for columns in [60, 120] {
        for arguments in [
            &solve[..],
            &[&solve[..], &["--engine", "self", "--engine", BINARY]].concat(),
            &["epd", "--list"],
            &["analyse", ITALIAN, "--nodes", "2000", "--multipv", "2"],
            &["bench", "1"],
            &["eval"],
            &["doctor"],
            &["perft", "3", "--divide"],
        ] {
            let (status, seen) = Terminal::start(columns, arguments).finish();
            assert!(status.success(), "{arguments:?}: {seen}");
            // The FEN is not wrapped, so that other programs can read it.
            let seen = seen.replace('\r', "\n");
            let shown: Vec<&str> = seen
                .lines()
                .filter(|line| !line.contains(ITALIAN))
                .filter(|line| !line.contains('█') && !line.contains('░'))
                .collect();
            assert_fits(&shown.join("\n"), columns.into());
        }
    }
}

#[test]
fn verdicts_are_coloured_only_on_terminals_with_colours() {
    let solve = ["epd", "wac", "--id", "WAC.00[24]", "--nodes", "500"];
    let (_, seen) = Terminal::start(120, &solve).finish();
    assert!(seen.contains("\u{1b}[32msolved") && seen.contains("\u{1b}[31mfailed"), "{seen}");
    assert!(plain(&seen).contains("failed ") && plain(&seen).contains("  expected Rxb2"), "{seen}");
    for environment in [&[("TERM", "xterm"), ("NO_COLOR", "1")][..], &[("TERM", "dumb")]] {
        let (_, seen) = Terminal::with(120, &solve, environment).finish();
        assert!(!seen.contains("[32m") && !seen.contains("[31m"), "{environment:?}: {seen}");
    }
    let (_, dumb) = Terminal::with(120, &solve, &[("TERM", "dumb")]).finish();
    assert!(!dumb.contains(ESCAPE), "{dumb}");
}

#[test]
fn an_analysis_is_redrawn_in_place_and_kept_after_ctrl_c() {
    let mut terminal = Terminal::start(80, &["analyze", ITALIAN, "--time", "1h"]);
    terminal.expect("depth  1");
    terminal.interrupt();
    let (status, seen) = terminal.finish();
    assert_eq!(status.code(), Some(130), "{seen}");
    assert!(seen.contains("\u{1b}["), "drawn in place: {seen}");
    let last = plain(&seen);
    let end = last.rfind("  depth ").expect("the last line of the analysis");
    assert!(last[end..].contains(" nodes, "), "{last}");
    assert!(last.contains("interrupted with 1 of 1 positions shown"), "{last}");
}

#[test]
fn an_interrupted_search_prints_its_best_move() {
    for arguments in [&[][..], &["go infinite"], &["go mate 30", "go infinite"]] {
        let mut terminal = Terminal::start(80, arguments);
        if arguments.is_empty() {
            terminal.send("go infinite");
        }
        terminal.expect("  1/");
        terminal.interrupt();
        let (status, seen) = terminal.finish();
        assert_eq!(status.code(), Some(130), "{arguments:?}: {seen}");
        assert_eq!(seen.matches("bestmove ").count(), 1, "{arguments:?}: {seen}");
    }
}

#[test]
fn a_dumb_terminal_shows_the_analysis_once() {
    let analyse = ["analyse", ITALIAN, "--nodes", "3000"];
    let (_, seen) = Terminal::with(80, &analyse, &[("TERM", "dumb")]).finish();
    assert!(!seen.contains(ESCAPE) && seen.matches("  depth ").count() == 1, "{seen}");
}

#[test]
fn perft_shows_the_counted_root_moves_also_when_interrupted() {
    let mut terminal = Terminal::start(80, &["perft", "12"]);
    terminal.expect("0 of 20 root moves");
    terminal.interrupt();
    let (status, seen) = terminal.finish();
    assert_eq!(status.code(), Some(130), "{seen}");
    assert!(plain(&seen).contains("interrupted after 0 of 20 root moves"), "{seen}");
    let counted = plain(&Terminal::start(80, &["perft", "6"]).finish().1);
    let is_shown = |moves: u32| counted.contains(&format!(" {moves} of 20 root moves, "));
    assert!((1..20).any(is_shown) && counted.contains("depth 6: 119060324 leaves"), "{counted}");
}

/// The message does not wait for the end of the running searches.
#[test]
fn the_first_ctrl_c_explains_the_second() {
    let mut terminal = Terminal::start(80, &["epd", "wac", "--time", "5", "--first", "20"]);
    terminal.expect("1/20 positions");
    terminal.interrupt();
    terminal.expect("Ctrl-C again stops at once");
    terminal.interrupt();
    assert_eq!(terminal.finish().0.code(), Some(130));
}

#[test]
fn a_terminal_gets_a_table_until_uci_is_sent() {
    let shown = |arguments: &[&str]| plain(&Terminal::start(100, arguments).finish().1);
    let table = shown(&["position startpos moves e2e4", "go depth 4", "quit"]);
    assert!(table.contains("depth    score   nodes     time  line"), "{table}");
    let has_line = table.contains(" 4/") && table.contains("  1... ");
    assert!(has_line && table.contains("bestmove "), "{table}");
    assert!(!table.contains("info depth"), "{table}");
    assert!(shown(&["uci", "go depth 4", "quit"]).contains("info depth 4 "), "after `uci`");
    let (_, piped, _) = crate::secateur(&["go depth 4", "quit"]);
    assert!(piped.contains("info depth 4 "), "a pipe gets UCI output");
}
