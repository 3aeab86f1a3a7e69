//! Debug log: every input and output line, with its direction and the Unix time in seconds. Each
//! line is written immediately.
//!
//! ```text
//! 1795305599.123 > isready
//! 1795305599.124 < readyok
//! ```
//! An existing log is appended to. The process has one log, as it has one standard output. The
//! reader may be ahead of the option that changes the log: it holds the lines after the option
//! until the option is executed.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

static LOG: Mutex<Log> = Mutex::new(Log { open: None, held: VecDeque::new() });

struct Log {
    open: Option<LogFile>,
    /// Input lines after each pending change of the log.
    held: VecDeque<Vec<String>>,
}

struct LogFile {
    path: String,
    file: File,
}

impl Log {
    /// Writes lines; after an error, closes the file and returns a message.
    fn write(&mut self, lines: &str) -> Option<String> {
        let open = self.open.as_mut()?;
        let error = open.file.write_all(lines.as_bytes()).err()?;
        let complaint = format!("option Debug Log File: {}: {error}; logging stops", open.path);
        self.open = None;
        Some(complaint)
    }
}

/// Direction of a line in the UCI log, input or output.
#[derive(Clone, Copy, Debug)]
pub enum Direction {
    /// Line from the client.
    In,
    /// Line to the client.
    Out,
}

fn log() -> MutexGuard<'static, Log> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens the UCI log file, or closes the current one if the path is empty. After an error the old
/// log remains open.
pub fn open(path: &str) -> Result<(), String> {
    let opened = match path {
        "" => None,
        _ => {
            // A pipe without a reader would block the engine.
            if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
                return Err(format!("{path}: not a regular file"));
            }
            if !is_empty_or_log(path).map_err(|error| format!("{path}: {error}"))? {
                return Err(format!("{path}: exists and is not a UCI log"));
            }
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(LogFile {
                path: path.to_owned(),
                file: file.map_err(|error| format!("{path}: {error}"))?,
            })
        }
    };
    log().open = opened;
    Ok(())
}

/// Whether a file can be appended to: it is missing, empty, or begins with a line of a log.
fn is_empty_or_log(path: &str) -> std::io::Result<bool> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut bytes));
    let beginning = String::from_utf8_lossy(&bytes);
    let mut words = beginning.split(' ');
    let is_time = words.next().is_some_and(|time| time.parse::<f64>().is_ok());
    match read {
        Ok(0) => Ok(true),
        Ok(_) => Ok(is_time && matches!(words.next(), Some("<" | ">"))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// Writes a line to the UCI log file, or holds an input line if a change of the log is pending.
/// After a write error, closes the file and returns a message.
#[must_use]
pub fn note(direction: Direction, line: &str) -> Option<String> {
    let mut log = log();
    if log.open.is_none() && log.held.is_empty() {
        return None;
    }
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let arrow = match direction {
        Direction::In => '>',
        Direction::Out => '<',
    };
    let line = format!("{time:.3} {arrow} {line}\n");
    match (direction, log.held.back_mut()) {
        (Direction::In, Some(held)) => {
            held.push(line);
            None
        }
        _ => log.write(&line),
    }
}

/// Holds the following input lines until [`release_input`], because a change of the log is pending.
pub fn hold_input() {
    log().held.push_back(Vec::new());
}

/// Writes the input lines held since the oldest pending change of the log, which has been executed.
/// After a write error, closes the file and returns a message.
#[must_use]
pub fn release_input() -> Option<String> {
    let mut log = log();
    let held = log.held.pop_front()?;
    log.write(&held.concat())
}
