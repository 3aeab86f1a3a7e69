//! The controller: owns the engine and executes the UCI commands, one after the other.

use super::command::{Command, GoText, PositionText, Tool};
use super::log;
use super::options::{self, ProtocolOptions};
use super::output::{INFO_STRING_PREFIX, UciReporter, send, send_info};
use super::pending::Pending;
use super::reader::Request;
use super::terminal::TableReporter;
use crate::chess::fen::{CastlingMode, CastlingNotation, FenError};
use crate::chess::fen_repair::RepairedFen;
use crate::chess::san::MoveError;
use crate::chess::{Board, Game, Move, Square};
use crate::engine::Engine;
use crate::quote::{join_remarks, quoted};
use crate::search::{ClockTimes, Limits, Signals};
use crate::tools::defaults::{self, Setting};
use crate::version;
use std::collections::HashSet;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Move time of a `go` whose only limits are invalid.
const UNREADABLE_LIMIT: Duration = Duration::from_secs(1);
/// Error message of commands that need a position after an invalid `position`.
pub(super) const REJECTED: &str = "the last position was rejected";
/// The board after a `position` that cannot be read.
const BEFORE: &str = "this is the position before it";
/// The board after a `position` with an illegal move.
const PLAYED: &str = "this is its position before the illegal move";

/// Executor of UCI commands, which owns the engine and the option values.
#[derive(Debug)]
pub struct Controller {
    engine: Engine,
    options: ProtocolOptions,
    debug: bool,
    /// The output is for users: standard output is a terminal, and `uci` has not been received.
    is_interactive: bool,
    /// Text of the last position. Most new positions extend it by one or two moves.
    last_position: Option<PositionText>,
    /// En passant square in the FEN of the last position.
    fen_en_passant: Option<Square>,
    /// The board after a `position` with an error, for users; `None` after a valid one.
    rejected: Option<&'static str>,
    /// A command was rejected or failed.
    has_failed: bool,
}

impl Controller {
    /// Creates an executor of UCI commands whose current position is the initial one.
    pub fn new(engine: Engine) -> Controller {
        Controller {
            engine,
            options: ProtocolOptions::default(),
            debug: false,
            is_interactive: std::io::stdout().is_terminal(),
            last_position: None,
            fen_en_passant: None,
            rejected: None,
            has_failed: false,
        }
    }

    /// Applies the user's default settings (`secateur.toml`) to the UCI options. Call it before any
    /// `setoption`. Remarks follow `uciok`; if the first command is not `uci`, they precede its
    /// answer.
    pub fn apply_defaults(&mut self) {
        self.options.remarks.extend(join_remarks(defaults::problems()));
        let user = defaults::user();
        let number = |setting: &Setting<u64>| (setting.value.to_string(), setting.source.clone());
        let text = |setting: &Setting<String>| (setting.value.clone(), setting.source.clone());
        for (name, setting) in [
            ("Hash", user.hash.as_ref().map(number)),
            ("Threads", user.threads.as_ref().map(number)),
            ("SyzygyPath", user.syzygy.as_ref().map(text)),
        ] {
            let Some((value, source)) = setting else { continue };
            let set = options::set_default(&mut self.engine, &mut self.options, name, &value);
            self.options.remarks.extend(set.err().map(|reason| format!("{source}: {reason}")));
        }
        if self.is_interactive {
            self.send_remarks();
        }
    }

    /// Sends the remarks of options.
    fn send_remarks(&mut self) {
        std::mem::take(&mut self.options.remarks).iter().for_each(|remark| send_info(remark));
    }

