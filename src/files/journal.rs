//! Journals of long runs. Each finished piece of work is written immediately as a line, and a run
//! resumes from these lines after Ctrl-C or a kill. A power cut may lose the last lines. A lock
//! keeps a journal to one run at a time.
//!
//! ```text
//! 6e9a1b0c44d2f733 {"format":2,"run":…}   head: format of the journal, settings of the run
//! 03c51e8a90b7d246 {"number":1,…}         finished work
//! ```
//! Each line begins with the FNV-1a hash of what follows. A torn last line is cut off. A damaged
//! line is left out, and its work is repeated. A journal of another format is refused.

use super::hash::fnv1a;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Format of the journals. It changes with the lines; a first line of another type counts as
/// another format.
const FORMAT: u32 = 2;
/// Number of attempts to lock a journal, and the pause between them: a run that has just ended, or
/// a child process that is just starting, may still hold the lock.
const LOCK_TRIES: u32 = 50;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// What to do with the journal of an interrupted run (refuse to start, resume or discard it).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResumeMode {
    /// Refuse to start if a journal with finished work exists.
    Refuse,
    /// Resume the run (`--resume`).
    Resume,
    /// Discard the journal (`--restart`).
    Discard,
}

/// Reason why a journal cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// An I/O error.
    #[error("cannot read or write the journal {0}: {1}")]
    File(PathBuf, io::Error),
    /// A journal exists, and neither `--resume` nor `--restart` is given.
    #[error(
        "{0} is the journal of an interrupted run: --resume continues it, --restart discards it"
    )]
    Exists(PathBuf),
    /// Another process holds the lock.
    #[error("{0} is the journal of a run in progress")]
    Locked(PathBuf),
    /// The file is not a journal.
    #[error("{0} is not a journal of an interrupted run")]
    WrongFileType(PathBuf),
    /// The journal has the format of another release.
    #[error("{0} is the journal of another release and cannot be resumed; --restart discards it")]
    OtherFormat(PathBuf),
    /// The journal belongs to a run with other settings.
    #[error("{0} is the journal of a run with other settings ({1}); --restart discards it")]
    OtherRun(PathBuf, String),
}

/// Journal of a long run, an open and locked file with one line per finished piece of work. It is
/// removed on drop if it has no finished work.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Number of lines after the head.
    entries: usize,
}

/// Finished work read from the journal of an interrupted run.
#[derive(Debug)]
pub struct Resumed<E> {
    /// Finished work in the order of the lines.
    pub entries: Vec<E>,
    /// Number of damaged lines that are left out.
    pub damaged: usize,
}

