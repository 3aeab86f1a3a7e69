//! The controller: owns the engine and does what the protocol asks, one command after the other.

use super::command::{Command, GoText, PositionText, Tool};
use super::options::{self, Manners};
use super::output::{Speaker, remark, send, tell};
use super::pending::Pending;
use super::reader::Request;
use super::terminal::Tabulator;
use crate::chess::fen::{Castling, CastlingNotation, FenError};
use crate::chess::mended::Mended;
use crate::chess::perft::{NoCount, PerftOptions, divide};
use crate::chess::{Board, Color, Game, Move, Piece, Square};
use crate::engine::Engine;
use crate::eval::Evaluator;
use crate::eval::winning;
use crate::learn::genfens;
use crate::quote::quoted;
use crate::search::{ClockTimes, Limits, Signals};
use crate::tools::bench;
use crate::version;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What a `go` gets whose only limits cannot be read.
const UNREADABLE_LIMIT: Duration = Duration::from_secs(1);
/// Why nothing is done with a position.
const REFUSED: &str = "the position sent last was refused";

/// Does what is asked.
#[derive(Debug)]
pub struct Controller {
    engine: Engine,
    manners: Manners,
    debug: bool,
    /// People read what is written: it goes to a terminal, and nobody has said `uci`.
    is_read_by_people: bool,
    /// The position last set, as text: most new ones are it with a move or two more.
    last_position: Option<PositionText>,
    /// The en passant square that the FEN of it names.
    claimed: Option<Square>,
    /// The position sent last was not understood, or not all of its moves: whatever is on the
    /// board, it is not what the client means.
    is_refused: bool,
}

impl Controller {
    /// A controller at the initial position.
    pub fn new(engine: Engine) -> Controller {
        Controller {
            engine,
            manners: Manners::default(),
            debug: false,
            is_read_by_people: std::io::stdout().is_terminal(),
            last_position: None,
            claimed: None,
            is_refused: false,
        }
    }

    /// Does what one request asks; breaks on `quit`. Work that has an answer is no longer pending
    /// before the client hears it: an `isready` that it sends then is to wait for what it sends
    /// before.
    pub fn obey(&mut self, request: &Request, pending: &Pending) -> ControlFlow<()> {
        match &request.command {
            Command::Uci { expert } => {
                self.is_read_by_people = false;
                self.introduce(*expert || cfg!(feature = "tunable"));
            }
            Command::Debug(on) => self.debug = *on,
            Command::IsReady => send("readyok"),
            Command::SetOption { name, value } => {
                options::set(&mut self.engine, &mut self.manners, name, value.as_deref());
                self.last_position = None; // castling rights may mean other rooks now
            }
            Command::NewGame => {
                self.engine.new_game();
                self.manners.node_clock.new_game();
                (self.last_position, self.claimed, self.is_refused) = (None, None, false);
            }
            Command::Position(position) => self.set_position(position),
            Command::NoPosition(reason) => self.refuse(reason),
            Command::Go(go) => {
                let answer = self.go(go, request.at, &request.signals);
                pending.remove(&request.signals);
                answer.iter().for_each(|line| send(line));
            }
            Command::Tool(tool) => {
                let answer = self.use_tool(tool, &request.signals);
                pending.remove(&request.signals);
                answer.iter().for_each(|line| send(line));
            }
            // nothing to do, or nothing under way
            Command::Register | Command::Stop | Command::PonderHit => {}
            Command::Quit => return ControlFlow::Break(()),
        }
        pending.remove(&request.signals);
        ControlFlow::Continue(())
    }

    fn introduce(&self, expert: bool) {
        send(&format!("id name {}", version::full_name()));
        send("id author the Secateur authors");
        options::declarations().for_each(|line| send(&line));
        if expert {
            options::switch_declarations(&self.engine.settings().techniques)
                .for_each(|line| send(&line));
        }
        send("uciok");
    }

    /// There is nothing to search until the client sends another position: it would take a move
    /// from any other for one from this.
    fn refuse(&mut self, reason: &str) {
        tell(reason);
        self.is_refused = true;
    }

