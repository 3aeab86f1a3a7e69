//! The debug log: every line in and out, with its direction and the Unix time in seconds, written
//! at once.
//!
//! ```text
//! 1795305599.123 > isready
//! 1795305599.124 < readyok
//! ```
//! A file that is there already is written on. Like standard output, of which it is a shadow, the
//! log is one for the process.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

static LOG: Mutex<Option<Log>> = Mutex::new(None);

struct Log {
    path: String,
    file: File,
}

/// Where a line goes.
#[derive(Clone, Copy, Debug)]
pub enum Direction {
    /// From the client.
    In,
    /// To the client.
    Out,
}

fn log() -> MutexGuard<'static, Option<Log>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes lines to this file from now on; to none if the path is empty. If the file cannot be
/// written, all stays as it is.
pub fn open(path: &str) -> Result<(), String> {
    let opened = match path {
        "" => None,
        _ => {
            // A pipe that nobody reads would keep us waiting: here, or later with the client's
            // lines in hand.
            if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
                return Err(format!("{path}: it is no plain file"));
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

/// Writes a line. If that fails, the log is given up, and the reason is returned for the client to
/// be told.
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
    let complaint = format!("option Debug Log File: {}: {error}; the log ends", open.path);
    *log = None;
    Some(complaint)
}
