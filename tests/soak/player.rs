//! An engine process connected by three pipes. Every line of its output gets a timestamp, its
//! standard error is kept, and its resource usage can be read.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::tally::{Fault, Kind};
use crate::watchdog::Watchdog;

/// Timeout of every answer except that of a search, for a machine under load.
pub const TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum time between `quit` and the end of the process.
const QUIT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of lines in the log that a fault is reported with.
const LOG_LINES: usize = 30;

/// A line of standard output.
#[derive(Clone, Debug)]
pub struct OutputLine {
    /// The text without the line end.
    pub text: String,
    /// When the line was received.
    pub at: Instant,
    /// CPU time and machine delay up to then.
    pub spent: TimeSpent,
}

/// CPU time of a player and delay of the machine, both since the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeSpent {
    /// Sum of the delays that the watchdog measured.
    pub machine_delay: Duration,
    /// CPU time of all threads of the player; `None` if the system does not report it.
    pub cpu_time: Option<Duration>,
}

impl TimeSpent {
    fn now(watchdog: &Watchdog, player: u32) -> TimeSpent {
        TimeSpent { machine_delay: watchdog.machine_delay(), cpu_time: cpu_time(player) }
    }
}

/// CPU time of a process.
#[cfg(target_os = "linux")]
fn cpu_time(process: u32) -> Option<Duration> {
    let clock = nix::time::clock_getcpuclockid(nix::unistd::Pid::from_raw(process as i32)).ok()?;
    clock.now().ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
fn cpu_time(_process: u32) -> Option<Duration> {
    None
}

/// Resource usage of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Resident anonymous memory in kilobytes, without file pages.
    pub kilobytes: u64,
    /// Open file descriptors.
    pub handles: usize,
    /// Threads.
    pub threads: usize,
    /// Memory mappings.
    pub mappings: usize,
}

/// A running engine. It is killed when the value is dropped.
pub struct Player {
    program: PathBuf,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<OutputLine>,
    stderr: Arc<Mutex<String>>,
    watchdog: Arc<Watchdog>,
    log: VecDeque<String>,
}

impl Player {
    /// Starts a program and waits for `uciok`.
    pub fn start(program: &Path, watchdog: &Arc<Watchdog>) -> Result<Player, Fault> {
        let mut child = crate::program::program(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| {
                Fault::new(Kind::Crash, format!("cannot start {}: {error}", program.display()))
            })?;
        let (output, mut errors) =
            (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
        let (sender, lines) = channel();
        let (watchdog_of_lines, number) = (Arc::clone(watchdog), child.id());
        thread::spawn(move || {
            for text in BufReader::new(output).lines().map_while(Result::ok) {
                let spent = TimeSpent::now(&watchdog_of_lines, number);
                if sender.send(OutputLine { text, at: Instant::now(), spent }).is_err() {
                    break;
                }
            }
        });
        let stderr = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&stderr);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = errors.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]);
                kept.lock().unwrap_or_else(PoisonError::into_inner).push_str(&text);
            }
        });
        let input = child.stdin.take();
        let (program, watchdog, log) = (program.to_owned(), Arc::clone(watchdog), VecDeque::new());
        let mut player = Player { program, child, input, lines, stderr, watchdog, log };
        player.request("uci", "uciok")?;
        Ok(player)
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.add_to_log(format!("> {line}"));
        let input = self.input.as_mut().expect("standard input is open");
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return Err(self.crash_fault());
        }
        Ok(())
    }

    /// The next line.
    pub fn read_line(&mut self, deadline: Instant) -> Result<OutputLine, Fault> {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.add_to_log(format!("< {}", line.text));
                Ok(line)
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.crash_fault()),
            Err(RecvTimeoutError::Timeout) => Err(self.fault(Kind::Silent, "does not answer")),
        }
    }

    /// Sends a command, waits for the line that begins with the word `answer`, and returns the
    /// lines before it.
    pub fn request(&mut self, command: &str, answer: &str) -> Result<Vec<OutputLine>, Fault> {
        self.send(command)?;
        let (mut before, deadline) = (Vec::new(), Instant::now() + TIMEOUT);
        loop {
            let line = self.read_line(deadline)?;
            if line.text.split(' ').next() == Some(answer) {
                return Ok(before);
            }
            before.push(line);
        }
    }

    /// Creates a fault of this player with the end of its log.
    pub fn fault(&self, kind: Kind, what: &str) -> Fault {
        let log: Vec<&str> = self.log.iter().map(String::as_str).collect();
        Fault::new(kind, format!("{} {what}\n    {}", self.program.display(), log.join("\n    ")))
    }

    fn crash_fault(&mut self) -> Fault {
        // Wait for the rest of standard error and the exit status.
        thread::sleep(Duration::from_millis(100));
        let status = self
            .child
            .try_wait()
            .ok()
            .flatten()
            .map_or("still running".to_owned(), |status| status.to_string());
        self.fault(Kind::Crash, &format!("closed its pipes: {status}; {}", self.stderr()))
    }

    fn add_to_log(&mut self, line: String) {
        if self.log.len() == LOG_LINES {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }

    /// Takes the standard error received since the last call.
    pub fn stderr(&self) -> String {
        std::mem::take(&mut self.stderr.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// CPU time of the player and delay of the machine so far.
    pub fn spent(&self) -> TimeSpent {
        TimeSpent::now(&self.watchdog, self.child.id())
    }

    /// Current resource usage; zeros if the system does not report it.
    pub fn usage(&self) -> Usage {
        let folder = PathBuf::from(format!("/proc/{}", self.child.id()));
        let status = std::fs::read_to_string(folder.join("status")).unwrap_or_default();
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            line.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
        };
        Usage {
            kilobytes: number("RssAnon:"),
            handles: std::fs::read_dir(folder.join("fd")).map_or(0, Iterator::count),
            threads: number("Threads:") as usize,
            mappings: std::fs::read_to_string(folder.join("maps"))
                .map_or(0, |maps| maps.lines().count()),
        }
    }

    /// Sends `quit` during a search. The process must end with success and an empty standard error.
    pub fn quit_during_search(mut self) -> Result<(), Fault> {
        self.send("position startpos")?;
        self.send("go infinite")?;
        thread::sleep(Duration::from_millis(50));
        self.send("quit")?;
        let deadline = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return self.check_exit(status),
                _ => thread::sleep(Duration::from_millis(5)),
            }
        }
        Err(self.fault(Kind::Silent, "does not end after quit"))
    }

    fn check_exit(&self, status: ExitStatus) -> Result<(), Fault> {
        thread::sleep(Duration::from_millis(20)); // wait for the rest of standard error
        let stderr = self.stderr();
        match (status.success(), stderr.is_empty()) {
            (true, true) => Ok(()),
            (false, _) => Err(self.fault(Kind::Crash, &format!("ended with {status}: {stderr}"))),
            (true, false) => Err(self.fault(Kind::StandardError, &stderr)),
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill(); // fails if it has ended
        let _ = self.child.wait();
    }
}
