//! The controller: owns the engine and does what the protocol asks, one command after the other.

use super::command::{Command, GoText, PositionText};
use super::options::{self, Manners};
use super::output::{UciReporter, send, tell};
use super::pending::Pending;
use super::reader::Request;
use super::terminal::TableReporter;
use crate::chess::fen::{Castling, CastlingNotation, FenError};
use crate::chess::mended::Mended;
use crate::chess::san::MoveError;
use crate::chess::{Board, Game, Move, Square};
use crate::engine::Engine;
use crate::eval::winning;
use crate::quote::quoted;
use crate::search::{ClockTimes, Limits, Signals};
use crate::tools::defaults::{self, Setting};
use crate::version;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What a `go` gets whose only limits cannot be read.
const UNREADABLE_LIMIT: Duration = Duration::from_secs(1);
/// Why nothing is done with a position.
pub(super) const REFUSED: &str = "the position sent last was refused";

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

    /// Puts the defaults of the user into force, before any client has set an option.
    pub fn take_defaults(&mut self) {
        defaults::problem().into_iter().for_each(tell);
        let user = defaults::user();
        let number = |setting: &Option<Setting<u64>>| {
            setting.as_ref().map(|setting| setting.value.to_string())
        };
        let syzygy = user.syzygy.as_ref().map(|setting| setting.value.clone());
        for (name, value) in [
            ("Hash", number(&user.hash)),
            ("Threads", number(&user.threads)),
            ("SyzygyPath", syzygy),
        ] {
            if let Some(value) = value {
                options::set_default(&mut self.engine, &mut self.manners, name, &value);
            }
        }
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(super) fn is_refused(&self) -> bool {
        self.is_refused
    }

    pub(super) fn is_read_by_people(&self) -> bool {
        self.is_read_by_people
    }

    /// How positions are written.
    pub(super) fn notation(&self) -> CastlingNotation {
        if self.manners.chess960 { CastlingNotation::Shredder } else { CastlingNotation::Standard }
    }

    /// Sets up a game that no `position` has named.
    pub(super) fn replace_game(&mut self, game: Game) {
        self.engine.set_game(game);
        (self.last_position, self.claimed, self.is_refused) = (None, None, false);
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
        options::declarations(&self.manners).for_each(|line| send(&line));
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
        for said in &position.moves[played..] {
            match without_number(said) {
                "" => {}
                text => match read_move(game.board(), text) {
                    Ok(mv) => game.play(mv),
                    Err(error) => {
                        self.refuse(&format!("position: move {} {error}", game.moves().len() + 1));
                        break;
                    }
                },
            }
            understood.moves.push(said.clone());
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
        let (search_moves, problems) = self.search_moves(go);
        let Some(search_moves) = search_moves else {
            tell_problems(&go.problems);
            tell_problems(&problems);
            tell("go: none of the searchmoves is legal, so there is no move");
            return without_move(go, signals);
        };
        let mut limits = self.limits(go, search_moves);
        tell_problems(&problems);
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
            self.engine.go(&limits, signals, at, &mut TableReporter::new(board))
        } else {
            let shows_chances = self.manners.shows_chances;
            let material = winning::material(&board);
            let mut speaker = UciReporter { chess960, shows_chances, material, nodes_told: 0 };
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
    pub(super) fn writes_chess960(&self) -> bool {
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

    fn limits(&self, go: &GoText, search_moves: Vec<Move>) -> Limits {
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
            search_moves,
        }
    }

    /// The root moves to look at, empty for all; `None` where none of those listed is legal. Beside
    /// them what is wrong with the others.
    fn search_moves(&self, go: &GoText) -> (Option<Vec<Move>>, Vec<String>) {
        let texts = go.search_moves.as_deref().unwrap_or_default();
        let (mut moves, mut problems) = (Vec::new(), Vec::new());
        for text in texts {
            match read_move(self.engine.board(), text) {
                Ok(mv) => moves.push(mv),
                Err(error) => problems.push(format!("searchmoves: {error}")),
            }
        }
        ((!moves.is_empty() || texts.is_empty()).then_some(moves), problems)
    }
}

/// A move in UCI's notation or in SAN.
fn read_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    board.parse_uci(text).or_else(|_| board.parse_san(text))
}

/// The text without the number of a move before it: `1.e4`, `3...`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        text
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

/// The answer where the position was refused.
fn without_position(go: &GoText, signals: &Signals) -> Vec<String> {
    tell_problems(&go.problems);
    tell(&format!("go: {REFUSED}, so there is no move"));
    without_move(go, signals)
}

/// The answer without a search, no sooner than any other.
fn without_move(go: &GoText, signals: &Signals) -> Vec<String> {
    signals.wait_until_answerable(go.infinite);
    vec!["bestmove (none)".to_owned()]
}
