//! Progress of a run: a progress bar, interruption, and the journal that `--resume` reads.

use crate::samples::{Pair, Sample};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use secateur::files::journal::{ExistingJournal, Journal, JournalError};
use secateur::files::stdout::complain;
use secateur::search::table::OutOfMemory;
use secateur::search::{self, Listener, Signals};
use secateur::stop::Stop;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Interval between two progress lines where standard error is not a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

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
    bar: ProgressBar,
    /// What the steps are, as a plural.
    unit: Mutex<&'static str>,
    /// Time of the last progress line; `None` where a bar is shown or nothing is.
    last_line: Mutex<Option<Instant>>,
    stop: Arc<Stop>,
    searches: HashMap<(String, u32, usize), Sample>,
    games: HashMap<(String, usize), Pair>,
    /// The journal; `None` after a write error.
    journal: Option<Mutex<Option<Journal>>>,
    workers: Mutex<Workers>,
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
            bar: ProgressBar::hidden(),
            unit: Mutex::new("steps"),
            last_line: Mutex::default(),
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
        let last_line = (!stderr().is_terminal()).then(Instant::now);
        RunProgress {
            bar: ProgressBar::new(0),
            last_line: Mutex::new(last_line),
            ..RunProgress::silent()
        }
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
        earlier: ExistingJournal,
        stop: Arc<Stop>,
    ) -> Result<(RunProgress, usize), JournalError> {
        let differs = |found: &Identity| difference(found, run);
        let (journal, resumed) = Journal::open(path, run, earlier, differs)?;
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
        *self.unit.lock().unwrap_or_else(PoisonError::into_inner) = unit;
        if !self.bar.message().is_empty() {
            self.bar.set_message(""); // the result of earlier work
        }
        let template =
            format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{elapsed}} gone{{left}}{{msg}}");
        let style = ProgressStyle::with_template(&template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        self.bar.set_style(style.with_key("left", write_time_left));
        self.bar.reset_elapsed();
        // Both numbers change before the bar is drawn.
        self.bar.update(|state| {
            state.set_pos(0);
            state.set_len(steps);
        });
    }

    /// Counts a step and shows the current result. The bar shows it, or a line every ten seconds
    /// where standard error is not a terminal.
    pub fn step_to(&self, standing: &str) {
        self.bar.set_message(format!("; {standing}"));
        self.count(&format!("; {standing}"));
    }

    /// Counts a step and shows this text behind the counter.
    fn count(&self, standing: &str) {
        self.bar.inc(1);
        let mut last_line = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        if last_line.is_some_and(|time| time.elapsed() >= LINE_EVERY) {
            *last_line = Some(Instant::now());
            let (done, steps) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let unit = *self.unit.lock().unwrap_or_else(PoisonError::into_inner);
            // A closed stderr does not end the run.
            let _ = writeln!(stderr(), "{done} of {steps} {unit}{standing}");
        }
    }

    /// Counts a step without a result.
    pub fn step(&self) {
        self.count("");
    }

    /// Number of steps counted and, once begun, of all steps.
    #[cfg(test)]
    pub fn position(&self) -> (u64, Option<u64>) {
        (self.bar.position(), self.bar.length())
    }

    /// Prints a line above the progress bar.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| complain(format_args!("{text}\n")));
    }

    /// Removes the progress bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
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
        self.searches.get(at).cloned()
    }

    /// The result of this game pair from the journal of an interrupted run; `None` if it is not
    /// there.
    pub fn known_games(&self, at: &(String, usize)) -> Option<Pair> {
        self.games.get(at).cloned()
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

/// Writes the time left for the progress bar; nothing before the first step, as the speed is
/// unknown.
fn write_time_left(state: &ProgressState, text: &mut dyn fmt::Write) {
    let left = state.eta();
    if !left.is_zero() {
        // An error of a bar on the screen has no effect on the run.
        let _ = write!(text, ", {:#} left", HumanDuration(left));
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
    use indicatif::{ProgressDrawTarget, TermLike};
    use std::io;

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

    /// A terminal that records what is drawn.
    #[derive(Clone, Debug, Default)]
    struct Screen(Arc<Mutex<Vec<String>>>);

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            120
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            if !text.trim().is_empty() {
                self.0.lock().expect("no holder panics").push(text.trim().to_owned());
            }
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_bar_shows_no_unknown_numbers() {
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let progress = RunProgress { bar, ..RunProgress::silent() };
        let drawn = || std::mem::take(&mut *screen.0.lock().expect("no holder panics"));
        assert!(drawn().is_empty(), "the total is unknown");
        for unit in ["games", "searches"] {
            progress.begin(2, unit);
            let lines = drawn();
            let is_first =
                |line: &String| line.contains(&format!(" 0/2 {unit}, ")) && line.ends_with(" gone");
            assert!(lines.last().is_some_and(is_first), "{lines:?}");
            assert!(lines.iter().all(|line| !line.contains("0/0")), "{lines:?}");
            std::thread::sleep(Duration::from_millis(2));
            progress.step_to("even");
            let lines = drawn();
            let has_time_left = |line: &String| line.ends_with(" left; even");
            assert!(lines.last().is_some_and(has_time_left), "{lines:?}");
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
        let open = |suite: &str, earlier| {
            let run = identity_of([("--quick", "false".to_owned()), ("--suite", suite.to_owned())]);
            RunProgress::with_journal(&path, &run, earlier, Arc::default())
        };
        let (progress, _) = open("this", ExistingJournal::Kept).expect("a new journal");
        let pair = Pair {
            at: ("a – b".to_owned(), 7),
            points: [2, 1],
            seconds: [0.5, 0.25],
            overstepped: [0, 1],
            ..Pair::default()
        };
        progress.journal_games(&pair);
        (0..2).for_each(|position| progress.journal_search(&sample(position)));
        drop(progress);
        assert!(
            matches!(
                open("another", ExistingJournal::Resumed),
                Err(JournalError::OtherRun(_, settings)) if settings == "--suite"
            ),
            "the journal of another run is rejected and kept"
        );
        for _ in 0..2 {
            let (resumed, damaged) = open("this", ExistingJournal::Resumed).expect("the same run");
            assert_eq!((resumed.known_search(&sample(1).at), damaged), (Some(sample(1)), 0));
            assert_eq!(resumed.known_search(&sample(2).at), None);
            assert_eq!(resumed.known_games(&pair.at), Some(pair.clone()));
        }
    }
}
