//! Progress of a run: a progress bar, interruption, and the journal that `--resume` reads.

use crate::samples::{Pair, Sample};
use secateur::cli::ticker::Ticker;
use secateur::files::journal::{Journal, JournalError, ResumeMode};
use secateur::files::stdout::eprint;
use secateur::search::table::OutOfMemory;
use secateur::search::{self, Listener, Signals};
use secateur::stop::Stop;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The settings of a run by name, which `--resume` compares.
pub type Identity = BTreeMap<String, String>;

/// The identity of a run with these settings.
pub fn identity_of<const N: usize>(settings: [(&str, String); N]) -> Identity {
    settings.map(|(setting, value)| (setting.to_owned(), value)).into()
}

/// The names of the settings that differ; `None` if all agree.
fn difference(found: &Identity, own: &Identity) -> Option<String> {
    let differing: Vec<&str> = own
        .iter()
        .filter(|(setting, value)| found.get(*setting) != Some(*value))
        .map(|(setting, _)| setting.as_str())
        .collect();
    (!differing.is_empty()).then(|| differing.join(", "))
}

/// One entry of the journal.
#[derive(Serialize, Deserialize)]
enum JournalEntry {
    /// A finished search.
    Search(Sample),
    /// A finished pair of games.
    Games(Pair),
}

/// Progress of a laboratory run: bar, journal and stop signal, shared by its threads.
pub struct RunProgress {
    display: Mutex<Display>,
    stop: Arc<Stop>,
    searches: HashMap<(String, u32, usize), Sample>,
    games: HashMap<(String, usize), Pair>,
    /// The journal; `None` after a write error.
    journal: Option<Mutex<Option<Journal>>>,
    workers: Mutex<Workers>,
}

/// The steps of the current piece of work.
#[derive(Default)]
struct Display {
    /// The display on standard error; `None` for a silent run.
    ticker: Option<Ticker>,
    done: u64,
    steps: u64,
    /// What the steps are, as a plural.
    unit: &'static str,
}

impl Display {
    /// Shows the number of steps, and a result unless it is empty.
    fn show(&mut self, result: &str) {
        let Display { ticker, done, steps, unit } = self;
        let Some(ticker) = ticker else { return };
        let separator = if result.is_empty() { "" } else { "; " };
        ticker.show(*done, *steps, || format!("{done} of {steps} {unit}{separator}{result}"));
    }

    /// Begins a new estimate of the time left.
    fn restart_clock(&mut self) {
        self.ticker.iter_mut().for_each(Ticker::restart_clock);
    }
}

/// The workers of the current piece of work.
#[derive(Debug, Default)]
struct Workers {
    /// Workers that have an engine.
    able: usize,
    /// Why the other workers have none.
    refusal: Option<OutOfMemory>,
}

impl RunProgress {
    /// A progress that shows nothing and keeps nothing.
    pub fn silent() -> RunProgress {
        RunProgress {
            display: Mutex::default(),
            stop: Arc::default(),
            searches: HashMap::new(),
            games: HashMap::new(),
            journal: None,
            workers: Mutex::default(),
        }
    }

    /// A progress that shows and keeps nothing and ends at this stop signal.
    #[cfg(test)]
    pub fn stopped_by(stop: Arc<Stop>) -> RunProgress {
        RunProgress { stop, ..RunProgress::silent() }
    }

    /// A progress that shows a bar on standard error and keeps nothing.
    pub fn shown() -> RunProgress {
        let display = Display { ticker: Some(Ticker::new()), ..Display::default() };
        RunProgress { display: Mutex::new(display), ..RunProgress::silent() }
    }

    /// A progress with a bar on standard error that ends at this stop signal and keeps nothing.
    pub fn shown_until(stop: Arc<Stop>) -> RunProgress {
        RunProgress { stop, ..RunProgress::shown() }
    }

    /// A progress with a bar on standard error and a journal of finished work.
    /// Entries of the journal that belong to this run are reused. The second result is the number
    /// of damaged lines, which are skipped.
    pub fn with_journal(
        path: &Path,
        run: &Identity,
        mode: ResumeMode,
        stop: Arc<Stop>,
    ) -> Result<(RunProgress, usize), JournalError> {
        let differs = |found: &Identity| difference(found, run);
        let (journal, resumed) = Journal::open(path, run, mode, differs)?;
        let journal = Some(Mutex::new(Some(journal)));
        let mut progress = RunProgress { stop, journal, ..RunProgress::shown() };
        for piece in resumed.entries {
            match piece {
                JournalEntry::Search(sample) => {
                    drop(progress.searches.insert(sample.at.clone(), sample));
                }
                JournalEntry::Games(pair) => drop(progress.games.insert(pair.at.clone(), pair)),
            }
        }
        Ok((progress, resumed.damaged))
    }