impl Journal {
    /// Creates the journal file of a run, or opens an existing one to resume that run. `differs`
    /// compares the head of an existing journal with this run and describes a difference; such a
    /// journal is refused and stays unchanged.
    pub fn open<H: Serialize + DeserializeOwned, E: DeserializeOwned>(
        path: &Path,
        head: &H,
        mode: ResumeMode,
        differs: impl FnOnce(&H) -> Option<String>,
    ) -> Result<(Journal, Resumed<E>), JournalError> {
        let failed = |error| JournalError::File(path.to_owned(), error);
        let mut file = open_locked(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        if !may_be_journal(&bytes) {
            return Err(JournalError::WrongFileType(path.to_owned()));
        }
        let mut lines =
            bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let first = lines.next();
        // A killed run without finished work leaves a head alone.
        let is_bare = first.is_some_and(|line| read::<Value>(line).is_some())
            && lines.clone().next().is_none();
        let is_dropped = mode == ResumeMode::Discard || mode == ResumeMode::Refuse && is_bare;
        let Some(first) = first.filter(|_| !is_dropped) else {
            file.set_len(0).map_err(failed)?;
            let mut journal = Journal { path: path.to_owned(), file, entries: 0 };
            journal.write(&Head { format: FORMAT, run: head })?;
            return Ok((journal, Resumed { entries: Vec::new(), damaged: 0 }));
        };
        if mode == ResumeMode::Refuse {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let json: Value =
            read(first).ok_or_else(|| JournalError::WrongFileType(path.to_owned()))?;
        let head = Head::deserialize(json).ok().filter(|head| head.format == FORMAT);
        let found: Head<H> = head.ok_or_else(|| JournalError::OtherFormat(path.to_owned()))?;
        if let Some(difference) = differs(&found.run) {
            return Err(JournalError::OtherRun(path.to_owned(), difference));
        }
        let (mut whole, mut entries, mut damaged) = (first.len(), Vec::new(), 0);
        for line in lines {
            whole += line.len();
            match read(line) {
                Some(entry) => entries.push(entry),
                None => damaged += 1,
            }
        }
        file.set_len(whole as u64).map_err(failed)?;
        let known = entries.len();
        let journal = Journal { path: path.to_owned(), file, entries: known };
        Ok((journal, Resumed { entries, damaged }))
    }

    /// Appends a finished piece of work to the journal as one line, in a single write.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<(), JournalError> {
        self.entries += 1;
        self.write(entry)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let write = |file: &mut File| -> io::Result<()> {
            let text = serde_json::to_string(line)?;
            file.write_all(format!("{:016x} {text}\n", fnv1a(text.as_bytes())).as_bytes())
        };
        write(&mut self.file).map_err(|error| JournalError::File(self.path.clone(), error))
    }

    /// Deletes the journal file, once the result of the run is written.
    pub fn remove(self) -> Result<(), JournalError> {
        std::fs::remove_file(&self.path)
            .map_err(|error| JournalError::File(self.path.clone(), error))
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.entries == 0 {
            let _ = std::fs::remove_file(&self.path); // it may be removed already
        }
    }
}

/// First line of a journal.
#[derive(Serialize, Deserialize)]
struct Head<H> {
    format: u32,
    run: H,
}

/// Whether a file begins with a hash and a space. An unfinished first line, from a run that was
/// killed while it wrote, must also begin like the head.
fn may_be_journal(bytes: &[u8]) -> bool {
    const HEAD: &[u8] = b" {\"format\":";
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    let rest = bytes.get(16..).unwrap_or_default();
    let length = rest.len().min(HEAD.len());
    let is_whole = bytes.contains(&b'\n') && rest.first() == Some(&b' ');
    bytes.iter().take(16).all(is_digit) && (is_whole || rest[..length] == HEAD[..length])
}

/// Opens and locks the file at `path`. A run that ends may delete the file while this one waits for
/// the lock; it is opened again then.
fn open_locked(path: &Path) -> Result<File, JournalError> {
    let failed = |error| JournalError::File(path.to_owned(), error);
    for _ in 0..LOCK_TRIES {
        let file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        lock(&file).map_err(|AlreadyLocked| JournalError::Locked(path.to_owned()))?;
        if is_at(&file, path) {
            return Ok(file);
        }
    }
    Err(JournalError::Locked(path.to_owned()))
}

/// Whether the path names the open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |data: std::fs::Metadata| (data.dev(), data.ino());
    let (open, named) = (file.metadata().map(identity), std::fs::metadata(path).map(identity));
    matches!((open, named), (Ok(open), Ok(named)) if open == named)
}

/// Not checked: the standard library has no stable identity of files here.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Another process holds the lock.
struct AlreadyLocked;

/// Locks the file. File systems without locks are accepted.
fn lock(file: &File) -> Result<(), AlreadyLocked> {
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(AlreadyLocked)
}

/// Content of a line with the right hash.
fn read<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
    let text = std::str::from_utf8(line).ok()?;
    let (sum, json) = text.trim_end_matches('\n').split_once(' ')?;
    // As text: a flipped bit may turn a small digit into a capital, which is the same number.
    let is_sound = sum == format!("{:016x}", fnv1a(json.as_bytes()));
    if is_sound { serde_json::from_str(json).ok() } else { None }
}
