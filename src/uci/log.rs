//! Debug log: every input and output line, with its direction and the Unix time in seconds. Each
//! line is written immediately.
//!
//! ```text
//! 1795305599.123 > isready
//! 1795305599.124 < readyok
//! ```
//! An existing file is appended to. The process has one log, as it has one standard output.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

static LOG: Mutex<Option<Log>> = Mutex::new(None);

struct Log {
    path: String,
    file: File,
}

/// Direction of a line in the UCI log, input or output.
#[derive(Clone, Copy, Debug)]
pub enum Direction {
    /// Line from the client.
    In,
    /// Line to the client.
    Out,
}

fn log() -> MutexGuard<'static, Option<Log>> {
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
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(Log {
                path: path.to_owned(),
                file: file.map_err(|error| format!("{path}: {error}"))?,
            })
        }
    };
    *log() = opened;
    Ok(())
}

/// Writes a line to the UCI log file; after a write error, closes it and returns a message.
#[must_use]
pub fn note(direction: Direction, line: &str) -> Option<String> {
    let mut log = log();
    let open = log.as_mut()?;
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let arrow = match direction {
        Direction::In => '>',
        Direction::Out => '<',
    };
    let error = open.file.write_all(format!("{time:.3} {arrow} {line}\n").as_bytes()).err()?;
    let complaint = format!("option Debug Log File: {}: {error}; logging stops", open.path);
    *log = None;
    Some(complaint)
}
