//! Telling how far a long run is: a bar where standard error is a terminal, a line now and then
//! where it is a file.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// Between two lines where no bar can be shown.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// A short bar and what there is to say, cut at the edge of the terminal.
pub fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:12} {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Tells on standard error.
pub struct Ticker {
    /// `None` where standard error is no terminal.
    bar: Option<ProgressBar>,
    begun: Instant,
    /// What was done already when the run began.
    first: Option<u64>,
    told: Instant,
}

impl Default for Ticker {
    fn default() -> Ticker {
        Ticker::new()
    }
}

impl Ticker {
    /// Begins to count.
    pub fn new() -> Ticker {
        let bar = stderr().is_terminal().then(|| ProgressBar::new(0).with_style(style()));
        Ticker { bar, begun: Instant::now(), first: None, told: Instant::now() }
    }

    /// So much of so much is done, and there is this to say about it.
    pub fn tell(&mut self, done: u64, goal: u64, message: impl FnOnce() -> String) {
        let first = *self.first.get_or_insert(done);
        if self.bar.is_none() && self.told.elapsed() < LINE_EVERY {
            return;
        }
        self.told = Instant::now();
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
                let _ = writeln!(stderr(), "{text}"); // if nobody can be told, the work goes on
            }
        }
    }

    /// Does something that prints, with the bar out of the way.
    pub fn aside(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The time left, if what is left takes as long as what is done.
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