    /// Sets up a position. A bad one leaves the old on the board; at a move that is not legal, the
    /// moves before it are played. Both are [refused](Controller::refuse).
    fn set_position(&mut self, position: &PositionText) {
        let continued = self.last_position.as_ref().filter(|last| {
            last.fen == position.fen
                && position.moves.len() >= last.moves.len()
                && position.moves.starts_with(&last.moves)
        });
        let (mut game, played) = match continued {
            Some(last) => (self.engine.game().clone(), last.moves.len()),
            None => match self.start_of(position) {
                Ok(start) => (Game::new(start), 0),
                Err(error) => return self.refuse(&format!("position refused: {error}")),
            },
        };
        self.is_refused = false;
        let mut understood =
            PositionText { fen: position.fen.clone(), moves: position.moves[..played].to_vec() };
        for text in &position.moves[played..] {
            match game.board().parse_uci(text) {
                Ok(mv) => game.play(mv),
                Err(error) => {
                    self.refuse(&format!("position: move {} {error}", understood.moves.len() + 1));
                    break;
                }
            }
            understood.moves.push(text.clone());
        }
        self.last_position = Some(understood);
        let was_odd = self.engine.board().needs_chess960();
        self.engine.set_game(game);
        if !self.manners.chess960 && !was_odd && self.engine.board().needs_chess960() {
            tell("this position castles as only Chess960 does: taken as if UCI_Chess960 were on");
        }
    }

    /// The position before the moves, repaired where it leaves no doubt.
    fn start_of(&mut self, position: &PositionText) -> Result<Board, FenError> {
        let Some(fen) = &position.fen else {
            self.claimed = None;
            return Ok(Board::default());
        };
        let castling = if self.manners.chess960 { Castling::Outermost } else { Castling::Corners };
        let Mended { board, fen, remark } = Mended::read(fen, castling)?;
        if let Some(remark) = remark {
            tell(&format!("position: {remark}"));
        }
        self.claimed = fen.split_whitespace().nth(3).and_then(|square| square.parse().ok());
        Ok(board)
    }

    /// Searches, or counts leaves, and returns the lines that answer.
    fn go(&mut self, go: &GoText, at: Instant, signals: &Signals) -> Vec<String> {
        if let Some(depth) = go.perft {
            tell_problems(&go.problems);
            return self.perft(depth, signals);
        }
        if self.is_refused {
            return without_position(go, signals);
        }
        let mut limits = self.limits(go);
        let chess960 = self.writes_chess960();
        if let Some(mv) = self.book_move(go, &limits) {
            return vec![format!("bestmove {}", mv.uci(chess960))];
        }
        let own = self.engine.board().side_to_move();
        self.manners.node_clock.begin(&mut limits, own);
        if self.debug {
            tell(&format!("search {:?} with {limits:?}", self.engine.board()));
            if !self.manners.opponent.is_empty() {
                tell(&format!("opponent '{}'", quoted(&self.manners.opponent)));
            }
        }
        let board = *self.engine.board();
        let answer = if self.is_read_by_people {
            self.engine.go(&limits, signals, at, &mut Tabulator::new(board))
        } else {
            let shows_chances = self.manners.shows_chances;
            let material = winning::material(&board);
            let mut speaker = Speaker { chess960, shows_chances, material, nodes_told: 0 };
            let answer = self.engine.go(&limits, signals, at, &mut speaker);
            speaker.conclude(&answer.progress);
            answer
        };
        self.manners.node_clock.end(&limits, own, answer.progress.nodes);
        vec![match (answer.best, answer.ponder) {
            (Some(best), Some(ponder)) => {
                format!("bestmove {} ponder {}", best.uci(chess960), ponder.uci(chess960))
            }
            (Some(best), None) => format!("bestmove {}", best.uci(chess960)),
            (None, _) => "bestmove (none)".to_owned(),
        }]
    }

