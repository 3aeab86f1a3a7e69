//! The other end of the protocol: a program that speaks UCI, started and spoken to over pipes.
//! Every wait has a limit, so a program that keeps silent is told of in one line and never waited
//! for.

use crate::chess::Board;
use crate::chess::difference::Divided;
use crate::chess::fen::CastlingNotation;
use crossbeam::channel::{Receiver, RecvTimeoutError, unbounded};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Between two looks at whether a program has ended.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// What is wrong with a program at the other end.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// It cannot be started.
    #[error("cannot start {name}: {error}")]
    Start {
        /// The program.
        name: String,
        /// Why not.
        error: std::io::Error,
    },
    /// It has ended or closed its pipes.
    #[error("{name} has gone away instead of answering '{question}'")]
    Gone {
        /// The program.
        name: String,
        /// What it was asked.
        question: String,
    },
    /// It has not answered in time.
    #[error("{name} has not answered '{question}' within {seconds} s")]
    Silent {
        /// The program.
        name: String,
        /// What it was asked.
        question: String,
        /// How long was waited.
        seconds: f64,
    },
}

/// A program that speaks UCI. It is ended with its owner.
#[derive(Debug)]
pub struct Client {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The line last sent, for messages.
    question: String,
}

impl Client {
    /// Starts a program with arguments, separated by blanks; a file whose name has blanks is a
    /// program without.
    pub fn start_command(command: &str) -> Result<Client, ClientError> {
        let mut words = command.split_whitespace();
        match words.next().filter(|_| !Path::new(command).exists()) {
            Some(program) => Client::start_with(Path::new(program), &words.collect::<Vec<_>>()),
            None => Client::start(Path::new(command)),
        }
    }

    /// Starts a program without arguments. A bare name is looked for where the shell looks.
    pub fn start(program: &Path) -> Result<Client, ClientError> {
        Client::start_with(program, &[])
    }

    fn start_with(program: &Path, arguments: &[&str]) -> Result<Client, ClientError> {
        let name = program.display().to_string();
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C at a terminal is for us: we end the program when it has answered.
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
        let input = child.stdin.take();
        Ok(Client { name, child, input, lines, question: String::new() })
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        line.clone_into(&mut self.question);
        let sent = self.input.as_mut().is_some_and(|input| {
            input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_ok()
        });
        if sent { Ok(()) } else { Err(self.gone()) }
    }

    /// The next line for which the function has an answer; those before it are dropped.
    pub fn wait<T>(
        &mut self,
        patience: Duration,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ClientError> {
        let deadline = Instant::now() + patience;
        loop {
            match self.lines.recv_deadline(deadline) {
                Ok(line) => {
                    if let Some(found) = answer(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) => return Err(self.silent(patience)),
            }
        }
    }

    /// The next line, if one comes within this time.
    pub fn poll(&mut self, patience: Duration) -> Result<Option<String>, ClientError> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }

    /// The error that it has not answered for so long.
    pub fn silent(&self, patience: Duration) -> ClientError {
        let (name, question) = (self.name.clone(), self.question.clone());
        ClientError::Silent { name, question, seconds: patience.as_secs_f64() }
    }

    /// The next line that begins with this.
    pub fn expect(&mut self, beginning: &str, patience: Duration) -> Result<String, ClientError> {
        self.wait(patience, |line| line.starts_with(beginning).then(|| line.to_owned()))
    }

    /// Sends a line and waits for the answer that begins like this.
    pub fn ask(
        &mut self,
        line: &str,
        beginning: &str,
        patience: Duration,
    ) -> Result<String, ClientError> {
        self.send(line)?;
        self.expect(beginning, patience)
    }

    /// Asks how many leaves each move of a position has below it. Programs differ in how they write
    /// the sum behind the moves; it is known by its number.
    pub fn divide(
        &mut self,
        board: &Board,
        depth: u32,
        notation: CastlingNotation,
        patience: Duration,
    ) -> Result<Divided, ClientError> {
        self.send(&format!("position fen {}", board.fen(notation)))?;
        self.send(&format!("go perft {depth}"))?;
        let mut divided = Divided::new();
        self.wait(patience, |line| {
            if let Some(entry) = read_divided(line) {
                divided.push(entry);
            } else if is_sum(line, divided.iter().map(|(_, leaves)| leaves).sum()) {
                return Some(());
            }
            None
        })?;
        Ok(divided)
    }

    /// Sends `quit` and waits for the end of the program.
    pub fn quit(mut self, patience: Duration) -> Result<ExitStatus, ClientError> {
        self.send("quit")?;
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Ok(status);
            }
            std::thread::sleep(LOOK_EVERY);
        }
        Err(self.silent(patience))
    }

    fn gone(&self) -> ClientError {
        ClientError::Gone { name: self.name.clone(), question: self.question.clone() }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended already
        let _ = self.child.wait();
    }
}

/// `e2e4: 20`, with or without the colon.
fn read_divided(line: &str) -> Option<(String, u64)> {
    let mut words = line.split([' ', '\t', ':']).filter(|word| !word.is_empty());
    let (mv, leaves) = (words.next()?, words.next()?);
    let bytes = mv.as_bytes();
    let is_square =
        |at: usize| (b'a'..=b'h').contains(&bytes[at]) && (b'1'..=b'8').contains(&bytes[at + 1]);
    let is_move = matches!(bytes.len(), 4 | 5) && is_square(0) && is_square(2);
    (is_move && words.next().is_none()).then_some((mv.to_owned(), leaves.parse().ok()?))
}

/// Does the line tell the sum of the leaves counted so far?
fn is_sum(line: &str, sum: u64) -> bool {
    let lower = line.to_ascii_lowercase();
    let is_about_leaves =
        ["nodes", "total", "leaves", "perft"].iter().any(|word| lower.contains(word));
    let is_chatter = lower.starts_with("info ") && !lower.starts_with("info string");
    let mut numbers =
        lower.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    is_about_leaves && !is_chatter && numbers.any(|digits| digits.parse() == Ok(sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_however_they_are_written() {
        for line in ["e2e4: 20", "e2e4 20", "e2e4 : 20"] {
            assert_eq!(read_divided(line), Some(("e2e4".to_owned(), 20)), "{line}");
        }
        assert_eq!(read_divided("e7e8q: 5"), Some(("e7e8q".to_owned(), 5)));
        for line in ["Nodes searched: 400", "info depth 1", "e2e4", "e2e4 20 more", "", "e2e9: 4"] {
            assert_eq!(read_divided(line), None, "{line}");
        }
        for line in ["Nodes searched: 400", "Total: 400", "perft 2 400", "info string 400 nodes"] {
            assert!(is_sum(line, 400), "{line}");
        }
        for line in ["Nodes searched: 401", "info nodes 400 nps 1", "400", ""] {
            assert!(!is_sum(line, 400), "{line}");
        }
    }
}
