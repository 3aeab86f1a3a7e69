//! Pending commands, shared by the reader and the controller. The reader signals `stop` and
//! `ponderhit` through them. Each command has its own signals, so a late `stop` cannot end the next
//! command. `tests/models/memory.rs` checks all interleavings.

use crate::search::Signals;
use crate::threads::sync::{Arc, Mutex, PoisonError};

/// Class of a pending UCI command (search, other long work, other), which decides how `isready` is
/// answered.
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

/// Queue of UCI commands that were received but not yet answered, in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct Pending(Arc<Mutex<Vec<Entry>>>);

impl Pending {
    fn with<T>(&self, act: impl FnOnce(&mut Vec<Entry>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds a received UCI command to the queue of pending commands.
    pub fn add(&self, kind: Kind, signals: &Arc<Signals>) {
        self.with(|commands| commands.push((kind, Arc::clone(signals))));
    }

    /// Removes an answered command, identified by its signals, from the queue of pending commands.
    pub fn remove(&self, signals: &Arc<Signals>) {
        self.with(|commands| commands.retain(|(_, other)| !Arc::ptr_eq(other, signals)));
    }

    /// Whether `isready` must be answered immediately, as during a search, instead of after pending
    /// commands. This holds during a search, as UCI requires, and during long work if no other
    /// command is queued.
    pub fn is_ready_at_once(&self) -> bool {
        self.with(|commands| {
            commands.iter().any(|(kind, _)| *kind == Kind::Search)
                || matches!(commands[..], [(Kind::Work, _)])
        })
    }

    /// Whether a command of this class is pending (received, not yet answered).
    pub fn has(&self, kind: Kind) -> bool {
        self.with(|commands| commands.iter().any(|(other, _)| *other == kind))
    }

    /// Calls `act` with the stop signals of every pending search.
    pub fn each_search(&self, act: impl Fn(&Signals)) {
        self.with(|commands| {
            commands
                .iter()
                .filter(|(kind, _)| *kind == Kind::Search)
                .for_each(|(_, signals)| act(signals));
        });
    }

    /// Calls `act` with the stop signals of every pending command.
    pub fn each(&self, act: impl Fn(&Signals)) {
        self.with(|commands| commands.iter().for_each(|(_, signals)| act(signals)));
    }
}
