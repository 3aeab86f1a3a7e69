//! Progress of a run: a bar with the time left, an end when it is asked for, and a file of what is
//! finished, from which `--resume` goes on.

use crate::experiments::samples::{Pair, Sample};
use indicatif::{ProgressBar, ProgressStyle};
use secateur::files::journal::{Earlier, Journal, JournalError};
use secateur::search::table::OutOfMemory;
use secateur::search::{self, Listener, Signals};
use secateur::stop::Stop;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two lines where no bar can be shown.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// What the journal of a run holds beside its name.
#[derive(Serialize, Deserialize)]
enum Piece {
    /// A finished search.
    Search(Sample),
    /// A finished pair of games.
    Games(Pair),
}

/// Shared by the threads of a run.
pub struct Progress {
    bar: ProgressBar,
    /// When a line was told last, where there is no bar but somebody to tell.
    told: Mutex<Option<Instant>>,
    stop: Arc<Stop>,
    searches: HashMap<(String, u32, usize), Sample>,
    games: HashMap<(String, usize), Pair>,
    /// Until it cannot be written any more.
    journal: Option<Mutex<Option<Journal>>>,
    workers: Mutex<Workers>,
}

/// Those of the work under way.
#[derive(Debug, Default)]
struct Workers {
    /// How many have what they work with.
    able: usize,
    /// Why others have not.
    refusal: Option<OutOfMemory>,
}

impl Progress {
    /// Shows nothing, keeps nothing.
    pub fn silent() -> Progress {
        Progress {
            bar: ProgressBar::hidden(),
            told: Mutex::default(),
            stop: Arc::default(),
            searches: HashMap::new(),
            games: HashMap::new(),
            journal: None,
            workers: Mutex::default(),
        }
    }

    /// Shows a bar on standard error, keeps nothing.
    pub fn shown() -> Progress {
        let told = (!stderr().is_terminal()).then(Instant::now);
        Progress { bar: ProgressBar::new(0), told: Mutex::new(told), ..Progress::silent() }
    }

    /// Shows a bar on standard error, ends when asked to, keeps nothing.
    pub fn shown_until(stop: Arc<Stop>) -> Progress {
        Progress { stop, ..Progress::shown() }
    }

    /// Shows a bar on standard error, ends when asked to, and keeps what is finished in a journal.
    /// What that holds already of this run is taken over; how many of its lines are damaged and
    /// left out comes with it.
    pub fn kept_in(
        path: &Path,
        run: &str,
        earlier: Earlier,
        stop: Arc<Stop>,
    ) -> Result<(Progress, usize), JournalError> {
        let differs =
            |found: &String| (found != run).then(|| "another program, plan or suite".to_owned());
        let (journal, resumed) = Journal::open(path, &run.to_owned(), earlier, differs)?;
        let journal = Some(Mutex::new(Some(journal)));
        let mut progress = Progress { stop, journal, ..Progress::shown() };
        for piece in resumed.entries {
            match piece {
                Piece::Search(sample) => drop(progress.searches.insert(sample.at.clone(), sample)),
                Piece::Games(pair) => drop(progress.games.insert(pair.at.clone(), pair)),
            }
        }
        Ok((progress, resumed.damaged))
    }

    /// What a thread works with. Without it, its work is left to the others.
    pub fn had<E>(&self, engine: Result<E, OutOfMemory>) -> Option<E> {
        let mut workers = self.workers();
        match engine {
            Ok(engine) => {
                workers.able += 1;
                Some(engine)
            }
            Err(error) => {
                workers.refusal = Some(error);
                None
            }
        }
    }

    /// Why nobody has worked, if there was nobody who could.
    pub fn refusal(&self) -> Option<OutOfMemory> {
        let workers = self.workers();
        workers.refusal.clone().filter(|_| workers.able == 0)
    }

    fn workers(&self) -> MutexGuard<'_, Workers> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the work begun last been done, and not been given up?
    pub fn is_done(&self) -> bool {
        !self.is_stopped() && self.refusal().is_none()
    }

    /// So many steps lie ahead.
    pub fn begin(&self, steps: u64) {
        *self.workers() = Workers::default();
        let style =
            ProgressStyle::with_template("{bar:30} {pos}/{len}, {elapsed} gone, {eta} left{msg}");
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.reset();
        self.bar.set_length(steps);
    }

    /// One step is done, and so it stands: told in the bar, or now and then in a line where
    /// standard error is no terminal.
    pub fn step_to(&self, standing: &str) {
        self.bar.set_message(format!("; {standing}"));
        self.count(&format!("; {standing}"));
    }

    /// One step is done, and told with this behind it.
    fn count(&self, standing: &str) {
        self.bar.inc(1);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_some_and(|told| told.elapsed() >= LINE_EVERY) {
            *told = Some(Instant::now());
            let (done, steps) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let _ = writeln!(stderr(), "{done} of {steps}{standing}"); // if nobody can be told, the run goes on
        }
    }

    /// One step is done.
    pub fn step(&self) {
        self.count("");
    }

    /// Says something beside the bar.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    /// All steps are done.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Is nothing new to be begun?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// What tells others of both.
    pub fn stop(&self) -> &Stop {
        &self.stop
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

    /// What cannot be written is lost only to a later run; the journal is given up with a word.
    fn write(&self, piece: &Piece) {
        let Some(journal) = &self.journal else { return };
        let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = journal.as_mut()
            && let Err(error) = open.add(piece)
        {
            *journal = None;
            self.say(&format!("{error}: the run goes on, but --resume will not know what follows"));
        }
    }
}

/// Ends a search under way when that is urgent; asked about once a second. Nobody looks at the
/// lines.
pub struct Hurry<'a> {
    /// The run.
    pub progress: &'a Progress,
    /// Those of the search.
    pub signals: &'a Signals,
}

impl Listener for Hurry<'_> {
    fn wants_lines(&self) -> bool {
        false
    }

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
    fn a_run_is_done_if_anybody_can_work() {
        let progress = Progress::silent();
        let refused = || Err::<(), _>(OutOfMemory::Thread);
        progress.begin(3);
        assert!(
            progress.had(refused()).is_none() && progress.refusal() == Some(OutOfMemory::Thread)
        );
        assert!(!progress.is_done());
        assert!(
            progress.had(Ok(7)) == Some(7) && progress.refusal().is_none() && progress.is_done()
        );
        progress.begin(3);
        assert!(
            progress.had(refused()).is_none() && !progress.is_done(),
            "of the work before nothing is known"
        );
    }

    #[test]
    fn what_is_kept_is_taken_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let open = |run, earlier| Progress::kept_in(&path, run, earlier, Arc::default());
        let (progress, _) = open("this", Earlier::Kept).expect("begun");
        let pair = Pair {
            at: ("a – b".to_owned(), 7),
            points: [2, 1],
            seconds: [0.5, 0.25],
            overstepped: [0, 1],
        };
        progress.keep_games(&pair);
        (0..2).for_each(|position| progress.keep_search(&sample(position)));
        drop(progress);
        assert!(
            matches!(open("another", Earlier::Resumed), Err(JournalError::OtherRun(..))),
            "and the file stays"
        );
        for _ in 0..2 {
            let (resumed, damaged) = open("this", Earlier::Resumed).expect("the same file");
            assert_eq!((resumed.known_search(&sample(1).at), damaged), (Some(sample(1)), 0));
            assert_eq!(resumed.known_search(&sample(2).at), None);
            assert_eq!(resumed.known_games(&pair.at), Some(pair.clone()));
        }
    }
}
