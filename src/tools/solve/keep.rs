//! A file of what is solved so far, a line each, written at once: from it a run goes on after Ctrl-C, a kill, or a power cut.

use super::record::{Setup, Solution};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The open file.
#[derive(Debug)]
pub struct Keep {
    file: File,
}

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// Its results would be mixed with what they do not belong to.
    #[error("it was left by a run with other settings ({0}); without --resume a new one begins")]
    OtherRun(String),
    /// It is something else.
    #[error("it is no file of an unfinished run")]
    Foreign,
}

impl Keep {
    /// Begins a file; what is in it is lost.
    pub fn begin(path: &Path, setup: &Setup) -> io::Result<Keep> {
        let mut keep = Keep { file: File::create(path)? };
        keep.write(setup)?;
        Ok(keep)
    }

    /// Goes on with the file of an unfinished run with the same setup and returns what is in it. A torn last line is cut off. A
    /// file that is not there, or torn in its first line, is begun.
    pub fn resume(path: &Path, setup: &Setup) -> Result<(Keep, Vec<Solution>), KeepError> {
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes?,
        };
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let Some(first) = lines.next() else {
            return Ok((Keep::begin(path, setup)?, Vec::new()));
        };
        let found: Setup = serde_json::from_slice(first).map_err(|_| KeepError::Foreign)?;
        if let Some(difference) = found.difference(setup, &[]) {
            return Err(KeepError::OtherRun(difference));
        }
        let mut sound = first.len();
        let mut solutions = Vec::new();
        for line in lines {
            let Ok(solution) = serde_json::from_slice(line) else { break };
            solutions.push(solution);
            sound += line.len();
        }
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(sound as u64)?;
        Ok((Keep { file }, solutions))
    }

    /// Keeps a solution.
    pub fn add(&mut self, solution: &Solution) -> io::Result<()> {
        self.write(solution)
    }

    /// One write a line, so that at most the last can be torn.
    fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{setup, solution};
    use super::*;

    #[test]
    fn what_was_kept_is_found_again_but_for_a_torn_tail() {
        let path = std::env::temp_dir().join(format!("secateur-keep-{}", std::process::id()));
        let mut keep = Keep::begin(&path, &setup()).expect("a temporary file");
        (1..=3).for_each(|number| keep.add(&solution(number, true)).expect("written"));
        drop(keep);
        let whole = std::fs::read(&path).expect("written");
        for cut in [1, 10, 200] {
            std::fs::write(&path, &whole[..whole.len() - cut]).expect("torn");
            let (mut keep, found) = Keep::resume(&path, &setup()).expect("the same run");
            assert_eq!(found, [solution(1, true), solution(2, true)], "{cut}");
            keep.add(&solution(3, true)).expect("written");
            assert_eq!(std::fs::read(&path).expect("written"), whole, "{cut}");
        }
        std::fs::write(&path, &whole[..20]).expect("torn");
        assert_eq!(Keep::resume(&path, &setup()).expect("begun anew").1, []);
        std::fs::write(&path, "1kr5/8 w\n").expect("another file");
        assert!(matches!(Keep::resume(&path, &setup()), Err(KeepError::Foreign)));
        let _ = std::fs::remove_file(path);
    }

    #[test]
    fn another_run_is_named_by_what_differs() {
        let path = std::env::temp_dir().join(format!("secateur-other-{}", std::process::id()));
        Keep::begin(&path, &setup()).expect("a temporary file");
        let other = Setup { threads: 2, commit: "another".to_owned(), ..setup() };
        let error = Keep::resume(&path, &other).expect_err("another run").to_string();
        assert!(error.contains("(threads: 1 and 2)"), "{error}");
        assert!(Keep::resume(&path, &Setup { jobs: 7, ..setup() }).is_ok());
        let _ = std::fs::remove_file(path);
    }
}
