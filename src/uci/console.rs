//! Commands beyond the UCI protocol, for users at a terminal and for testing frameworks.

use super::command::Tool;
use super::controller::{Controller, REJECTED};
use super::options;
use super::output::{remark, send, send_info};
use crate::chess::attacks::SLIDER_INDEX;
use crate::chess::fen::CastlingNotation;
use crate::chess::perft::{PerftError, PerftOptions, divide, total};
use crate::chess::{Board, Color, Game, Outcome, Piece, Square};
use crate::eval::neural::{self, kernels};
use crate::files::Draft;
use crate::quote::counted;
use crate::screen::{fit, width, wrap};
use crate::search::Signals;
use crate::tools::bench;
use crate::tools::explain::{Units, explain};
use crate::tools::genfens;
use crate::tools::speedtest::SpeedTest;
use crate::version;
use std::io::Write;
use std::path::Path;

/// Returns the greeting of users at a terminal: one line, or more if the terminal is narrow.
pub fn greeting() -> Vec<String> {
    let text = format!("{}, network evaluation. Type \"help\".", version::full_name());
    wrap("", &text, 2, width())
}

impl Controller {
    /// Runs a console command and returns the lines of its answer.
    pub(super) fn use_tool(&mut self, tool: &Tool, signals: &Signals) -> Vec<String> {
        let needs_position = match tool {
            Tool::Flip => Some("flip"),
            Tool::Eval => Some("eval"),
            Tool::Perft(_) => Some("perft"),
            _ => None,
        };
        if let (Some(name), Some(_)) = (needs_position, self.rejected()) {
            return vec![remark(&format!("{name}: {REJECTED}"))];
        }
        match tool {
            Tool::Display => self.display(),
            Tool::Flip => {
                let flipped = self.engine().board().mirrored();
                self.replace_game(Game::new(flipped));
                self.display()
            }
            Tool::Eval => explain(self.engine().evaluator(), self.engine().board(), Units::Pawns),
            Tool::Perft(depth) => self.perft(*depth, signals),
            Tool::Bench(task) => self.bench(task, signals),
            Tool::SpeedTest(test) => speed_test(test, signals),
            Tool::GenFens { count, seed, book } => {
                generate_openings(*count, *seed, book.as_deref(), signals)
            }
            Tool::Switches => options::switch_help(&self.engine().settings().techniques)
                .flat_map(|(switch, help)| wrap(&switch, &help, 4, width()))
                .collect(),
            Tool::Compiler => compiler(),
            Tool::ExportNet(file) => vec![export_network(Path::new(file))],
            Tool::Help => HELP.lines().map(str::to_owned).collect(),
        }
    }

    fn perft(&self, depth: u32, signals: &Signals) -> Vec<String> {
        let options = PerftOptions { stop: Some(signals.stop_flag()), ..PerftOptions::default() };
        let divided = match divide(self.engine().board(), depth, &options) {
            Ok(divided) => divided,
            Err(PerftError::Stopped) => return vec![remark("perft stopped")],
            Err(error) => return vec![remark(&format!("perft: {error}"))],
        };
        let chess960 = self.writes_chess960();
        let mut lines: Vec<String> =
            divided.iter().map(|(mv, leaves)| format!("{}: {leaves}", mv.uci(chess960))).collect();
        lines.extend([String::new(), format!("Nodes searched: {}", total(&divided, depth))]);
        lines
    }

    fn bench(&self, task: &bench::Task, signals: &Signals) -> Vec<String> {
        if self.is_interactive() {
            send(&format!("bench: {task}"));
        }
        let techniques = self.engine().settings().techniques;
        let evaluator = self.engine().evaluator().clone();
        let mut number = 0;
        let done = |nodes| {
            if self.is_interactive() {
                send(&fit(&format!("{nodes:>12}  {}", bench::POSITIONS[number])));
            }
            number += 1;
        };
        match task.run(techniques, evaluator, signals, done) {
            Ok(_) if signals.is_stopped() => vec![remark("bench stopped")],
            Ok(result) => vec![result.to_string()],
            Err(error) => vec![remark(&error.to_string())],
        }
    }

    fn display(&self) -> Vec<String> {
        let board = self.engine().board();
        let rank = |rank: u8| {
            let squares: Vec<String> = (0..8)
                .map(|file| {
                    board.piece_on(Square::at(file, rank)).map_or('.', Piece::letter).to_string()
                })
                .collect();
            format!("{}  {}", rank + 1, squares.join(" "))
        };
        let mut lines: Vec<String> = (0..8).rev().map(rank).collect();
        lines.push("   a b c d e f g h".to_owned());
        lines.push(format!("fen {}", board.fen(self.notation())));
        lines.push(format!("key {:016x}", board.key()));
        lines.extend(self.rejected().map(|board| format!("{REJECTED}; {board}")));
        lines.push(status(self.engine().game()));
        lines
    }
}

