//! How a long run is interrupted and gone on with: `--resume`, `--restart`, Ctrl-C, and the exit
//! code that tells of it.

use crate::files::journal::Earlier;
use crate::search::Signals;
use crate::stop::Stop;
use anyhow::{Context, Result};
use clap::Args;
use std::path::Path;
use std::sync::Arc;

/// What becomes of what an interrupted run has left.
#[derive(Clone, Copy, Debug, Args)]
pub struct Resume {
    /// Go on from what the same command has finished before it was interrupted
    #[arg(long, conflicts_with = "restart")]
    pub resume: bool,
    /// Give up what an interrupted run has finished, and begin anew
    #[arg(long)]
    pub restart: bool,
}

impl Resume {
    /// The same for a journal.
    pub fn earlier(self) -> Earlier {
        match (self.resume, self.restart) {
            (true, _) => Earlier::Resumed,
            (false, true) => Earlier::GivenUp,
            (false, false) => Earlier::Kept,
        }
    }

    /// Removes the checkpoint of a run that is given up: what is killed before its own first one
    /// must not go on from that.
    pub fn give_up(self, checkpoint: &Path) -> Result<()> {
        if self.earlier() != Earlier::GivenUp || !checkpoint.exists() {
            return Ok(());
        }
        std::fs::remove_file(checkpoint)
            .with_context(|| format!("cannot remove {}", checkpoint.display()))
    }
}

/// Ctrl-C has ended the run, in good order: how far it was, and how it is gone on with.
#[derive(Debug, thiserror::Error)]
#[error("interrupted {0}")]
pub struct Interrupted(pub String);

/// A stop that Ctrl-C asks for.
pub fn listen() -> Result<Arc<Stop>> {
    let stop = Arc::new(Stop::default());
    let on_signal = Arc::clone(&stop);
    ctrlc::set_handler(move || on_signal.ask()).context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// The same for work that cannot be dropped by halves: asked a second time, the process ends at
/// once. What is finished is on the disk by then.
pub fn listen_and_leave() -> Result<Arc<Stop>> {
    let stop = Arc::new(Stop::default());
    let on_signal = Arc::clone(&stop);
    let handle = move || {
        on_signal.ask();
        if on_signal.is_urgent() {
            std::process::exit(super::INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(handle).context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// Signals by which Ctrl-C stops searches, so that they answer with the best so far; a second Ctrl-C
/// ends the process at once.
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

/// Tells of lines of a journal that could not be taken over.
pub fn tell_damaged(damaged: usize, journal: &Path) {
    if damaged > 0 {
        eprintln!(
            "{}: {damaged} damaged lines are left out; what they held is done again",
            journal.display()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Killed before its first checkpoint, a run begun anew went on from that of the run given up.
    #[test]
    fn a_checkpoint_goes_when_it_is_given_up_and_stays_otherwise() {
        let folder = tempfile::tempdir().expect("a folder");
        let checkpoint = folder.path().join("checkpoint");
        for (resume, restart) in [(false, true), (true, false), (false, false)] {
            std::fs::write(&checkpoint, "learned").expect("written");
            Resume { resume, restart }.give_up(&checkpoint).expect("removed or left");
            assert_eq!(checkpoint.exists(), !restart);
        }
        std::fs::remove_file(&checkpoint).expect("there");
        Resume { resume: false, restart: true }.give_up(&checkpoint).expect("nothing to remove");
    }
}
