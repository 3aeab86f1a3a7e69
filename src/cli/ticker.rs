//! Progress of a long run: a bar if standard error is a terminal, otherwise a line at intervals.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// Time between two lines if there is no bar.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Style of a short progress bar with a message, truncated at the edge of the terminal.
pub fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:12} {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Progress display of a long run on standard error: a bar, or lines if there is no terminal.
pub struct Ticker {
    /// `None` if standard error is not a terminal.
    bar: Option<ProgressBar>,
    begun: Instant,
    /// Units that were already done when the run began.
    first: Option<u64>,
    last_report: Instant,
}

impl Default for Ticker {
    fn default() -> Ticker {
        Ticker::new()
    }
}

impl Ticker {
    /// Creates a progress display and starts its clock.
    pub fn new() -> Ticker {
        let bar = stderr().is_terminal().then(|| ProgressBar::new(0).with_style(style()));
        Ticker { bar, begun: Instant::now(), first: None, last_report: Instant::now() }
    }

    /// Reports that `done` of `goal` units are done, with a message.
    pub fn tell(&mut self, done: u64, goal: u64, message: impl FnOnce() -> String) {
        let first = *self.first.get_or_insert(done);
        if self.bar.is_none() && self.last_report.elapsed() < LINE_EVERY {
            return;
        }
        self.last_report = Instant::now();
        let text = format!(
            "{}, {}",
            message(),
            left(done - first, goal.saturating_sub(done), self.begun.elapsed())
        );
        match &self.bar {
            Some(bar) => {
                bar.set_length(goal);
                bar.set_position(done.min(goal));
                bar.set_message(text);
            }
            None => {
                let _ = writeln!(stderr(), "{text}"); // a failed write does not stop the run
            }
        }
    }

    /// Hides the progress bar while `print` writes lines.
    pub fn aside(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the progress bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
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
