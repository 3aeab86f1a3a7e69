//! Progress of a long run: a bar if standard error is a terminal that can redraw a line, otherwise
//! a line at intervals.

use crate::screen::is_stderr_redrawable;
use console::{Term, truncate_str};
use std::io::{Write, stderr};
use std::time::{Duration, Instant};

/// Time between two lines if there is no bar.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// Least time between two drawings of the bar.
const DRAW_EVERY: Duration = Duration::from_millis(50);
/// Width of the bar in columns.
const BAR: usize = 12;

/// Progress display of a long run on standard error, a bar or (without a terminal) lines.
pub struct Ticker {
    /// The terminal of the bar; `None` if standard error cannot redraw a line.
    term: Option<Term>,
    begun: Instant,
    /// Units that were already done when the run began.
    first: Option<u64>,
    /// Time of the last report; `None` if the next one is due.
    last_report: Option<Instant>,
}

impl Default for Ticker {
    fn default() -> Ticker {
        Ticker::new()
    }
}

impl Ticker {
    /// Creates a progress display and starts its clock.
    pub fn new() -> Ticker {
        let term = is_stderr_redrawable().then(Term::stderr);
        let begun = Instant::now();
        Ticker { last_report: term.is_none().then_some(begun), term, begun, first: None }
    }

    /// Displays that `done` of `goal` units of work are done, with a message.
    pub fn show(&mut self, done: u64, goal: u64, message: impl FnOnce() -> String) {
        let first = *self.first.get_or_insert(done);
        let interval = if self.term.is_some() { DRAW_EVERY } else { LINE_EVERY };
        if self.last_report.is_some_and(|last| last.elapsed() < interval) {
            return;
        }
        self.last_report = Some(Instant::now());
        let ahead = goal.saturating_sub(done);
        let text = format!("{}, {}", message(), left(done - first, ahead, self.begun.elapsed()));
        // A failed write does not stop the run.
        let _ = match &self.term {
            Some(term) => draw(term, done, goal, &text),
            None => writeln!(stderr(), "{text}"),
        };
    }

    /// Begins a new estimate of the time left; the interval of the reports goes on.
    pub fn restart_clock(&mut self) {
        (self.begun, self.first) = (Instant::now(), None);
    }

    /// Hides the progress bar while `print` writes other lines.
    pub fn suspend(&mut self, print: impl FnOnce()) {
        self.finish();
        print();
        self.last_report = self.last_report.filter(|_| self.term.is_none());
    }

    /// Removes the progress bar at the end of a run.
    pub fn finish(&self) {
        if let Some(term) = &self.term {
            let _ = term.clear_line();
        }
    }
}

/// Draws the bar and the text on the current line, cut at the edge of the terminal.
fn draw(term: &Term, done: u64, goal: u64, text: &str) -> std::io::Result<()> {
    let full = (BAR as u64 * done.min(goal)).checked_div(goal).unwrap_or_default() as usize;
    let line = format!("{}{} {text}", "█".repeat(full), "░".repeat(BAR - full));
    let width = usize::from(term.size().1).saturating_sub(1);
    term.clear_line()?;
    term.write_str(&truncate_str(&line, width, "…"))
}

/// The estimated time left, at the average speed so far.
fn left(done: u64, ahead: u64, elapsed: Duration) -> String {
    if done == 0 {
        return "time left unknown".to_owned();
    }
    let seconds = (elapsed.as_secs_f64() * ahead as f64 / done as f64) as u64;
    match seconds {
        0..60 => format!("{seconds} s left"),
        60..3600 => format!("{} min left", seconds.div_ceil(60)),
        _ => format!("{} h {:02} min left", seconds / 3600, seconds % 3600 / 60),
    }
}
