//! Interrupts and resumes long runs: `--resume`, `--restart`, Ctrl-C and its exit code.

use crate::files::journal::Earlier;
use crate::search::Signals;
use crate::stop::Stop;
use anyhow::{Context, Result};
use clap::Args;
use std::path::Path;
use std::sync::Arc;

/// Command-line options `--resume` and `--restart` for an interrupted run.
#[derive(Clone, Copy, Debug, Args)]
pub struct Resume {
    /// Continue an interrupted run of the same command
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Discard the results of an interrupted run and start again
    #[arg(long)]
    pub restart: bool,
}

impl Resume {
    /// Returns what to do with the journal of an interrupted run (keep, resume or discard), from
    /// the options.
    pub fn earlier(self) -> Earlier {
        match (self.resume, self.restart) {
            (true, _) => Earlier::Resumed,
            (false, true) => Earlier::GivenUp,
            (false, false) => Earlier::Kept,
        }
    }

    /// Removes the checkpoint file of an interrupted run if `--restart` was given. Otherwise
    /// `--resume` would load it if the new run is killed before its own first checkpoint.
    pub fn discard_checkpoint(self, checkpoint: &Path) -> Result<()> {
        if self.earlier() != Earlier::GivenUp || !checkpoint.exists() {
            return Ok(());
        }
        std::fs::remove_file(checkpoint)
            .with_context(|| format!("cannot remove {}", checkpoint.display()))
    }
}

/// Error of a run that Ctrl-C interrupted, with its progress and how to resume it.
#[derive(Debug, thiserror::Error)]
#[error("interrupted {0}")]
pub struct Interrupted(pub String);

impl Interrupted {
    /// Creates the error of a run with this number of finished pieces of work, such as `games`.
    /// `journal` has them, if there is one.
    pub fn after(finished: usize, all: usize, pieces: &str, journal: Option<&Path>) -> Interrupted {
        let on = journal
            .filter(|_| finished > 0)
            .map_or(String::new(), |path| format!("; --resume continues from {}", path.display()));
        Interrupted(format!("after {finished} of {all} {pieces}{on}"))
    }
}

/// Turns Ctrl-C into a request on the returned stop flag; a second Ctrl-C requests an urgent stop.
pub fn listen() -> Result<Arc<Stop>> {
    let stop = Arc::new(Stop::default());
    let on_signal = Arc::clone(&stop);
    ctrlc::set_handler(move || on_signal.request()).context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// Turns Ctrl-C into a request on the returned stop flag; a second Ctrl-C calls `leave` and ends the
/// process. For work that cannot be dropped midway and whose finished parts are already on the disk.
pub fn listen_and_leave(leave: impl Fn() + Send + 'static) -> Result<Arc<Stop>> {
    let stop = Arc::new(Stop::default());
    let on_signal = Arc::clone(&stop);
    let handle = move || {
        on_signal.request();
        if on_signal.is_urgent() {
            leave();
            std::process::exit(super::INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(handle).context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// Turns Ctrl-C into a stop of all searches with the returned signals; a second Ctrl-C ends the
/// process. Stopped searches return the best move so far.
pub fn stop_on_interrupt() -> Result<Arc<Signals>> {
    let signals = Arc::new(Signals::default());
    let on_interrupt = Arc::clone(&signals);
    let handle = move || {
        if on_interrupt.is_stopped() {
            std::process::exit(super::INTERRUPTED.into());
        }
        on_interrupt.stop();
    };
    ctrlc::set_handler(handle).context("cannot listen for Ctrl-C")?;
    Ok(signals)
}

/// Reports on standard error how many damaged lines of a journal were skipped.
pub fn report_damaged(damaged: usize, journal: &Path) {
    if damaged > 0 {
        eprintln!(
            "{}: {damaged} damaged lines were skipped; their results are computed again",
            journal.display()
        );
    }
}
