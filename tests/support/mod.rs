//! Communication with the real binary over pipes, line by line, with a timeout for every wait.

pub mod program;

use program::program;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The binary under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_secateur");
/// Timeout of every answer, for a machine under load. It does not measure speed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// All lines received so far.
    received: Vec<String>,
}

#[allow(dead_code)] // each test binary uses a part of it
impl Session {
    pub fn start() -> Session {
        let mut child = program(BINARY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let output = child.stdout.take().expect("piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Session { child, input, lines, received: Vec::new() }
    }

    pub fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the engine is running");
    }

    /// Sends bytes without a line end.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine is running");
    }

    /// Waits for the next line that begins with `beginning`, and keeps the lines before it.
    pub fn expect(&mut self, beginning: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        while let Ok(line) =
            self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            self.received.push(line.clone());
            if line.starts_with(beginning) {
                return line;
            }
        }
        panic!("no line began with '{beginning}'; received:\n{}", self.received.join("\n"));
    }

    /// Checks that no line begins with `beginning` during the time `wait`.
    pub fn expect_no(&mut self, beginning: &str, wait: Duration) {
        let deadline = Instant::now() + wait;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    assert!(!line.starts_with(beginning), "'{line}' came too early");
                    self.received.push(line);
                }
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the engine has ended; received:\n{}", self.received.join("\n"))
                }
            }
        }
    }

    /// All lines received so far.
    pub fn output(&self) -> &[String] {
        &self.received
    }

    /// Sends a position and a `go` command, and returns the `bestmove` line.
    pub fn best_move(&mut self, position: &str, go: &str) -> String {
        self.send(position);
        self.send(go);
        self.expect("bestmove")
    }

    /// Checks that the engine is responsive and finds a move.
    pub fn assert_responsive(&mut self) {
        self.send("isready");
        self.expect("readyok");
        let answer = self.best_move("position startpos", "go depth 3");
        assert!(answer.starts_with("bestmove ") && !answer.contains("none"), "{answer}");
    }

    /// Resident memory of the engine in megabytes.
    #[cfg(target_os = "linux")]
    pub fn resident_megabytes(&self) -> usize {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("the engine is running");
        let line =
            status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line with VmRSS");
        let kilobytes = line.split_whitespace().nth(1).expect("a number");
        kilobytes.parse::<usize>().expect("a number") >> 10
    }

    /// Closes standard input of the engine.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until standard output is closed, and returns all lines.
    pub fn output_to_the_end(&mut self) -> &[String] {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => self.received.push(line),
                Err(RecvTimeoutError::Disconnected) => return &self.received,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("the engine does not end; received:\n{}", self.received.join("\n"))
                }
            }
        }
    }

    /// Waits until the engine ends.
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the engine does not end; received:\n{}", self.received.join("\n"));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
