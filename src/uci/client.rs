//! UCI client: starts a UCI engine as a child process and communicates with it over pipes. Every
//! wait has a timeout, except the wait for `bestmove` of a search without a time limit.

use crate::chess::Board;
use crate::chess::fen::CastlingNotation;
use crate::chess::perft::difference::Divided;
use crate::files::stdout::eprint;
use crate::quote::quoted;
use crate::search::Signals;
use crossbeam::channel::{Receiver, RecvTimeoutError, unbounded};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time limit of the first answers of an engine, after `uci` and `isready`.
pub const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval between checks whether a process has ended.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(2);
/// Time for the exit status and the last error message of an engine that has closed its pipes.
const EXIT_TIMEOUT: Duration = Duration::from_millis(100);
/// Time without an answer after which a message names the engine.
const NOTICE_AFTER: Duration = Duration::from_secs(2);
/// Interval between checks whether a wait is stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Error in the communication with an external UCI engine.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The process cannot be started.
    #[error("cannot start {name}: {error}")]
    Start {
        /// Name of the program.
        name: String,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// The process has ended or has closed its pipes.
    #[error("{name} exited before it answered '{question}'{cause}")]
    Gone {
        /// Name of the program.
        name: String,
        /// Last command sent.
        question: String,
        /// Exit status and last line of standard error, in brackets; empty if unknown.
        cause: String,
    },
    /// The engine does not answer before the timeout.
    #[error("{name} did not answer '{question}' within {seconds} s{hint}")]
    Silent {
        /// Name of the program.
        name: String,
        /// Last command sent.
        question: String,
        /// Timeout in seconds.
        seconds: f64,
        /// What may be wrong; empty if unknown.
        hint: &'static str,
    },
    /// The signals of the client stopped the wait.
    #[error("the wait for {name} was stopped")]
    Stopped {
        /// Name of the program.
        name: String,
    },
    /// The engine answers a search with a move that is not legal.
    #[error("{name} answered with the illegal move '{text}' in {fen}")]
    IllegalMove {
        /// Name of the program.
        name: String,
        /// The move as the engine wrote it.
        text: String,
        /// The position as FEN.
        fen: String,
    },
}

/// Connection to an external UCI engine in a child process, which is killed on drop.
#[derive(Debug)]
pub struct Client {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Last line of standard error that is not blank.
    complaint: Arc<Mutex<String>>,
    /// Last line sent, for error messages.
    question: String,
    /// Their stop ends a wait.
    signals: Arc<Signals>,
}

impl Client {
    /// Starts an external UCI engine from a command line with arguments separated by blanks. If the
    /// whole text is the name of a file, that file is started without arguments.
    pub fn start_command(command: &str) -> Result<Client, ClientError> {
        let mut words = command.split_whitespace();
        match words.next().filter(|_| !Path::new(command).exists()) {
            Some(program) => Client::start_with(Path::new(program), &words.collect::<Vec<_>>()),
            None => Client::start(Path::new(command)),
        }
    }

    /// Starts an external UCI engine from a program path, without arguments. A name without a
    /// folder is looked up in `PATH`.
    pub fn start(program: &Path) -> Result<Client, ClientError> {
        Client::start_with(program, &[])
    }

