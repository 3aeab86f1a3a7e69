//! Pending commands, shared by the reader and the controller. The reader signals `stop` and
//! `ponderhit` through them. Each command has its own signals, so a late `stop` cannot end the next
//! command. `tests/models/memory.rs` checks all interleavings.

use crate::search::Signals;
use crate::threads::sync::{Arc, Mutex, PoisonError};

/// Class of a pending command: only these differ for `isready` and `quit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Search, during which `isready` is answered immediately.
    Search,
    /// Other long work: perft, a benchmark, or the generation of openings.
    Work,
    /// Any other command.
    Other,
}

/// Class and signals of a pending command.
type Entry = (Kind, Arc<Signals>);

/// Queue of commands that are received and not yet answered, in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct Pending(Arc<Mutex<Vec<Entry>>>);

impl Pending {
    fn with<T>(&self, act: impl FnOnce(&mut Vec<Entry>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds a received command to the queue.
    pub fn add(&self, kind: Kind, signals: &Arc<Signals>) {
        self.with(|commands| commands.push((kind, Arc::clone(signals))));
    }

    /// Removes the command with these signals from the queue, once it is answered.
    pub fn remove(&self, signals: &Arc<Signals>) {
        self.with(|commands| commands.retain(|(_, other)| !Arc::ptr_eq(other, signals)));
    }

    /// Whether `isready` must be answered immediately. This holds during a search, as UCI requires,
    /// and during long work if no other command is queued.
    pub fn is_ready_at_once(&self) -> bool {
        self.with(|commands| {
            commands.iter().any(|(kind, _)| *kind == Kind::Search)
                || matches!(commands[..], [(Kind::Work, _)])
        })
    }

    /// Whether a command of this class is pending.
    pub fn has(&self, kind: Kind) -> bool {
        self.with(|commands| commands.iter().any(|(other, _)| *other == kind))
    }

    /// Calls a function with the stop signals of every pending search.
    pub fn each_search(&self, act: impl Fn(&Signals)) {
        self.with(|commands| {
            commands
                .iter()
                .filter(|(kind, _)| *kind == Kind::Search)
                .for_each(|(_, signals)| act(signals));
        });
    }

    /// Calls a function with the stop signals of every pending command.
    pub fn each(&self, act: impl Fn(&Signals)) {
        self.with(|commands| commands.iter().for_each(|(_, signals)| act(signals)));
    }
}
