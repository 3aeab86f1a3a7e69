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

/// Format of the journals. It changes with the lines or with the identity of the runs.
const FORMAT: u32 = 2;
/// Number of attempts to lock a journal, and the pause between them: a run that has just ended, or
/// a child process that is just starting, may still hold the lock.
const LOCK_TRIES: u32 = 50;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// What to do with the journal of an interrupted run: keep, resume or discard it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// Refuse to start if a journal exists.
    Kept,
    /// Resume the run (`--resume`).
    Resumed,
    /// Discard the journal (`--restart`).
    GivenUp,
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
    Foreign(PathBuf),
    /// The journal has the format of another release.
    #[error("{0} is the journal of another release and cannot be resumed; --restart discards it")]
    OtherFormat(PathBuf),
    /// The journal belongs to a run with other settings.
    #[error("{0} is the journal of a run with other settings ({1}); --restart discards it")]
    OtherRun(PathBuf, String),
}

/// Journal of a long run: an open, locked file with one line for each finished piece of work.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
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
    /// Creates the journal of a run, or opens the existing one to resume the run. `differs`
    /// compares the head of an existing journal with this run and describes a difference; such a
    /// journal is refused and stays unchanged.
    pub fn open<H: Serialize + DeserializeOwned, E: DeserializeOwned>(
        path: &Path,
        head: &H,
        earlier: Earlier,
        differs: impl FnOnce(&H) -> Option<String>,
    ) -> Result<(Journal, Resumed<E>), JournalError> {
        let failed = |error| JournalError::File(path.to_owned(), error);
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        lock(&file).map_err(|Taken| JournalError::Locked(path.to_owned()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut lines =
            bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let first = lines.next().filter(|_| earlier != Earlier::GivenUp);
        let Some(first) = first else {
            file.set_len(0).map_err(failed)?;
            let mut journal = Journal { path: path.to_owned(), file };
            journal.add(&Head { format: FORMAT, run: head })?;
            return Ok((journal, Resumed { entries: Vec::new(), damaged: 0 }));
        };
        if earlier == Earlier::Kept {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let json: Value = read(first).ok_or_else(|| JournalError::Foreign(path.to_owned()))?;
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
        Ok((Journal { path: path.to_owned(), file }, Resumed { entries, damaged }))
    }

    /// Appends a finished piece of work in one write, so that at most the last line can be
    /// incomplete.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<(), JournalError> {
        let write = |file: &mut File| -> io::Result<()> {
            let text = serde_json::to_string(entry)?;
            file.write_all(format!("{:016x} {text}\n", fnv1a(text.as_bytes())).as_bytes())
        };
        write(&mut self.file).map_err(|error| JournalError::File(self.path.clone(), error))
    }

    /// Deletes the journal once the result of the run is written.
    pub fn remove(self) -> Result<(), JournalError> {
        std::fs::remove_file(&self.path).map_err(|error| JournalError::File(self.path, error))
    }
}

/// First line of a journal.
#[derive(Serialize, Deserialize)]
struct Head<H> {
    format: u32,
    run: H,
}

/// Another process holds the lock.
struct Taken;

/// Locks the file. File systems without locks are accepted.
fn lock(file: &File) -> Result<(), Taken> {
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(Taken)
}

/// Content of a line with the right hash.
fn read<T: DeserializeOwned>(line: &[u8]) -> Option<T> {
    let text = std::str::from_utf8(line).ok()?;
    let (sum, json) = text.trim_end_matches('\n').split_once(' ')?;
    // As text: a flipped bit may turn a small digit into a capital, which is the same number.
    let is_sound = sum == format!("{:016x}", fnv1a(json.as_bytes()));
    if is_sound { serde_json::from_str(json).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn differs(expected: &str) -> impl FnOnce(&String) -> Option<String> {
        move |found| (found != expected).then(|| format!("{found} and {expected}"))
    }

    fn open(
        path: &Path,
        run: &str,
        earlier: Earlier,
    ) -> Result<(Journal, Resumed<(u32, String)>), JournalError> {
        Journal::open(path, &run.to_owned(), earlier, differs(run))
    }

    /// A journal of three entries.
    fn written(folder: &TempDir) -> (PathBuf, Vec<(u32, String)>) {
        let path = folder.path().join("journal");
        let (mut journal, resumed) = open(&path, "this", Earlier::Kept).expect("begun");
        assert!(resumed.entries.is_empty());
        let entries: Vec<(u32, String)> =
            (0..3).map(|number| (number, "text ".repeat(3))).collect();
        entries.iter().for_each(|entry| journal.add(entry).expect("written"));
        (path, entries)
    }

    #[test]
    fn a_journal_is_locked_by_one_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let (mut first, _) = open(&path, "this", Earlier::Kept).expect("begun");
        first.add(&(1, "one".to_owned())).expect("written");
        for earlier in [Earlier::Kept, Earlier::Resumed, Earlier::GivenUp] {
            assert!(matches!(open(&path, "this", earlier), Err(JournalError::Locked(_))));
        }
        drop(first);
        assert_eq!(open(&path, "this", Earlier::Resumed).expect("left alone").1.entries.len(), 1);
    }

    #[test]
    fn a_resumed_journal_loses_a_torn_last_line_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, entries) = written(&folder);
        let whole = std::fs::read(&path).expect("written");
        for cut in [1, 10, 30] {
            std::fs::write(&path, &whole[..whole.len() - cut]).expect("torn");
            let (mut journal, resumed) =
                open(&path, "this", Earlier::Resumed).expect("the same run");
            assert_eq!((&resumed.entries[..], resumed.damaged), (&entries[..2], 0), "{cut}");
            journal.add(&entries[2]).expect("written");
            assert_eq!(std::fs::read(&path).expect("written"), whole, "{cut}");
        }
        open(&path, "this", Earlier::Resumed).expect("the same run").0.remove().expect("removed");
        assert!(!path.exists());
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, entries) = written(&folder);
        let whole = std::fs::read(&path).expect("written");
        for bit in 0..whole.len() * 8 {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &damaged).expect("damaged");
            match open(&path, "this", Earlier::Resumed) {
                Ok((_, resumed)) => {
                    assert!(resumed.entries.len() < 3, "bit {bit}");
                    assert!(
                        resumed.entries.iter().all(|entry| entries.contains(entry)),
                        "bit {bit}"
                    );
                }
                Err(error) => {
                    assert!(matches!(error, JournalError::Foreign(_)), "bit {bit}: {error}");
                }
            }
        }
    }

    #[test]
    fn an_existing_journal_is_kept_without_restart() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, entries) = written(&folder);
        let whole = std::fs::read(&path).expect("written");
        let refused = open(&path, "this", Earlier::Kept).expect_err("it is there").to_string();
        assert!(refused.contains("--resume continues it, --restart discards it"), "{refused}");
        let refused = open(&path, "that", Earlier::Resumed).expect_err("another").to_string();
        assert!(refused.contains("(this and that)"), "{refused}");
        assert_eq!(std::fs::read(&path).expect("there"), whole);
        assert_eq!(open(&path, "this", Earlier::Resumed).expect("the same").1.entries, entries);
        assert!(open(&path, "that", Earlier::GivenUp).expect("begun").1.entries.is_empty());
        let older = "\"this\"";
        let older = format!("{:016x} {older}\n", fnv1a(older.as_bytes()));
        std::fs::write(&path, &older).expect("written");
        let refused = open(&path, "this", Earlier::Resumed).expect_err("older").to_string();
        assert!(refused.ends_with("cannot be resumed; --restart discards it"), "{refused}");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), older);
        std::fs::write(&path, "something else\n").expect("written");
        assert!(matches!(open(&path, "this", Earlier::Resumed), Err(JournalError::Foreign(_))));
        // A journal without a complete first line has no finished work.
        std::fs::write(&path, "1234").expect("written");
        assert!(open(&path, "this", Earlier::Kept).expect("begun").1.entries.is_empty());
    }
}