    /// The engine of a worker, or `None` if it does not fit into memory.
    /// The other workers then take over its work.
    pub fn unless_out_of_memory<E>(&self, engine: Result<E, OutOfMemory>) -> Option<E> {
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

    /// The memory error, if no worker could start.
    pub fn refusal(&self) -> Option<OutOfMemory> {
        let workers = self.workers();
        workers.refusal.clone().filter(|_| workers.able == 0)
    }

    /// The memory error of a worker, even if others could start.
    pub fn shortage(&self) -> Option<OutOfMemory> {
        self.workers().refusal.clone()
    }

    fn display(&self) -> MutexGuard<'_, Display> {
        self.display.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn workers(&self) -> MutexGuard<'_, Workers> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the work was completed: no stop was requested and a worker could start.
    pub fn is_done(&self) -> bool {
        !self.is_stopped() && self.refusal().is_none()
    }

    /// Starts the progress bar with this number of steps; `unit` is their name in the plural.
    pub fn begin(&self, steps: u64, unit: &'static str) {
        *self.workers() = Workers::default();
        let mut display = self.display();
        (display.done, display.steps, display.unit) = (0, steps, unit);
        display.restart_clock();
        display.show("");
    }

    /// Counts a step and shows the current result.
    pub fn step_to(&self, standing: &str) {
        let mut display = self.display();
        display.done += 1;
        display.show(standing);
    }

    /// Counts a step without a result.
    pub fn step(&self) {
        self.step_to("");
    }

    /// Number of steps counted, and of all steps.
    #[cfg(test)]
    pub fn position(&self) -> (u64, u64) {
        let display = self.display();
        (display.done, display.steps)
    }

    /// Prints a line above the progress bar.
    pub fn say(&self, text: &str) {
        let print = || eprint(format_args!("{text}\n"));
        match &mut self.display().ticker {
            Some(ticker) => ticker.suspend(print),
            None => print(),
        }
    }

    /// Removes the progress bar.
    pub fn finish(&self) {
        if let Some(ticker) = &self.display().ticker {
            ticker.finish();
        }
    }

    /// Whether a stop is requested: no new work starts.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }

    /// The stop signal of the run.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether the stop is urgent: work in progress is dropped.
    pub fn is_urgent(&self) -> bool {
        self.stop.is_urgent()
    }

    /// The result of this search from the journal of an interrupted run; `None` if it is not there.
    pub fn known_search(&self, at: &(String, u32, usize)) -> Option<Sample> {
        self.without_time(self.searches.get(at))
    }

    /// The result of this game pair from the journal of an interrupted run, with its moves if they
    /// are needed; `None` if it is not there.
    pub fn known_games(&self, at: &(String, usize), with_moves: bool) -> Option<Pair> {
        self.without_time(self.games.get(at).filter(|pair| !with_moves || !pair.games.is_empty()))
    }

    /// A result that took no time. The estimate of the time left begins after it.
    fn without_time<T: Clone>(&self, known: Option<&T>) -> Option<T> {
        known.inspect(|_| self.display().restart_clock()).cloned()
    }

    /// Writes a search to the journal.
    pub fn journal_search(&self, sample: &Sample) {
        self.write(&JournalEntry::Search(sample.clone()));
    }

    /// Writes a pair of games to the journal.
    pub fn journal_games(&self, pair: &Pair) {
        self.write(&JournalEntry::Games(pair.clone()));
    }

    /// Writes an entry to the journal.
    /// After a write error the run continues without a journal and prints a warning.
    fn write(&self, piece: &JournalEntry) {
        let Some(journal) = &self.journal else { return };
        let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = journal.as_mut()
            && let Err(error) = open.add(piece)
        {
            *journal = None;
            self.say(&format!(
                "{error}: the run continues without a journal, and --resume repeats what follows"
            ));
        }
    }
}

/// A search listener that ends the search at an urgent stop.
/// It checks once a second and ignores the lines.
pub struct EndAtUrgentStop<'a> {
    /// The progress of the run.
    pub progress: &'a RunProgress,
    /// The signals of the search.
    pub signals: &'a Signals,
}

impl Listener for EndAtUrgentStop<'_> {
    fn shows_mate_pvs(&self) -> bool {
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
    fn a_run_is_done_if_one_worker_can_start() {
        let progress = RunProgress::silent();
        let refused = || Err::<(), _>(OutOfMemory::Thread);
        progress.begin(3, "games");
        assert!(
            progress.unless_out_of_memory(refused()).is_none()
                && progress.refusal() == Some(OutOfMemory::Thread)
        );
        assert!(!progress.is_done());
        assert!(
            progress.unless_out_of_memory(Ok(7)) == Some(7)
                && progress.refusal().is_none()
                && progress.is_done()
        );
        progress.begin(3, "games");
        assert!(
            progress.unless_out_of_memory(refused()).is_none() && !progress.is_done(),
            "workers of earlier work do not count"
        );
    }

    #[test]
    fn journal_entries_are_reused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let open = |suite: &str, mode| {
            let run = identity_of([("--quick", "false".to_owned()), ("--suite", suite.to_owned())]);
            RunProgress::with_journal(&path, &run, mode, Arc::default())
        };
        let (progress, _) = open("this", ResumeMode::Refuse).expect("a new journal");
        let pair = Pair {
            at: ("a – b".to_owned(), 7),
            points: [2, 1],
            seconds: [0.5, 0.25],
            time_forfeits: [0, 1],
            ..Pair::default()
        };
        progress.journal_games(&pair);
        (0..2).for_each(|position| progress.journal_search(&sample(position)));
        drop(progress);
        assert!(
            matches!(
                open("another", ResumeMode::Resume),
                Err(JournalError::OtherRun(_, settings)) if settings == "--suite"
            ),
            "the journal of another run is rejected and kept"
        );
        for _ in 0..2 {
            let (resumed, damaged) = open("this", ResumeMode::Resume).expect("the same run");
            assert_eq!((resumed.known_search(&sample(1).at), damaged), (Some(sample(1)), 0));
            assert_eq!(resumed.known_search(&sample(2).at), None);
            assert_eq!(resumed.known_games(&pair.at, false), Some(pair.clone()));
        }
    }
}