    /// Is castling written as king takes rook? Where only Chess960 has such a right, the other way
    /// would be odd (`c8c8`), or the same text for two moves.
    fn writes_chess960(&self) -> bool {
        self.manners.chess960 || self.engine.board().needs_chess960()
    }

    /// A move out of the opening book.
    fn book_move(&mut self, go: &GoText, limits: &Limits) -> Option<Move> {
        if self.manners.analyse {
            return None;
        }
        let chess960 = self.writes_chess960();
        let (game, allowed) = (self.engine.game(), &limits.search_moves);
        self.manners.library.move_for(go, game, self.claimed, allowed, chess960)
    }

    fn limits(&self, go: &GoText) -> Limits {
        let board = self.engine.board();
        let own = board.side_to_move();
        let mut clock = ClockTimes {
            left: go.time,
            increment: go.increment.map(Option::unwrap_or_default),
            moves_to_go: go.moves_to_go,
            nodes_per_millisecond: 0,
        };
        // Told only the opponent's clock, take ours to be like it rather than think for ever.
        if clock.left_of(own).is_none() {
            clock.left[own.index()] = clock.left_of(!own);
        }
        let has_limit = go.depth.is_some()
            || go.nodes.is_some()
            || go.mate.is_some()
            || go.move_time.is_some()
            || clock.left_of(own).is_some();
        // A limit was meant: without one this would search for ever.
        let is_unreadable = !has_limit && !go.infinite && !go.problems.is_empty();
        let move_time = if is_unreadable { Some(UNREADABLE_LIMIT) } else { go.move_time };
        tell_problems(&go.problems);
        if is_unreadable {
            tell(&format!("go: no limit left, so it is {} s", UNREADABLE_LIMIT.as_secs()));
        }
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            mate: go.mate,
            move_time,
            clock,
            infinite: go.infinite || !has_limit && !is_unreadable && !go.ponder,
            ponder: go.ponder,
            search_moves: go
                .search_moves
                .as_ref()
                .map_or_else(Vec::new, |moves| self.search_moves(moves)),
        }
    }

    /// The moves to look at. A list of which nothing is legal must not mean "all": it is kept as a
    /// move that no position has.
    fn search_moves(&self, texts: &[String]) -> Vec<Move> {
        let (mut moves, mut problems) = (Vec::new(), Vec::new());
        for text in texts {
            match self.engine.board().parse_uci(text) {
                Ok(mv) => moves.push(mv),
                Err(error) => problems.push(format!("searchmoves: {error}")),
            }
        }
        tell_problems(&problems);
        if moves.is_empty() && !texts.is_empty() {
            moves.extend(Move::from_bits(u16::MAX));
        }
        moves
    }

    fn perft(&self, depth: u32, signals: &Signals) -> Vec<String> {
        if self.is_refused {
            return vec![remark(&format!("perft: {REFUSED}"))];
        }
        let options = PerftOptions { stop: Some(signals.stop_flag()), ..PerftOptions::default() };
        let divided = match divide(self.engine.board(), depth, &options) {
            Ok(divided) => divided,
            Err(NoCount::Stopped) => return vec![remark("perft stopped")],
            Err(error) => return vec![remark(&format!("perft: {error}"))],
        };
        let chess960 = self.writes_chess960();
        let mut lines: Vec<String> =
            divided.iter().map(|(mv, leaves)| format!("{}: {leaves}", mv.uci(chess960))).collect();
        let total =
            if depth == 0 { 1 } else { divided.iter().map(|(_, leaves)| leaves).sum::<u64>() };
        lines.extend([String::new(), format!("Nodes searched: {total}")]);
        lines
    }

    /// Does the work of a tool and returns the lines that answer.
    fn use_tool(&mut self, tool: &Tool, signals: &Signals) -> Vec<String> {
        match tool {
            Tool::Display => self.display(),
            Tool::Eval => {
                vec![format!("{} (internal units, for the side to move)", self.engine.evaluate())]
            }
            Tool::Perft(depth) => self.perft(*depth, signals),
            Tool::Bench(depth) => vec![self.bench(depth.unwrap_or(bench::DEFAULT_DEPTH), signals)],
            Tool::GenFens { count, seed, book } => {
                generate_openings(*count, *seed, book.as_deref(), signals)
            }
            Tool::Switches => options::switch_help(&self.engine.settings().techniques).collect(),
            Tool::Help => HELP.lines().map(str::to_owned).collect(),
        }
    }

    fn bench(&self, depth: u32, signals: &Signals) -> String {
        match bench::run_until(
            depth,
            self.engine.settings().techniques,
            Evaluator::default(),
            signals,
            |_| {},
        ) {
            Ok(_) if signals.is_stopped() => remark("bench stopped"),
            Ok(result) => result.to_string(),
            Err(error) => remark(&error.to_string()),
        }
    }

    fn display(&self) -> Vec<String> {
        let board = self.engine.board();
        let rank = |rank: u8| {
            let squares: Vec<String> = (0..8)
                .map(|file| {
                    board.piece_on(Square::at(file, rank)).map_or('.', Piece::letter).to_string()
                })
                .collect();
            format!("{}  {}", rank + 1, squares.join(" "))
        };
        let mut lines: Vec<String> = (0..8).rev().map(rank).collect();
        let notation = if self.manners.chess960 {
            CastlingNotation::Shredder
        } else {
            CastlingNotation::Standard
        };
        lines.push("   a b c d e f g h".to_owned());
        lines.push(format!("fen {}", board.fen(notation)));
        lines.push(format!("key {:016x}", board.key()));
        lines.extend(
            self.is_refused.then(|| format!("{REFUSED}; this is what was understood before")),
        );
        lines.push(if let Some(outcome) = self.engine.game().outcome() {
            format!("the game is over: {outcome:?}")
        } else {
            let side = if board.side_to_move() == Color::White { "White" } else { "Black" };
            let check = if board.in_check() { ", in check" } else { "" };
            format!("{side} to move{check}, {} legal moves", board.count_moves())
        });
        lines
    }
}