/// Describes the side to move, or the end of the game. A draw by repetition or by the fifty-move
/// rule is only possible: `go` searches the position.
fn status(game: &Game) -> String {
    let board = game.board();
    let claim = match game.outcome() {
        Some(Outcome::Checkmate) => return "the game is over: checkmate".to_owned(),
        Some(Outcome::Stalemate) => return "the game is over: stalemate".to_owned(),
        Some(Outcome::InsufficientMaterial) => {
            return "the game is over: drawn by insufficient material".to_owned();
        }
        Some(Outcome::Threefold) => "; a draw by threefold repetition can be claimed",
        Some(Outcome::FiftyMoves) => "; a draw by the fifty-move rule can be claimed",
        None => "",
    };
    let side = if board.side_to_move() == Color::White { "White" } else { "Black" };
    let check = if board.in_check() { ", in check" } else { "" };
    let moves = counted(board.count_moves(), "legal move", "legal moves");
    format!("{side} to move{check}, {moves}{claim}")
}

/// Measures the speed and reports progress in steps of 10 %.
fn speed_test(test: &SpeedTest, signals: &Signals) -> Vec<String> {
    send_info(&format!(
        "speedtest: {}, {} MB, {} s; stop ends it",
        counted(test.threads as u64, "thread", "threads"),
        test.hash_megabytes,
        test.time.as_secs()
    ));
    let mut tenths = 0;
    let done = |done: usize, all: usize| {
        if done * 10 / all > tenths {
            tenths = done * 10 / all;
            send_info(&format!("speedtest: {done} of {all} positions"));
        }
    };
    match test.run(signals, done) {
        Ok(speed) if speed.positions == 0 => vec![remark("speedtest stopped")],
        Ok(speed) => {
            let name = format!("version    {}", version::full_name());
            std::iter::once(name).chain(speed.to_string().lines().map(str::to_owned)).collect()
        }
        Err(error) => vec![remark(&format!("speedtest: {error}"))],
    }
}

/// Describes the build, and the code paths selected for this CPU.
fn compiler() -> Vec<String> {
    vec![
        format!("version   {}", version::full_name()),
        format!("compiler  {}", version::COMPILER),
        format!("target    {}", version::TARGET),
        format!("level     {}", version::LEVEL),
        format!("features  {}", version::features()),
        format!("checks    {}", if cfg!(debug_assertions) { "on" } else { "off" }),
        format!("sliders   {SLIDER_INDEX}"),
        format!("network   {}", kernels::available().next().map_or("none", |first| first.name)),
    ]
}

/// Writes the embedded network to a new file and returns the result as one line.
fn export_network(path: &Path) -> String {
    let written =
        Draft::begin_new(path).map_err(|error| error.to_string()).and_then(|mut draft| {
            draft.write_all(neural::EMBEDDED_FILE).map_err(|error| error.to_string())?;
            draft.finish().map_err(|error| error.to_string())
        });
    match written {
        Ok(()) => format!("{}: {} bytes", path.display(), neural::EMBEDDED_FILE.len()),
        Err(error) => remark(&format!("export_net: {error}")),
    }
}

/// Prints each opening as soon as it is found, in the format of testing frameworks. Returns an
/// error message, if any.
fn generate_openings(count: u64, seed: u64, book: Option<&str>, signals: &Signals) -> Vec<String> {
    let starts = book.map_or(Ok(Vec::new()), genfens::read_book);
    let mut say =
        |board: &Board| send_info(&format!("genfens {}", board.fen(CastlingNotation::Standard)));
    match starts.and_then(|starts| {
        genfens::generate(&genfens::FOR_FRAMEWORKS, count, seed, starts, signals, &mut say)
    }) {
        Ok(()) if signals.is_stopped() => vec![remark("genfens stopped")],
        Ok(()) => Vec::new(),
        Err(error) => vec![remark(&format!("genfens: {error}"))],
    }
}

const HELP: &str = "\
UCI commands: uci, debug, isready, setoption, ucinewgame,
position, go, stop, ponderhit, quit. Moves may be written
as e2e4 or as e4. Other commands:
  d               show the board
  flip            exchange the colours and turn the board
  eval            explain the static evaluation
  go perft N      count leaves by root move; also: perft N
  bench [DEPTH]   search fixed positions; the last line has
                  the node count; also: bench HASH THREADS
                  [LIMIT [depth|nodes|movetime]]
  speedtest [THREADS [HASH [SECONDS]]]
                  nodes per second over the positions of games
  compiler        what the program was built with
  export_net FILE write the built-in network to a file
  switches        the search techniques with their values
                  and ranges; set them like options
  uci expert      as uci, with the switches as options
  genfens N seed S book FILE|None
                  print N random openings that are not lost
  help            this list
Leave with quit or exit. `secateur --help` in a shell lists
the commands of the command line.";