    fn start_with(program: &Path, arguments: &[&str]) -> Result<Client, ClientError> {
        let name = program.display().to_string();
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C at a terminal must not end the child: its owner stops it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|error| ClientError::Start { name: name.clone(), error })?;
        let (sender, lines) = unbounded();
        if let Some(output) = child.stdout.take() {
            let listen = move || {
                for bytes in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                    if sender.send(String::from_utf8_lossy(&bytes).trim_end().to_owned()).is_err() {
                        break;
                    }
                }
            };
            std::thread::Builder::new()
                .spawn(listen)
                .map_err(|error| ClientError::Start { name: name.clone(), error })?;
        }
        let complaint = Arc::default();
        if let Some(errors) = child.stderr.take() {
            let last = Arc::clone(&complaint);
            std::thread::Builder::new()
                .spawn(move || keep_last_line(errors, &last))
                .map_err(|error| ClientError::Start { name: name.clone(), error })?;
        }
        let input = child.stdin.take();
        let signals = Arc::default();
        Ok(Client { name, child, input, lines, complaint, question: String::new(), signals })
    }

    /// Lets a stop of these signals end the waits for the external engine.
    pub fn set_signals(&mut self, signals: &Arc<Signals>) {
        self.signals = Arc::clone(signals);
    }

    /// Sends one line to the external UCI engine.
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        line.clone_into(&mut self.question);
        let sent = self.input.as_mut().is_some_and(|input| {
            input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_ok()
        });
        if sent { Ok(()) } else { Err(self.gone()) }
    }

    /// Reads lines of the external engine until `answer` returns a value for one; errs after the
    /// timeout or a stop. Earlier lines are dropped.
    pub fn wait<T>(
        &mut self,
        timeout: Duration,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ClientError> {
        let begun = Instant::now();
        let deadline = begun + timeout;
        // only greetings: a perft count may take minutes
        let mut is_announced = !matches!(self.question.as_str(), "uci" | "isready");
        loop {
            if !is_announced && begun.elapsed() >= NOTICE_AFTER {
                is_announced = true;
                let (name, question) = (&self.name, &self.question);
                eprint(format_args!("waiting for {name} to answer '{question}'\n"));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if let Some(found) = self.poll(left.min(POLL_INTERVAL))?.and_then(|line| answer(&line))
            {
                return Ok(found);
            }
            if self.signals.is_stopped() {
                return Err(ClientError::Stopped { name: self.name.clone() });
            }
            // An engine that prints lines all the time must not extend the wait.
            if left.is_zero() {
                return Err(self.timeout_error(timeout));
            }
        }
    }

    /// Returns the external engine's next line; `None` if there is none within the timeout.
    pub fn poll(&mut self, timeout: Duration) -> Result<Option<String>, ClientError> {
        match self.lines.recv_timeout(timeout) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }

    /// Returns the error for an external engine that did not answer within the timeout.
    pub fn timeout_error(&self, timeout: Duration) -> ClientError {
        let (name, question) = (self.name.clone(), self.question.clone());
        let seconds = (timeout.as_secs_f64() * 10.0).round() / 10.0;
        let hint = if question == "uci" { "; is it a UCI engine?" } else { "" };
        ClientError::Silent { name, question, seconds, hint }
    }

    /// Returns the error for an external engine that answered with an illegal move.
    pub fn illegal_move_error(&self, text: &str, fen: String) -> ClientError {
        ClientError::IllegalMove { name: self.name.clone(), text: quoted(text), fen }
    }

    /// Waits for a line of the external engine that starts with `beginning`, and returns it.
    pub fn expect(&mut self, beginning: &str, timeout: Duration) -> Result<String, ClientError> {
        self.wait(timeout, |line| line.starts_with(beginning).then(|| line.to_owned()))
    }

    /// Sends a line to the external engine, and waits for an answer that starts with `beginning`.
    pub fn ask(
        &mut self,
        line: &str,
        beginning: &str,
        timeout: Duration,
    ) -> Result<String, ClientError> {
        self.send(line)?;
        self.expect(beginning, timeout)
    }

    /// Runs `go perft` in the external engine and returns the leaf count of each root move. The
    /// format of the total differs between engines, so the total is recognized by its value.
    pub fn divide(
        &mut self,
        board: &Board,
        depth: u32,
        notation: CastlingNotation,
        timeout: Duration,
    ) -> Result<Divided, ClientError> {
        self.send(&format!("position fen {}", board.fen(notation)))?;
        self.send(&format!("go perft {depth}"))?;
        let mut divided = Divided::new();
        self.wait(timeout, |line| {
            if let Some(entry) = read_divided(line) {
                divided.push(entry);
            } else if is_sum(line, divided.iter().map(|(_, leaves)| leaves).sum()) {
                return Some(());
            }
            None
        })?;
        Ok(divided)
    }

    /// Sends `quit` to the external engine and waits until its process exits.
    pub fn quit(mut self, timeout: Duration) -> Result<ExitStatus, ClientError> {
        self.send("quit")?;
        let deadline = Instant::now() + timeout;
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Ok(status);
            }
            std::thread::sleep(EXIT_POLL_INTERVAL);
        }
        Err(self.timeout_error(timeout))
    }

    fn gone(&mut self) -> ClientError {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        let mut status = None;
        while status.is_none() && Instant::now() < deadline {
            std::thread::sleep(EXIT_POLL_INTERVAL); // for the last line of standard error too
            status = self.child.try_wait().ok().flatten();
        }
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let cause = match (status, complaint.as_str()) {
            (None, "") => String::new(),
            (None, line) => format!(" ({})", quoted(line)),
            (Some(status), "") => format!(" ({status})"),
            (Some(status), line) => format!(" ({status}: {})", quoted(line)),
        };
        ClientError::Gone { name: self.name.clone(), question: self.question.clone(), cause }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended already
        let _ = self.child.wait();
    }
}

/// Reads standard error to its end and keeps the last line that is not blank.
fn keep_last_line(errors: impl Read, last: &Mutex<String>) {
    for bytes in BufReader::new(errors).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&bytes);
        if !line.trim().is_empty() {
            line.trim().clone_into(&mut last.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Parses a line of an engine's `go perft` output (move, optional colon, leaf count); `None` for
/// other lines.
pub fn read_divided(line: &str) -> Option<(String, u64)> {
    let mut words = line.split([' ', '\t', ':']).filter(|word| !word.is_empty());
    let (mv, leaves) = (words.next()?, words.next()?);
    let bytes = mv.as_bytes();
    let is_square =
        |at: usize| (b'a'..=b'h').contains(&bytes[at]) && (b'1'..=b'8').contains(&bytes[at + 1]);
    let is_move = matches!(bytes.len(), 4 | 5) && is_square(0) && is_square(2);
    (is_move && words.next().is_none()).then_some((mv.to_owned(), leaves.parse().ok()?))
}

/// Whether a line of an engine's `go perft` output is the total of the leaf counts so far.
pub fn is_sum(line: &str, sum: u64) -> bool {
    let lower = line.to_ascii_lowercase();
    let is_about_leaves =
        ["nodes", "total", "leaves", "perft"].iter().any(|word| lower.contains(word));
    let is_chatter = lower.starts_with("info ") && !lower.starts_with("info string");
    let mut numbers =
        lower.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    is_about_leaves && !is_chatter && numbers.any(|digits| digits.parse() == Ok(sum))
}