/// Tells what is wrong with a command in one line, however much that is.
fn tell_problems(problems: &[String]) {
    match problems {
        [] => {}
        [only] => tell(only),
        [first, more @ ..] => tell(&format!("{first}; and {} more of the kind", more.len())),
    }
}

/// Tells openings in the form that testing frameworks read, each as soon as it is found; what is
/// wrong is the answer.
fn generate_openings(count: u64, seed: u64, book: Option<&str>, signals: &Signals) -> Vec<String> {
    let starts = book.map_or(Ok(Vec::new()), genfens::read_book);
    let mut say =
        |board: &Board| tell(&format!("genfens {}", board.fen(CastlingNotation::Standard)));
    match starts.and_then(|starts| {
        genfens::generate(&genfens::FOR_FRAMEWORKS, count, seed, starts, signals, &mut say)
    }) {
        Ok(()) if signals.is_stopped() => vec![remark("genfens stopped")],
        Ok(()) => Vec::new(),
        Err(error) => vec![remark(&format!("genfens: {error}"))],
    }
}

/// The answer where the position was refused, no sooner than any other.
fn without_position(go: &GoText, signals: &Signals) -> Vec<String> {
    tell_problems(&go.problems);
    tell(&format!("go: {REFUSED}, so there is no move"));
    signals.wait_until_answerable(go.infinite);
    vec!["bestmove (none)".to_owned()]
}

const HELP: &str = "\
The UCI protocol is understood in full: uci, debug, isready, setoption, ucinewgame, position, go, stop, ponderhit, quit.
Beyond it:
  d               show the board
  eval            show the evaluation
  go perft N      count leaves to depth N by root move (also: perft N)
  bench [DEPTH]   search fixed positions; the last line is the signature
  switches        list the search techniques, their values, and what they do; set them like options
  uci expert      as uci, with the switches among the options
  genfens N seed S book FILE|None
                  print N random openings that are not lost
  help            this list
Leave with quit; `secateur --help` in a shell lists the commands of the command line.";
