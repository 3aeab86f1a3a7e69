//! Progress of a run: a bar with the time left, a stop by Ctrl-C, and a file of finished samples from which `--resume` goes on.

use super::trees::Sample;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Shared by the threads of a run.
pub struct Progress {
    bar: ProgressBar,
    stopped: Arc<AtomicBool>,
    known: HashMap<(String, u32, usize), Sample>,
    file: Option<Mutex<File>>,
}

impl Progress {
    /// Shows nothing, keeps nothing.
    pub fn silent() -> Progress {
        Progress { bar: ProgressBar::hidden(), stopped: Arc::default(), known: HashMap::new(), file: None }
    }

    /// Shows a bar on standard error, keeps nothing.
    pub fn shown() -> Progress {
        Progress { bar: ProgressBar::new(0), ..Progress::silent() }
    }

    /// Shows a bar on standard error, ends when the flag is set, and keeps finished samples in a file: those it holds
    /// already are taken over when resuming, a torn last line is not.
    pub fn kept_in(path: &Path, resume: bool, stopped: Arc<AtomicBool>) -> io::Result<Progress> {
        let mut known = HashMap::new();
        if resume && let Ok(text) = std::fs::read_to_string(path) {
            let samples = text.lines().filter_map(|line| serde_json::from_str::<Sample>(line).ok());
            known.extend(samples.map(|sample| (sample.at.clone(), sample)));
        }
        let mut file = OpenOptions::new().create(true).write(true).truncate(true).open(path)?;
        for sample in known.values() {
            writeln!(file, "{}", serde_json::to_string(sample)?)?;
        }
        Ok(Progress { bar: ProgressBar::new(0), stopped, known, file: Some(Mutex::new(file)) })
    }

    /// So many steps lie ahead.
    pub fn begin(&self, steps: u64) {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}, {elapsed} gone, {eta} left");
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.reset();
        self.bar.set_length(steps);
    }

    /// One step is done.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// All steps are done.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Is the run to end early?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The sample taken over from an earlier run.
    pub fn known(&self, at: &(String, u32, usize)) -> Option<Sample> {
        self.known.get(at).cloned()
    }

    /// Keeps a sample for a later run. What cannot be written is lost only to that.
    pub fn keep(&self, sample: &Sample) {
        if let Some(file) = &self.file
            && let Ok(line) = serde_json::to_string(sample)
            && let Ok(mut file) = file.lock()
        {
            let _ = writeln!(file, "{line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_left_out_when_resuming() {
        let path = std::env::temp_dir().join(format!("secateur-progress-{}", std::process::id()));
        let sample = |position| Sample {
            at: ("a".to_owned(), 3, position),
            score: 5,
            solved: None,
            milliseconds: 1.0,
            nodes: [1, 2, 3],
            evaluations: 4,
            cuts: [0; 2],
            counts: vec![],
        };
        let progress = Progress::kept_in(&path, false, Arc::default()).expect("a temporary file");
        (0..3).for_each(|position| progress.keep(&sample(position)));
        drop(progress);
        let text = std::fs::read_to_string(&path).expect("written");
        std::fs::write(&path, &text[..text.len() - 10]).expect("torn");
        let resumed = Progress::kept_in(&path, true, Arc::default()).expect("the same file");
        assert_eq!(resumed.known(&("a".to_owned(), 3, 1)), Some(sample(1)));
        assert_eq!(resumed.known(&("a".to_owned(), 3, 2)), None);
        let _ = std::fs::remove_file(path);
    }
}
