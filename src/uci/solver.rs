//! External UCI engines as solvers of test suites. Their `info` lines are judged in the same way
//! as Secateur's own.

use super::client::{Client, ClientError, HANDSHAKE_TIMEOUT};
use super::declared::DeclaredOption;
use super::info_line::InfoLine;
use crate::chess::epd::Epd;
use crate::chess::fen::CastlingNotation;
use crate::chess::{Game, Move};
use crate::quote::{did_you_mean, quoted};
use crate::score::Score;
use crate::search::Limits;
use crate::search::table::Bound;
use crate::stop::Stop;
use crate::tools::solve::judge::judge;
use crate::tools::solve::{
    Effort, PositionResult, Solved, Solver, SolverAnswer, SolverError, SuitePosition,
};
use std::time::{Duration, Instant};

/// Timeout of `readyok` after the options are set: large tables and tablebases take time.
const SETUP_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout of `bestmove` after the time of the move.
const BESTMOVE_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout of `bestmove` after `stop`.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval between checks whether the run is stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Command line and UCI options with which an external engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Program and arguments, separated by blanks. If the whole text is the name of a file, that
    /// file is the program.
    pub command: String,
    /// Names and values of the options that follow from the settings of the run. An option that the
    /// engine does not have is skipped.
    pub options: Vec<(String, String)>,
    /// Names and values of options that the user sets. An option that the engine does not have is
    /// skipped. A value that the engine does not accept is an error.
    pub chosen: Vec<(String, String)>,
}

/// Reason why an external UCI engine cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExternalEngineError {
    /// The engine cannot be started or does not answer.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// No engine of the run has this option.
    #[error("--option: {engine} has no option '{name}'{meant}")]
    Option {
        /// Name of the engine.
        engine: String,
        /// Name of the option.
        name: String,
        /// Suggested similar name, if any, as text.
        meant: String,
    },
    /// The engine declares an option of this name, but not this value.
    #[error("--option {name}={value}: {engine} accepts {range}")]
    Value {
        /// Name of the engine.
        engine: String,
        /// Name of the option.
        name: String,
        /// The rejected value.
        value: String,
        /// The values that the engine accepts, as text.
        range: String,
    },
}

/// Answers to `go` without a move: there is no legal move, or the engine resigns.
pub(super) const NO_MOVE: [&str; 3] = ["(none)", "0000", "NULL"];

/// Running external UCI engine that searches positions for analysis and test suites.
#[derive(Debug)]
pub struct ExternalEngine {
    client: Client,
    /// Name from `id name`.
    name: String,
    options: Vec<DeclaredOption>,
}

impl ExternalEngine {
    /// Starts an external UCI engine and sets its options.
    pub fn start(spec: &Spec) -> Result<ExternalEngine, ExternalEngineError> {
        let mut client = Client::start_command(&spec.command)?;
        client.send("uci")?;
        let (mut name, mut options) = (spec.command.clone(), Vec::new());
        client.wait(HANDSHAKE_TIMEOUT, |line| {
            if let Some(own) = line.strip_prefix("id name ") {
                own.trim().clone_into(&mut name);
            }
            options.extend(DeclaredOption::parse(line));
            (line == "uciok").then_some(())
        })?;
        let mut external = ExternalEngine { client, name, options };
        for (name, value) in &spec.options {
            external.set_option(name, value)?;
        }
        for (name, value) in &spec.chosen {
            let value = external.read_value(name, value)?;
            external.set_option(name, &value)?;
        }
        external.client.ask("isready", "readyok", SETUP_TIMEOUT)?;
        Ok(external)
    }

    /// Returns the name that the external engine reported by `id name`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the option of this name; case is ignored.
    fn option(&self, name: &str) -> Option<&DeclaredOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets an option if the engine has it.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let Some(option) = self.option(name) else { return Ok(()) };
        let line = format!("setoption name {} value {value}", option.name);
        self.client.send(&line)
    }

    /// Checks a value against the declaration of the option, and returns it as the engine expects
    /// it.
    fn read_value(&self, name: &str, value: &str) -> Result<String, ExternalEngineError> {
        let Some(option) = self.option(name) else { return Ok(value.to_owned()) };
        option.read(value).map_err(|range| ExternalEngineError::Value {
            engine: self.name.clone(),
            name: option.name.clone(),
            value: quoted(value),
            range,
        })
    }

    /// Checks that the external UCI engine has an option of this name.
    pub fn check_option(&self, name: &str) -> Result<(), ExternalEngineError> {
        if self.option(name).is_some() {
            return Ok(());
        }
        let meant = did_you_mean(name, self.options.iter().map(|option| option.name.as_str()));
        Err(ExternalEngineError::Option { engine: self.name.clone(), name: name.to_owned(), meant })
    }

    /// Searches the last position of a game with the external engine; returns best move and elapsed
    /// time. `read` gets each output line with the time since the start of the search.
    pub(super) fn run_go(
        &mut self,
        game: &Game,
        go: &str,
        move_time: Option<Duration>,
        is_stopped: &dyn Fn() -> bool,
        read: &mut dyn FnMut(&str, Duration),
    ) -> Result<(Option<Move>, Duration), ClientError> {
        let chess960 = game.start().needs_chess960();
        self.set_option("UCI_Chess960", &chess960.to_string())?;
        self.client.ask("isready", "readyok", SETUP_TIMEOUT)?;
        self.client.send(&position(game, chess960))?;
        self.client.send(go)?;
        let begun = Instant::now();
        // no deadline with a time beyond every calendar
        let mut deadline =
            move_time.and_then(|time| begun.checked_add(time)?.checked_add(BESTMOVE_TIMEOUT));
        let mut has_sent_stop = false;
        loop {
            if let Some(line) = self.client.poll(POLL_INTERVAL)? {
                if let Some(best) = line.strip_prefix("bestmove") {
                    let best = best.split_whitespace().next().unwrap_or_default();
                    let time = begun.elapsed();
                    return Ok((self.best_move(game, best)?, time));
                }
                read(&line, begun.elapsed());
            }
            // An engine that prints lines all the time must not extend the wait.
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Err(self.client.timeout_error(begun.elapsed()));
            }
            if is_stopped() && !has_sent_stop {
                self.client.send("stop")?;
                (has_sent_stop, deadline) = (true, Some(Instant::now() + STOP_TIMEOUT));
            }
        }
    }

    /// Parses the move of a `bestmove` line; `None` if the engine gives no move, or if there is no
    /// legal move.
    fn best_move(&self, game: &Game, text: &str) -> Result<Option<Move>, ClientError> {
        let board = game.board();
        match board.parse_uci(text) {
            Ok(best) => Ok(Some(best)),
            Err(_) if NO_MOVE.contains(&text) || board.count_moves() == 0 => Ok(None),
            Err(_) => Err(self.client.illegal_move_error(text, board.to_string())),
        }
    }

    /// Sends `ucinewgame`.
    pub(super) fn begin_game(&mut self) -> Result<(), ClientError> {
        self.client.send("ucinewgame")
    }

    fn search(
        &mut self,
        position: &SuitePosition,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<PositionResult, ClientError> {
        let epd = &position.epd;
        let mut info = SearchInfo::new(epd);
        self.begin_game()?;
        let (best, time) = self.run_go(
            &Game::new(epd.board),
            &go(limits, epd.mate_in),
            limits.move_time,
            &|| stop.is_urgent(),
            &mut |line, after| info.read(line, after),
        )?;
        Ok(info.result(position, best, time))
    }
}