    /// Whether a command since the start was rejected or failed.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the board shown after an invalid `position`; `None` after a valid one.
    pub(super) fn rejected(&self) -> Option<&'static str> {
        self.rejected
    }

    pub(super) fn is_interactive(&self) -> bool {
        self.is_interactive
    }

    /// Returns the castling notation of FEN output.
    pub(super) fn notation(&self) -> CastlingNotation {
        CastlingNotation::of(self.options.chess960)
    }

    /// Replaces the game, for commands other than `position`.
    pub(super) fn replace_game(&mut self, game: Game) {
        self.engine.set_game(game);
        (self.last_position, self.fen_en_passant, self.rejected) = (None, None, None);
    }

    /// Executes one UCI command; breaks the loop on `quit`. `go` and tools stop being pending
    /// before their answer is sent, so that an `isready` after it is queued behind later commands.
    pub fn execute(&mut self, request: &Request, pending: &Pending) -> ControlFlow<()> {
        for _ in 0..pending.begin(&request.signals) {
            send("readyok");
        }
        if !matches!(request.command, Command::Uci { .. }) {
            self.send_remarks();
        }
        match &request.command {
            Command::Uci { expert } => {
                self.is_interactive = false;
                self.print_id(*expert || cfg!(feature = "tunable"));
                self.send_remarks();
            }
            Command::Invalid(reason) => self.fail(reason),
            Command::Debug(on) => self.debug = *on,
            Command::IsReady => {
                self.engine.touch_table();
                send("readyok");
            }
            Command::SetOption { name, value } => {
                let set = options::set(&mut self.engine, &mut self.options, name, value);
                self.send_remarks();
                set.err().iter().for_each(|reason| self.fail(reason));
                if options::is_log(name) {
                    log::release_input().iter().for_each(|complaint| send_info(complaint));
                }
                self.last_position = None; // UCI_Chess960 changes the meaning of castling rights
            }
            Command::NewGame => {
                self.engine.new_game();
                self.options.node_clock.new_game();
                // The board stays, and so does the rejection of a position.
                self.last_position = None;
            }
            Command::Position(position) => self.set_position(position),
            Command::NoPosition(reason) => self.reject(reason, BEFORE),
            Command::Go(go) => {
                let answer = self.go(go, request.at, &request.signals);
                self.answer(request, pending, &answer);
            }
            Command::Tool(tool) => {
                let answer = self.use_tool(tool, &request.signals);
                self.answer(request, pending, &answer);
            }
            // No effect: the reader handles `stop` and `ponderhit` of running commands.
            Command::Register | Command::Stop | Command::PonderHit => {}
            Command::Quit => return ControlFlow::Break(()),
        }
        pending.remove(&request.signals);
        ControlFlow::Continue(())
    }

    /// Sends the answer of a command. An answer as `info string` is an error.
    fn answer(&mut self, request: &Request, pending: &Pending, lines: &[String]) {
        pending.remove(&request.signals);
        self.has_failed |= lines.iter().any(|line| line.starts_with(INFO_STRING_PREFIX));
        lines.iter().for_each(|line| send(line));
    }

    /// Reports the error of a rejected command.
    fn fail(&mut self, reason: &str) {
        send_info(reason);
        self.has_failed = true;
    }

    fn print_id(&self, expert: bool) {
        send(&format!("id name {}", version::full_name()));
        send("id author the Secateur authors");
        options::declarations(&self.options).for_each(|line| send(&line));
        if expert {
            options::switch_declarations(&self.engine.settings().techniques)
                .for_each(|line| send(&line));
        }
        send("uciok");
    }

    /// Reports an invalid position and blocks searches until the next `position`, since a move
    /// from another position would be wrong. `board`: the position on the board.
    fn reject(&mut self, reason: &str, board: &'static str) {
        self.fail(reason);
        self.rejected = Some(board);
    }

    /// Sets up a position. An invalid FEN leaves the old position on the board; before an illegal
    /// move, the earlier moves are played. Both are [rejected](Controller::reject).
    fn set_position(&mut self, position: &PositionText) {
        let continued = self
            .last_position
            .as_ref()
            .filter(|last| last.fen == position.fen && position.moves.starts_with(&last.moves));
        let (mut game, played) = match continued {
            Some(last) => (self.engine.game().clone(), last.moves.len()),
            None => match self.start_of(position) {
                Ok(start) => (Game::new(start), 0),
                Err(error) => return self.reject(&format!("position rejected: {error}"), BEFORE),
            },
        };
        self.rejected = None;
        let mut accepted =
            PositionText { fen: position.fen.clone(), moves: position.moves[..played].to_vec() };
        for text in &position.moves[played..] {
            match without_number(text) {
                "" => {}
                mv => match read_move(game.board(), mv) {
                    Ok(mv) => game.play(mv),
                    Err(error) => {
                        let number = game.moves().len() + 1;
                        self.reject(&format!("position rejected: move {number} {error}"), PLAYED);
                        break;
                    }
                },
            }
            accepted.moves.push(text.clone());
        }
        self.last_position = Some(accepted);
        let needed_chess960 = self.engine.board().needs_chess960();
        self.engine.set_game(game);
        if !self.options.chess960 && !needed_chess960 && self.engine.board().needs_chess960() {
            send_info(
                "position: castling rights need Chess960: treated as if UCI_Chess960 were on",
            );
        }
    }

    /// Returns the position before the moves. An unambiguous error in the FEN is repaired.
    fn start_of(&mut self, position: &PositionText) -> Result<Board, FenError> {
        let Some(fen) = &position.fen else {
            self.fen_en_passant = None;
            return Ok(Board::default());
        };
        let castling = CastlingMode::of(self.options.chess960);
        let RepairedFen { board, fen, remark } = RepairedFen::read(fen, castling)?;
        if let Some(remark) = remark {
            send_info(&format!("position: {remark}"));
        }
        self.fen_en_passant = fen.split_whitespace().nth(3).and_then(|square| square.parse().ok());
        Ok(board)
    }

    /// Runs a search or perft and returns the lines of its answer.
    fn go(&mut self, go: &GoText, at: Instant, signals: &Signals) -> Vec<String> {
        self.has_failed |= !go.problems.is_empty();
        if let Some(depth) = go.perft {
            send_problems(None, go.problems.clone());
            return self.use_tool(&Tool::Perft(depth), signals);
        }
        if self.rejected.is_some() {
            return without_position(go, signals);
        }
        let mut problems = go.problems.clone();
        let search_moves = self.search_moves(go, &mut problems);
        self.has_failed |= !problems.is_empty();
        let Some(search_moves) = search_moves else {
            let result = "go: none of the searchmoves is legal, so there is no move";
            send_problems(Some(result.to_owned()), problems);
            return without_move(go, signals);
        };
        let (mut limits, result) = self.limits(go, search_moves);
        send_problems(result, problems);
        let chess960 = self.writes_chess960();
        if let Some(mv) = self.book_move(go, &limits) {
            return vec![format!("bestmove {}", mv.uci(chess960))];
        }
        let own = self.engine.board().side_to_move();
        self.options.node_clock.begin(&mut limits, own);
        if self.debug {
            send_info(&format!("search {}: {}", self.engine.board(), limits.describe()));
            if !self.options.opponent.is_empty() {
                send_info(&format!("opponent '{}'", quoted(&self.options.opponent)));
            }
        }
        self.change_seed();
        // Latency counts on a clock. Without one, the time of a queued search is its own.
        let start = if limits.is_timed(own) { at } else { Instant::now() };
        let board = *self.engine.board();
        let answer = if self.is_interactive {
            self.engine.go(&limits, signals, start, &mut TableReporter::new(board))
        } else {
            let shows_wdl = self.options.shows_wdl;
            // A client that sets the depth may count the lines.
            let holds_repeats = limits.depth.is_none();
            let mut reporter = UciReporter::new(&board, chess960, shows_wdl, holds_repeats);
            self.engine.go(&limits, signals, start, &mut reporter)
        };
        self.options.node_clock.end(&limits, own, answer.progress.nodes);
        vec![match (answer.best, answer.ponder) {
            (Some(best), Some(ponder)) => {
                format!("bestmove {} ponder {}", best.uci(chess960), ponder.uci(chess960))
            }
            (Some(best), None) => format!("bestmove {}", best.uci(chess960)),
            (None, _) => "bestmove (none)".to_owned(),
        }]
    }

    /// Changes the seed of a limited strength, so that a repeated search may choose another move.
    fn change_seed(&mut self) {
        let seed = self.engine.settings().seed;
        self.engine.set_seed(seed.wrapping_add(1));
    }

    /// Returns true if castling moves are written as king takes rook. This also holds for castling
    /// rights of Chess960 alone, where the standard notation is ambiguous or invalid (`c8c8`).
    pub(super) fn writes_chess960(&self) -> bool {
        self.options.chess960 || self.engine.board().needs_chess960()
    }

    /// Returns a move of the opening book.
    fn book_move(&mut self, go: &GoText, limits: &Limits) -> Option<Move> {
        if self.options.analyse {
            return None;
        }
        let chess960 = self.writes_chess960();
        let (game, allowed) = (self.engine.game(), &limits.search_moves);
        self.options.book.move_for(go, game, self.fen_en_passant, allowed, chess960)
    }

    /// Returns the limits of a search, and a message if a move time replaces invalid ones.
    fn limits(&self, go: &GoText, search_moves: Vec<Move>) -> (Limits, Option<String>) {
        let board = self.engine.board();
        let own = board.side_to_move();
        let mut clock = ClockTimes {
            left: go.time,
            increment: go.increment.map(Option::unwrap_or_default),
            moves_to_go: go.moves_to_go,
            nodes_per_millisecond: 0,
        };
        // If only the opponent's clock is known, it stands for both: no search without a limit.
        if clock.time_left(own).is_none() {
            clock.left[own.index()] = clock.time_left(!own);
        }
        let has_limit = go.has_limit();
        // The client sent a limit, so the search must not be infinite.
        let is_unreadable = !has_limit && !go.infinite && !go.problems.is_empty();
        let move_time = if is_unreadable { Some(UNREADABLE_LIMIT) } else { go.move_time };
        let result = is_unreadable.then(|| {
            format!("go: no valid limit, using movetime {} s", UNREADABLE_LIMIT.as_secs())
        });
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            mate: go.mate,
            move_time,
            clock,
            infinite: go.infinite || !has_limit && !is_unreadable && !go.ponder,
            ponder: go.ponder,
            search_moves,
        };
        (limits, result)
    }

    /// Returns the root moves of `searchmoves` and reports invalid ones. An empty list means all
    /// moves; `None` means that no listed move is legal.
    fn search_moves(&self, go: &GoText, problems: &mut Vec<String>) -> Option<Vec<Move>> {
        let texts = go.search_moves.as_deref().unwrap_or_default();
        let mut moves = Vec::new();
        for text in texts {
            match read_move(self.engine.board(), text) {
                Ok(mv) => moves.push(mv),
                Err(error) => problems.push(format!("go searchmoves: {error}")),
            }
        }
        (!moves.is_empty() || texts.is_empty()).then_some(moves)
    }
}

/// Parses a move in UCI notation or SAN.
fn read_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    board.parse_uci(text).or_else(|_| board.parse_san(text))
}

/// Removes a move number at the start of a text: `1.e4`, `3...`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        text
    }
}

/// Reports in one line the result of errors in a command, then the errors, repeated ones once.
fn send_problems(result: Option<String>, problems: Vec<String>) {
    let mut known = HashSet::new();
    let lines = result.into_iter().chain(problems);
    let distinct: Vec<String> = lines.filter(|line| known.insert(line.clone())).collect();
    if let Some(text) = join_remarks(&distinct) {
        send_info(&text);
    }
}

/// Answers `go` after an invalid position.
fn without_position(go: &GoText, signals: &Signals) -> Vec<String> {
    let result = format!("go: {REJECTED}, so there is no move");
    send_problems(Some(result), go.problems.clone());
    without_move(go, signals)
}

/// Answers `go` with `bestmove (none)`, after `stop` or `ponderhit` where the protocol requires it.
fn without_move(go: &GoText, signals: &Signals) -> Vec<String> {
    signals.wait_until_answerable(go.infinite);
    vec!["bestmove (none)".to_owned()]
}
