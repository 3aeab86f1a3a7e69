//! Pending commands, shared by the reader and the controller. The reader signals `stop` and
//! `ponderhit` through them. Each command has its own signals, so a late `stop` cannot end the next
//! command. `tests/models/memory.rs` checks all interleavings.

use crate::search::Signals;
use crate::threads::sync::{Arc, Mutex, PoisonError};

/// Class of a pending UCI command (search, other long work, other), which decides how `isready` is
/// answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// Search, during which `isready` is answered immediately.
    Search,
    /// Other long work: perft, `bench`, `speedtest` or `genfens`.
    Work,
    /// Any other command.
    Other,
}

/// Pending command.
#[derive(Debug)]
struct Entry {
    kind: CommandKind,
    signals: Arc<Signals>,
    /// The controller executes it.
    has_begun: bool,
    /// Number of `isready` commands to answer when it begins.
    ready_answers: usize,
}

/// Moment at which `isready` is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadyAt {
    /// Immediately.
    Now,
    /// At the start of a queued search, by the controller.
    SearchStart,
    /// After the commands received before it.
    ItsTurn,
}

/// Queue of UCI commands that were received but not yet answered, in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct Pending(Arc<Mutex<Vec<Entry>>>);

impl Pending {
    fn with<T>(&self, act: impl FnOnce(&mut Vec<Entry>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds a received UCI command to the queue of pending commands.
    pub fn add(&self, kind: CommandKind, signals: &Arc<Signals>) {
        let entry =
            Entry { kind, signals: Arc::clone(signals), has_begun: false, ready_answers: 0 };
        self.with(|commands| commands.push(entry));
    }

    /// Notes that the controller executes a pending command, identified by its signals. Returns
    /// the number of `isready` commands to answer now.
    pub fn begin(&self, signals: &Arc<Signals>) -> usize {
        self.with(|commands| {
            let same = commands.iter_mut().find(|one| Arc::ptr_eq(&one.signals, signals));
            same.map_or(0, |one| {
                one.has_begun = true;
                std::mem::take(&mut one.ready_answers)
            })
        })
    }

    /// Removes an answered command, identified by its signals, from the queue of pending commands.
    pub fn remove(&self, signals: &Arc<Signals>) {
        self.with(|commands| commands.retain(|one| !Arc::ptr_eq(&one.signals, signals)));
    }

    /// Decides when `isready` is answered: immediately during a search, as UCI requires, and during
    /// long work if no other command is queued. A queued search may be infinite, so `isready` is
    /// answered at its start, after the commands before it. A stopped search ends soon, and
    /// commands after it may take long.
    pub fn schedule_ready(&self) -> ReadyAt {
        let is_active = |one: &Entry| one.kind == CommandKind::Search && !one.signals.is_stopped();
        self.with(|commands| {
            let is_searching = commands.iter().any(|one| one.has_begun && is_active(one));
            if is_searching || matches!(commands[..], [Entry { kind: CommandKind::Work, .. }]) {
                return ReadyAt::Now;
            }
            match commands.iter_mut().find(|one| is_active(one)) {
                Some(search) => {
                    search.ready_answers += 1;
                    ReadyAt::SearchStart
                }
                None => ReadyAt::ItsTurn,
            }
        })
    }

    /// Whether a search runs and no other command is pending. A message of the reader can then come
    /// neither before nor within the answer of an earlier command.
    pub fn is_only_searching(&self) -> bool {
        self.with(|commands| {
            matches!(commands[..], [Entry { kind: CommandKind::Search, has_begun: true, .. }])
        })
    }

    /// Whether all received commands are answered.
    pub fn is_empty(&self) -> bool {
        self.with(|commands| commands.is_empty())
    }

    /// Whether a command of this class is pending (received, not yet answered).
    pub fn has(&self, kind: CommandKind) -> bool {
        self.with(|commands| commands.iter().any(|one| one.kind == kind))
    }

    /// Calls `act` with the stop signals of every pending search.
    pub fn for_each_search(&self, act: impl Fn(&Signals)) {
        self.with(|commands| {
            commands
                .iter()
                .filter(|one| one.kind == CommandKind::Search)
                .for_each(|one| act(&one.signals));
        });
    }

    /// Calls `act` with the stop signals of every pending command.
    pub fn for_each(&self, act: impl Fn(&Signals)) {
        self.with(|commands| commands.iter().for_each(|one| act(&one.signals)));
    }
}
