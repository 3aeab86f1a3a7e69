//! What has been asked for and not yet answered: through it the reader reaches into the work under
//! way. Each command has signals of its own, so a stop that comes late cannot end the next one.
//! `tests/models/memory.rs` tries all orders.

use crate::search::Signals;
use crate::threads::sync::{Arc, Mutex, PoisonError};

/// What a command asks for, as far as `isready` and `stop` are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A search: during one `isready` is answered at once, whatever else waits.
    Search,
    /// A count or a series of searches, which may take long.
    Work,
    /// Anything else.
    Other,
}

/// A command, by its kind, and how to reach into it.
type Asked = (Kind, Arc<Signals>);

/// The commands asked for and not yet answered, in order.
#[derive(Clone, Debug, Default)]
pub struct Pending(Arc<Mutex<Vec<Asked>>>);

impl Pending {
    fn with<T>(&self, act: impl FnOnce(&mut Vec<Asked>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Another command is asked for.
    pub fn add(&self, kind: Kind, signals: &Arc<Signals>) {
        self.with(|commands| commands.push((kind, Arc::clone(signals))));
    }

    /// A command has been answered.
    pub fn remove(&self, signals: &Arc<Signals>) {
        self.with(|commands| commands.retain(|(_, other)| !Arc::ptr_eq(other, signals)));
    }

    /// Is `isready` to be answered before what is under way? During long work that nothing waits
    /// for, else what was sent first would not be answered first; and always while there is a
    /// search, as the protocol wants it.
    pub fn is_ready_at_once(&self) -> bool {
        self.with(|commands| {
            commands.iter().any(|(kind, _)| *kind == Kind::Search)
                || matches!(commands[..], [(Kind::Work, _)])
        })
    }

    /// Is there anything of this kind?
    pub fn has(&self, kind: Kind) -> bool {
        self.with(|commands| commands.iter().any(|(other, _)| *other == kind))
    }

    /// Reaches into every search that is not yet answered.
    pub fn each_search(&self, act: impl Fn(&Signals)) {
        self.with(|commands| {
            commands
                .iter()
                .filter(|(kind, _)| *kind == Kind::Search)
                .for_each(|(_, signals)| act(signals));
        });
    }

    /// Reaches into everything that is not yet answered.
    pub fn each(&self, act: impl Fn(&Signals)) {
        self.with(|commands| commands.iter().for_each(|(_, signals)| act(signals)));
    }
}
