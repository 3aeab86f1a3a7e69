//! One engine at the other end of three pipes: every line it says is stamped as it comes, what it
//! writes to standard error is kept, and what it takes of the machine can be looked at.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::tally::{Fault, Kind};
use crate::watchdog::Watchdog;

/// Longer than any answer but that of a search may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// How long a process may take to end after `quit`.
const FAREWELL: Duration = Duration::from_secs(5);
/// Lines of the conversation that a fault is reported with.
const REMEMBERED: usize = 30;

/// A line, and when it came.
#[derive(Clone, Debug)]
pub struct Said {
    /// Without its end.
    pub text: String,
    /// When it came.
    pub at: Instant,
    /// What had been taken of the machine by then.
    pub spent: Spent,
}

/// What has been taken of the machine so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// How long the machine has kept the watchdog waiting, in all.
    pub held_up: Duration,
    /// Time of processors that the player has had, all threads together; `None` where the system
    /// does not report it.
    pub processors: Option<Duration>,
}

impl Spent {
    fn now(watchdog: &Watchdog, player: u32) -> Spent {
        Spent { held_up: watchdog.held_up(), processors: processor_time(player) }
    }
}

/// Time of processors that a process has had.
#[cfg(target_os = "linux")]
fn processor_time(process: u32) -> Option<Duration> {
    let clock = nix::time::clock_getcpuclockid(nix::unistd::Pid::from_raw(process as i32)).ok()?;
    clock.now().ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
fn processor_time(_process: u32) -> Option<Duration> {
    None
}

/// What a process takes of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Memory of its own, resident, in kilobytes; pages of files are not its own.
    pub kilobytes: u64,
    /// Open files, pipes and the like.
    pub handles: usize,
    /// Threads.
    pub threads: usize,
    /// Mappings of memory.
    pub mappings: usize,
}

/// A running engine. It is ended with its owner.
pub struct Player {
    program: PathBuf,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Said>,
    complaints: Arc<Mutex<String>>,
    watchdog: Arc<Watchdog>,
    conversation: VecDeque<String>,
}

impl Player {
    /// Starts a program and greets it.
    pub fn start(program: &Path, watchdog: &Arc<Watchdog>) -> Result<Player, Fault> {
        let mut child = Command::new(program)
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
                let spent = Spent::now(&watchdog_of_lines, number);
                if sender.send(Said { text, at: Instant::now(), spent }).is_err() {
                    break;
                }
            }
        });
        let complaints = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&complaints);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = errors.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]);
                kept.lock().unwrap_or_else(PoisonError::into_inner).push_str(&text);
            }
        });
        let input = child.stdin.take();
        let (program, watchdog, conversation) =
            (program.to_owned(), Arc::clone(watchdog), VecDeque::new());
        let mut player =
            Player { program, child, input, lines, complaints, watchdog, conversation };
        player.ask("uci", "uciok")?;
        Ok(player)
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.remember(format!("> {line}"));
        let input = self.input.as_mut().expect("open until it quits");
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return Err(self.gone());
        }
        Ok(())
    }

    /// The next line.
    pub fn hear(&mut self, deadline: Instant) -> Result<Said, Fault> {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(said) => {
                self.remember(format!("< {}", said.text));
                Ok(said)
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
            Err(RecvTimeoutError::Timeout) => Err(self.fault(Kind::Silent, "does not answer")),
        }
    }

    /// Sends a line and waits for the one that is its answer; those before it come back.
    pub fn ask(&mut self, line: &str, answer: &str) -> Result<Vec<Said>, Fault> {
        self.send(line)?;
        let (mut before, deadline) = (Vec::new(), Instant::now() + PATIENCE);
        loop {
            let said = self.hear(deadline)?;
            if said.text.split(' ').next() == Some(answer) {
                return Ok(before);
            }
            before.push(said);
        }
    }

    /// A fault of this player, with the end of its conversation.
    pub fn fault(&self, kind: Kind, what: &str) -> Fault {
        let conversation: Vec<&str> = self.conversation.iter().map(String::as_str).collect();
        Fault::new(
            kind,
            format!("{} {what}\n    {}", self.program.display(), conversation.join("\n    ")),
        )
    }

    fn gone(&mut self) -> Fault {
        thread::sleep(Duration::from_millis(100)); // for its last words, and its status
        let status = self
            .child
            .try_wait()
            .ok()
            .flatten()
            .map_or("still there".to_owned(), |status| status.to_string());
        self.fault(Kind::Crash, &format!("has gone away: {status}; {}", self.complaints()))
    }

    fn remember(&mut self, line: String) {
        if self.conversation.len() == REMEMBERED {
            self.conversation.pop_front();
        }
        self.conversation.push_back(line);
    }

    /// Standard error since the last call.
    pub fn complaints(&self) -> String {
        std::mem::take(&mut self.complaints.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What it and the machine have spent so far.
    pub fn spent(&self) -> Spent {
        Spent::now(&self.watchdog, self.child.id())
    }

    /// Current resource usage; zeros where the system does not report it.
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

    /// Says `quit` in the middle of a search: it must end, in good order and without a word to
    /// standard error.
    pub fn quit_in_a_search(mut self) -> Result<(), Fault> {
        self.send("position startpos")?;
        self.send("go infinite")?;
        thread::sleep(Duration::from_millis(50));
        self.send("quit")?;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return self.judge_end(status),
                _ => thread::sleep(Duration::from_millis(5)),
            }
        }
        Err(self.fault(Kind::Silent, "does not end after quit"))
    }

    fn judge_end(&self, status: ExitStatus) -> Result<(), Fault> {
        thread::sleep(Duration::from_millis(20)); // for what it said last
        let complaints = self.complaints();
        match (status.success(), complaints.is_empty()) {
            (true, true) => Ok(()),
            (false, _) => {
                Err(self.fault(Kind::Crash, &format!("ended with {status}: {complaints}")))
            }
            (true, false) => Err(self.fault(Kind::StandardError, &complaints)),
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended already
        let _ = self.child.wait();
    }
}
