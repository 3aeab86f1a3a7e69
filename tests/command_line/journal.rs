//! Unit tests of `secateur::files::journal`.

use secateur::files::hash::fnv1a;
use secateur::files::journal::*;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn differs(expected: &str) -> impl FnOnce(&String) -> Option<String> {
    move |found| (found != expected).then(|| format!("{found} and {expected}"))
}

fn open(
    path: &Path,
    run: &str,
    earlier: ResumeMode,
) -> Result<(Journal, Resumed<(u32, String)>), JournalError> {
    Journal::open(path, &run.to_owned(), earlier, differs(run))
}

/// Writes a journal of three entries. Returns its path and the entries.
fn write_journal(folder: &TempDir) -> (PathBuf, Vec<(u32, String)>) {
    let path = folder.path().join("journal");
    let (mut journal, resumed) = open(&path, "this", ResumeMode::Refuse).expect("begun");
    assert!(resumed.entries.is_empty());
    let entries: Vec<(u32, String)> = (0..3).map(|number| (number, "text ".repeat(3))).collect();
    entries.iter().for_each(|entry| journal.add(entry).expect("written"));
    (path, entries)
}

#[test]
fn a_journal_is_locked_by_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let (mut first, _) = open(&path, "this", ResumeMode::Refuse).expect("begun");
    first.add(&(1, "one".to_owned())).expect("written");
    for earlier in [ResumeMode::Refuse, ResumeMode::Resume, ResumeMode::Discard] {
        assert!(matches!(open(&path, "this", earlier), Err(JournalError::Locked(_))));
    }
    drop(first);
    assert_eq!(
        open(&path, "this", ResumeMode::Resume).expect("the lock is released").1.entries.len(),
        1
    );
}

#[test]
fn a_journal_deleted_during_the_wait_for_its_lock_is_created_again() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, entries) = write_journal(&folder);
        let (held, _) = open(&path, "this", ResumeMode::Resume).expect("the same run");
        let same = path.clone();
        let waiting = std::thread::spawn(move || open(&same, "this", ResumeMode::Refuse));
        std::thread::sleep(std::time::Duration::from_millis(50));
        held.remove().expect("removed");
        match waiting.join().expect("no panic") {
            Err(JournalError::Locked(_)) => {} // a busy machine: this thread slept too long
            Err(error) => panic!("{error}"),
            Ok((mut journal, resumed)) => {
                journal.add(&entries[0]).expect("written");
                return assert!(resumed.entries.is_empty() && path.exists());
            }
        }
    }
    panic!("the journal was locked in every try");
}

#[test]
fn a_resumed_journal_loses_a_torn_last_line_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, entries) = write_journal(&folder);
    let whole = std::fs::read(&path).expect("written");
    for cut in [1, 10, 30] {
        std::fs::write(&path, &whole[..whole.len() - cut]).expect("torn");
        let (mut journal, resumed) = open(&path, "this", ResumeMode::Resume).expect("the same run");
        assert_eq!((&resumed.entries[..], resumed.damaged), (&entries[..2], 0), "{cut}");
        journal.add(&entries[2]).expect("written");
        assert_eq!(std::fs::read(&path).expect("written"), whole, "{cut}");
    }
    open(&path, "this", ResumeMode::Resume).expect("the same run").0.remove().expect("removed");
    assert!(!path.exists());
}

#[test]
fn every_flipped_bit_is_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, entries) = write_journal(&folder);
    let whole = std::fs::read(&path).expect("written");
    let head = whole.iter().position(|&byte| byte == b'\n').expect("a first line");
    for bit in 0..whole.len() * 8 {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &damaged).expect("damaged");
        match open(&path, "this", ResumeMode::Resume) {
            Ok((_, resumed)) => {
                assert!(resumed.entries.len() < 3, "bit {bit}");
                assert!(resumed.entries.iter().all(|entry| entries.contains(entry)), "bit {bit}");
            }
            Err(error) => {
                let is_foreign = matches!(error, JournalError::WrongFileType(_));
                assert!(is_foreign && bit / 8 <= head, "bit {bit}: {error}");
            }
        }
    }
}

#[test]
fn an_existing_journal_is_kept_without_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, entries) = write_journal(&folder);
    let whole = std::fs::read(&path).expect("written");
    let refused =
        open(&path, "this", ResumeMode::Refuse).expect_err("the journal exists").to_string();
    assert!(refused.contains("--resume continues it, --restart discards it"), "{refused}");
    let refused = open(&path, "that", ResumeMode::Resume).expect_err("another run").to_string();
    assert!(refused.contains("(this and that)"), "{refused}");
    assert_eq!(std::fs::read(&path).expect("the file exists"), whole);
    assert_eq!(open(&path, "this", ResumeMode::Resume).expect("the same run").1.entries, entries);
    assert!(open(&path, "that", ResumeMode::Discard).expect("begun").1.entries.is_empty());
    let older = "\"this\"";
    let older = format!("{:016x} {older}\n", fnv1a(older.as_bytes()));
    std::fs::write(&path, &older).expect("written");
    let refused = open(&path, "this", ResumeMode::Resume).expect_err("an older format").to_string();
    assert!(refused.ends_with("cannot be resumed; --restart discards it"), "{refused}");
    assert_eq!(std::fs::read_to_string(&path).expect("the file exists"), older);
    // A journal without a complete first line has no finished work.
    std::fs::write(&path, "1234").expect("written");
    assert!(open(&path, "this", ResumeMode::Refuse).expect("begun").1.entries.is_empty());
}

#[test]
fn a_journal_without_finished_work_does_not_remain() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let (journal, _) = open(&path, "this", ResumeMode::Refuse).expect("begun");
    let head = std::fs::read(&path).expect("written");
    drop(journal);
    assert!(!path.exists());
    // A killed run leaves its first line, which does not block the next run.
    std::fs::write(&path, &head).expect("written");
    assert!(open(&path, "that", ResumeMode::Refuse).expect("begun").1.entries.is_empty());
}

#[test]
fn a_file_that_is_not_a_journal_is_rejected_and_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    for text in ["something else\n", "something else", "0123456789abcdefg", "0123456789abcdef x"] {
        std::fs::write(&path, text).expect("written");
        for earlier in [ResumeMode::Refuse, ResumeMode::Resume, ResumeMode::Discard] {
            assert!(matches!(open(&path, "this", earlier), Err(JournalError::WrongFileType(_))));
            assert_eq!(
                std::fs::read_to_string(&path).expect("the file exists"),
                text,
                "{earlier:?}"
            );
        }
    }
}
