//! Replays every input of the laboratory's fuzz corpora through its fuzz target.

use crate::targets::TARGETS;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Maximum time of an input, with assertions and on a machine under load.
const TIMEOUT: Duration = Duration::from_secs(5);

#[test]
fn every_corpus_is_replayed() {
    for (name, run) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
        let entries = fs::read_dir(&folder).expect("a corpus");
        let mut files: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        assert!(files.len() >= 8, "{name}: only {} inputs", files.len());
        for file in files {
            println!("{}", file.display()); // shown if the target panics
            let input = fs::read(&file).expect("a file");
            let start = Instant::now();
            run(&input);
            assert!(start.elapsed() < TIMEOUT, "{}: {:?}", file.display(), start.elapsed());
        }
    }
}