/// Formats the `position` command of a game.
fn position(game: &Game, chess960: bool) -> String {
    let notation = CastlingNotation::of(chess960);
    let mut line = format!("position fen {}", game.start().fen(notation));
    if !game.moves().is_empty() {
        line.push_str(" moves");
        game.moves().iter().for_each(|mv| line.push_str(&format!(" {}", mv.uci(chess960))));
    }
    line
}

impl Solver for ExternalEngine {
    fn solve(&mut self, position: &SuitePosition, limits: &Limits, stop: &Stop) -> Solved {
        self.search(position, limits, stop)
            .map_err(|error| SolverError(format!("{}: {error}", position.id())))
    }
}

/// Formats the UCI `go` command for these limits, with `mate N` (moves) if `mate` is given.
pub fn go(limits: &Limits, mate: Option<i32>) -> String {
    let mut line = "go".to_owned();
    if let Some(depth) = limits.depth {
        line.push_str(&format!(" depth {depth}"));
    }
    if let Some(nodes) = limits.nodes {
        line.push_str(&format!(" nodes {nodes}"));
    }
    if let Some(mate) = mate {
        line.push_str(&format!(" mate {}", mate.unsigned_abs()));
    }
    if let Some(time) = limits.move_time {
        line.push_str(&format!(" movetime {}", time.as_millis().max(1)));
    }
    line
}

/// Results of an external engine's search of a suite position, collected from its `info` lines.
pub struct SearchInfo<'a> {
    epd: &'a Epd,
    /// Principal variation up to its first illegal move.
    line: Vec<Move>,
    score: Score,
    depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Effort at the first line since which all lines have the solution.
    pub effort_to_solution: Option<Effort>,
}

impl<'a> SearchInfo<'a> {
    /// Creates an empty collection of `info` lines for a search of this suite position.
    pub fn new(epd: &'a Epd) -> SearchInfo<'a> {
        SearchInfo { epd, line: Vec::new(), score: 0, depth: 0, nodes: 0, effort_to_solution: None }
    }

    /// Parses an output line of the external engine that arrived `after` the start of the search.
    pub fn read(&mut self, line: &str, after: Duration) {
        let Some(info) = InfoLine::parse(line, &self.epd.board) else { return };
        self.nodes = info.nodes.unwrap_or(self.nodes);
        let (Some(score), Some(first)) = (info.score, info.first_move()) else { return };
        if info.multi_pv != 1 || info.bound == Bound::Upper {
            return;
        }
        // Engines send bounds after some seconds only. A bound of the same move has a short line
        // and a score that is no result.
        if !info.is_mere_bound(&self.line) {
            self.line = info.pv.unwrap_or_default();
            self.score = score;
            self.depth = info.depth.unwrap_or(self.depth);
        }
        if judge(self.epd, Some(first), score) == Some(true) {
            let effort = Effort { nodes: self.nodes, seconds: after.as_secs_f64() };
            self.effort_to_solution.get_or_insert(effort);
        } else {
            self.effort_to_solution = None;
        }
    }

    /// Returns the result of the suite position; `best` is the engine's move and `time` the search
    /// time.
    pub fn result(
        &self,
        position: &SuitePosition,
        best: Option<Move>,
        time: Duration,
    ) -> PositionResult {
        let seconds = time.as_secs_f64();
        let is_of_best = best.is_some() && self.line.first().copied() == best;
        let line = if is_of_best { self.line.clone() } else { best.into_iter().collect() };
        let (score, depth, nodes) = (self.score, self.depth, self.nodes);
        let found = SolverAnswer { best, line, score, depth, nodes, seconds };
        let solved = judge(self.epd, best, self.score);
        let effort_to_solution = (solved == Some(true))
            .then(|| self.effort_to_solution.unwrap_or(Effort { nodes: self.nodes, seconds }));
        PositionResult::new(position, &found, solved, effort_to_solution)
    }
}
