//! `stop` and `ponderhit` for one search. `tests/models/memory.rs` checks all orders of calls.

use crate::threads::sync::{AtomicBool, Condvar, Mutex, Ordering, PoisonError};

/// Signals from the GUI to one search (stop, ponder hit). A stop for one search cannot end the
/// next.
#[derive(Debug, Default)]
pub struct Signals {
    stopped: AtomicBool,
    pondering: AtomicBool,
    waiting: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// Creates the signals of a search that starts in pondering mode if `ponder`.
    pub fn new(ponder: bool) -> Signals {
        Signals { pondering: AtomicBool::new(ponder), ..Signals::default() }
    }

    /// Requests that this search stop (UCI `stop`).
    pub fn stop(&self) {
        self.change(&self.stopped, true);
    }

    /// Ends pondering (UCI `ponderhit`), so that the time limits apply from now on.
    pub fn ponder_hit(&self) {
        self.change(&self.pondering, false);
    }

    fn change(&self, flag: &AtomicBool, value: bool) {
        let _guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(value, Ordering::Release);
        self.changed.notify_all();
    }

    /// Whether a stop of this search has been requested.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Stop signal as an atomic flag, for functions that poll one.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Whether the search ponders, so that time limits do not apply.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Blocks until `bestmove` may be sent, after a stop (infinite search) or after stop or ponder
    /// hit (pondering).
    pub fn wait_until_answerable(&self, infinite: bool) {
        let mut guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stopped.load(Ordering::Acquire)
            && (infinite || self.pondering.load(Ordering::Acquire))
        {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
