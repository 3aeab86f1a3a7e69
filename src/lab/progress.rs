//! Progress of a run: a bar with the time left, an end when it is asked for, and a file of what is finished, from which
//! `--resume` goes on.

use super::samples::{Pair, Sample};
use crate::learn::stop::Stop;
use crate::search::{self, Listener, Signals};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// One line of the file.
#[derive(Serialize, Deserialize)]
enum Piece {
    /// Which run the file belongs to: the first line.
    Run(String),
    /// A finished search.
    Search(Sample),
    /// A finished pair of games.
    Games(Pair),
}

/// Why a run cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// What it holds would be mixed with what does not belong to it.
    #[error("it was left by a run with another program, plan or suite; without --resume a new one begins")]
    OtherRun,
}

/// Shared by the threads of a run.
pub struct Progress {
    bar: ProgressBar,
    stop: Arc<Stop>,
    searches: HashMap<(String, u32, usize), Sample>,
    games: HashMap<(String, usize), Pair>,
    file: Option<Mutex<File>>,
}

impl Progress {
    /// Shows nothing, keeps nothing.
    pub fn silent() -> Progress {
        Progress {
            bar: ProgressBar::hidden(),
            stop: Arc::default(),
            searches: HashMap::new(),
            games: HashMap::new(),
            file: None,
        }
    }

    /// Shows a bar on standard error, keeps nothing.
    pub fn shown() -> Progress {
        Progress { bar: ProgressBar::new(0), ..Progress::silent() }
    }

    /// Shows a bar on standard error, ends when asked to, keeps nothing.
    pub fn shown_until(stop: Arc<Stop>) -> Progress {
        Progress { bar: ProgressBar::new(0), stop, ..Progress::silent() }
    }

    /// Shows a bar on standard error, ends when asked to, and keeps what is finished in a file. When resuming, what the file
    /// holds of this run is taken over; a torn last line is not.
    pub fn kept_in(path: &Path, run: &str, resume: bool, stop: Arc<Stop>) -> Result<Progress, KeepError> {
        let pieces = if resume { read(path, run)? } else { Vec::new() };
        let file = Some(Mutex::new(File::create(path)?));
        let mut progress = Progress { bar: ProgressBar::new(0), stop, file, ..Progress::silent() };
        progress.write(&Piece::Run(run.to_owned()));
        for piece in pieces {
            progress.write(&piece);
            match piece {
                Piece::Run(_) => {}
                Piece::Search(sample) => drop(progress.searches.insert(sample.at.clone(), sample)),
                Piece::Games(pair) => drop(progress.games.insert(pair.at.clone(), pair)),
            }
        }
        Ok(progress)
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

    /// Is nothing new to be begun?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// Is what is under way to be dropped?
    pub fn is_urgent(&self) -> bool {
        self.stop.is_urgent()
    }

    /// The search taken over from an earlier run.
    pub fn known_search(&self, at: &(String, u32, usize)) -> Option<Sample> {
        self.searches.get(at).cloned()
    }

    /// The pair of games taken over from an earlier run.
    pub fn known_games(&self, at: &(String, usize)) -> Option<Pair> {
        self.games.get(at).cloned()
    }

    /// Keeps a search for a later run.
    pub fn keep_search(&self, sample: &Sample) {
        self.write(&Piece::Search(sample.clone()));
    }

    /// Keeps a pair of games for a later run.
    pub fn keep_games(&self, pair: &Pair) {
        self.write(&Piece::Games(pair.clone()));
    }

    /// What cannot be written is lost only to a later run.
    fn write(&self, piece: &Piece) {
        if let Some(file) = &self.file
            && let Ok(line) = serde_json::to_string(piece)
            && let Ok(mut file) = file.lock()
        {
            let _ = writeln!(file, "{line}");
        }
    }
}

/// The pieces of this run in a file, if there are any.
fn read(path: &Path, run: &str) -> Result<Vec<Piece>, KeepError> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    let mut pieces = text.lines().map(serde_json::from_str::<Piece>);
    match pieces.next() {
        None => Ok(Vec::new()),
        Some(Ok(Piece::Run(found))) if found == run => Ok(pieces.filter_map(Result::ok).collect()),
        Some(_) => Err(KeepError::OtherRun),
    }
}

/// Ends a search under way when that is urgent; asked about once a second.
pub struct Hurry<'a> {
    /// The run.
    pub progress: &'a Progress,
    /// Those of the search.
    pub signals: &'a Signals,
}

impl Listener for Hurry<'_> {
    fn heartbeat(&mut self, _progress: &search::Progress) {
        if self.progress.is_urgent() {
            self.signals.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(position: usize) -> Sample {
        Sample {
            at: ("a".to_owned(), 3, position),
            score: 5,
            solved: None,
            milliseconds: 1.0,
            nodes: [1, 2, 3],
            evaluations: 4,
            cuts: [0; 2],
            counts: vec![],
        }
    }

    #[test]
    fn a_torn_line_is_left_out_when_resuming() {
        let path = std::env::temp_dir().join(format!("secateur-progress-{}", std::process::id()));
        let progress = Progress::kept_in(&path, "this", false, Arc::default()).expect("a temporary file");
        let pair = Pair { at: ("a – b".to_owned(), 7), points: [2, 1], seconds: [0.5, 0.25] };
        progress.keep_games(&pair);
        (0..3).for_each(|position| progress.keep_search(&sample(position)));
        drop(progress);
        let text = std::fs::read_to_string(&path).expect("written");
        std::fs::write(&path, &text[..text.len() - 10]).expect("torn");
        let resumed = |run| Progress::kept_in(&path, run, true, Arc::default());
        assert!(matches!(resumed("another"), Err(KeepError::OtherRun)), "and the file stays");
        for resumed in [resumed("this"), resumed("this")] {
            let resumed = resumed.expect("the same file");
            assert_eq!(resumed.known_search(&sample(1).at), Some(sample(1)));
            assert_eq!(resumed.known_search(&sample(2).at), None);
            assert_eq!(resumed.known_games(&pair.at), Some(pair.clone()));
        }
        let _ = std::fs::remove_file(path);
    }
}
