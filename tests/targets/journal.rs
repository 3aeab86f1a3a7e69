//! Fuzz target: journals of interrupted runs. Damaged lines are left out, the others are read in
//! the same order each time, and entries can be added.

use secateur::files::journal::{Journal, JournalError, ResumeMode, Resumed};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// One file per process: only one test of a program uses it.
static PATH: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("secateur-journal-{}", std::process::id())));

/// The input is the journal. Mutations do not find a checksum, so a line that begins with `~` gets
/// the correct one.
pub fn run(input: &[u8]) {
    let lines =
        input.split_inclusive(|byte| *byte == b'\n').map(|line| match line.strip_prefix(b"~") {
            Some(text) => {
                [checksum(text.strip_suffix(b"\n").unwrap_or(text)).as_bytes(), b" ", text].concat()
            }
            None => line.to_vec(),
        });
    std::fs::write(&*PATH, lines.collect::<Vec<_>>().concat()).expect("a temporary file");
    check();
    std::fs::remove_file(&*PATH).expect("a temporary file");
}

/// FNV-1a, as the journal writes it.
fn checksum(text: &[u8]) -> String {
    format!("{:016x}", secateur::files::hash::fnv1a(text))
}

fn open(earlier: ResumeMode) -> Result<(Journal, Resumed<Value>), JournalError> {
    Journal::open(&PATH, &json!("head"), earlier, |_: &Value| None)
}

fn check() {
    let before = std::fs::read(&*PATH).expect("a temporary file");
    let lines = before.iter().filter(|byte| **byte == b'\n').count();
    if lines > 0 {
        match open(ResumeMode::Refuse) {
            // A head without entries has no finished work and is replaced.
            Ok((journal, found)) if lines == 1 => {
                drop(journal); // removes the file
                assert!(found.entries.is_empty(), "{found:?}");
                std::fs::write(&*PATH, &before).expect("a temporary file");
            }
            kept => assert!(kept.is_err(), "{kept:?}"),
        }
        assert_eq!(
            std::fs::read(&*PATH).expect("a temporary file"),
            before,
            "the file must be unchanged"
        );
    }
    let Ok((mut journal, found)) = open(ResumeMode::Resume) else {
        return assert_eq!(
            std::fs::read(&*PATH).expect("a temporary file"),
            before,
            "the file must be unchanged"
        );
    };
    let entry = json!({"number": 1, "text": "a\nb"});
    journal.add(&entry).expect("the entry is written");
    drop(journal);
    let (_, again) = open(ResumeMode::Resume).expect("the journal can be resumed again");
    assert_eq!(again.damaged, found.damaged);
    assert_eq!(again.entries.split_last(), Some((&entry, &found.entries[..])));
}
