//! Interrupts and resumes long runs: `--resume`, `--restart`, Ctrl-C and its exit code.

pub use super::overwrite::{Force, OutputKind};
use crate::files::journal::ResumeMode;
use crate::quote::counted;
use crate::search::Signals;
use crate::stop::Stop;
use crate::tools::analysis::AnalystError;
use crate::tools::solve::SolverError;
use anyhow::{Context, Result, anyhow, bail};
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
    pub fn mode(self) -> ResumeMode {
        match (self.resume, self.restart) {
            (true, _) => ResumeMode::Resume,
            (false, true) => ResumeMode::Discard,
            (false, false) => ResumeMode::Refuse,
        }
    }

    /// Refuses `--resume` if the output exists and no journal does. Either the run is finished, or
    /// the output is that of a run with other settings; the output does not tell which.
    pub fn check_unfinished(self, output: &Path, journal: &Path) -> Result<()> {
        let has_content = || std::fs::metadata(output).is_ok_and(|found| found.len() > 0);
        if self.resume && !journal.exists() && has_content() {
            let [output, journal] = [output, journal].map(Path::display);
            bail!(
                "{output}: there is no {journal} to resume; a run without --resume replaces the file"
            );
        }
        Ok(())
    }

    /// Removes the checkpoint file of an interrupted run if `--restart` was given. Otherwise
    /// `--resume` would load it if the new run is killed before its own first checkpoint.
    pub fn discard_checkpoint(self, checkpoint: &Path) -> Result<()> {
        if self.mode() != ResumeMode::Discard || !checkpoint.exists() {
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

/// Adds where the finished work is to the error of a failed engine.
pub fn with_hint(error: anyhow::Error, partial: Option<&Path>) -> anyhow::Error {
    match partial {
        Some(path) if error.is::<AnalystError>() || error.is::<SolverError>() => {
            anyhow!("{error:#}; --resume continues from {}", path.display())
        }
        _ => error,
    }
}

/// Blocks SIGHUP if the process was started to ignore it (`nohup`): the handlers of Ctrl-C would
/// receive it. Call it before the first thread starts. Linux only.
pub fn keep_ignoring_hangup() {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::signal::{SigSet, Signal::SIGHUP};
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        if ignored >> (SIGHUP as u32 - 1) & 1 != 0 {
            let _ = SigSet::from(SIGHUP).thread_block(); // without it, the run can still be resumed
        }
    }
}

/// Turns Ctrl-C into a request on the returned stop flag; a second Ctrl-C requests an urgent stop.
pub fn handle_interrupts() -> Result<Arc<Stop>> {
    request_then(announce_stop)
}

/// Turns Ctrl-C into a request on the returned stop flag. For work that has no urgent stop.
pub fn handle_first_interrupt() -> Result<Arc<Stop>> {
    request_then(|_| eprintln!("stopping"))
}

/// Turns Ctrl-C into a request on the returned stop flag; a second Ctrl-C calls `leave` and ends
/// the process. For work that cannot be dropped midway and whose finished parts are already on the
/// disk.
pub fn handle_interrupts_and_exit(leave: impl Fn() + Send + 'static) -> Result<Arc<Stop>> {
    request_then(move |stop| {
        announce_stop(stop);
        if stop.is_urgent() {
            leave();
            std::process::exit(super::INTERRUPTED.into());
        }
    })
}

/// Turns each Ctrl-C into a request on the returned stop flag, and calls `then` after it.
fn request_then(then: impl Fn(&Stop) + Send + 'static) -> Result<Arc<Stop>> {
    let stop = Arc::new(Stop::default());
    let on_signal = Arc::clone(&stop);
    let handle = move || {
        on_signal.request();
        then(&on_signal);
    };
    ctrlc::set_handler(handle).context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// Says after the first Ctrl-C that the work in progress is finished, which may take a while.
fn announce_stop(stop: &Stop) {
    if !stop.is_urgent() {
        eprintln!("finishing the work in progress; Ctrl-C again stops at once");
    }
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
        let lines = counted(damaged as u64, "damaged line was", "damaged lines were");
        let journal = journal.display();
        eprintln!("{journal}: {lines} skipped; the results are computed again");
    }
}
