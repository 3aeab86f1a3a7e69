//! Talking to the real binary over pipes, line by line, with a limit on every wait.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The binary under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_secateur");
/// Longer than any answer may take on a busy machine; passing it is a failure, not a measurement.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// One running engine.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Everything it has said, for the message of a failure.
    heard: Vec<String>,
}

#[allow(dead_code)] // each test binary uses a part of it
impl Session {
    pub fn start() -> Session {
        let mut child = Command::new(BINARY)
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
        Session { child, input, lines, heard: Vec::new() }
    }

    pub fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the engine lives");
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine lives");
    }

    /// The next line that begins like this; the lines before it are kept in `heard`.
    pub fn expect(&mut self, beginning: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        while let Ok(line) =
            self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            self.heard.push(line.clone());
            if line.starts_with(beginning) {
                return line;
            }
        }
        panic!("no line began with '{beginning}'; heard:\n{}", self.heard.join("\n"));
    }

    /// Nothing that begins like this may come for a while.
    pub fn expect_no(&mut self, beginning: &str, wait: Duration) {
        let deadline = Instant::now() + wait;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    assert!(!line.starts_with(beginning), "'{line}' came too early");
                    self.heard.push(line);
                }
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the engine is gone; heard:\n{}", self.heard.join("\n"))
                }
            }
        }
    }

    /// Everything said so far.
    pub fn heard(&self) -> &[String] {
        &self.heard
    }

    /// Sends a position and a search and returns the answer.
    pub fn best_move(&mut self, position: &str, go: &str) -> String {
        self.send(position);
        self.send(go);
        self.expect("bestmove")
    }

    /// Is it still there and in its right mind?
    pub fn assert_sane(&mut self) {
        self.send("isready");
        self.expect("readyok");
        let answer = self.best_move("position startpos", "go depth 3");
        assert!(answer.starts_with("bestmove ") && !answer.contains("none"), "{answer}");
    }

    /// Megabytes of memory that it uses.
    #[cfg(target_os = "linux")]
    pub fn resident_megabytes(&self) -> usize {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
        let kilobytes = line.split_whitespace().nth(1).expect("a number");
        kilobytes.parse::<usize>().expect("a number") >> 10
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Everything that it has said when it has ended.
    pub fn heard_to_the_end(&mut self) -> &[String] {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => self.heard.push(line),
                Err(RecvTimeoutError::Disconnected) => return &self.heard,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("it does not end; heard:\n{}", self.heard.join("\n"))
                }
            }
        }
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("it does not end; heard:\n{}", self.heard.join("\n"));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
