//! `stop` and `ponderhit` for one search. `tests/models/memory.rs` checks all orders of calls.

use crate::threads::sync::{AtomicBool, Condvar, Mutex, Ordering, PoisonError};

/// Stop and ponder-hit signals of one search. A stop for one search cannot end the next.
#[derive(Debug, Default)]
pub struct Signals {
    stopped: AtomicBool,
    pondering: AtomicBool,
    waiting: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// Creates the signals of a search, which begins by pondering if `ponder`.
    pub fn new(ponder: bool) -> Signals {
        Signals { pondering: AtomicBool::new(ponder), ..Signals::default() }
    }

    /// Requests the search to stop.
    pub fn stop(&self) {
        self.change(&self.stopped, true);
    }

    /// Ends pondering, so that the time limits apply from now on.
    pub fn ponder_hit(&self) {
        self.change(&self.pondering, false);
    }

    fn change(&self, flag: &AtomicBool, value: bool) {
        let _guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(value, Ordering::Release);
        self.changed.notify_all();
    }

    /// Whether a stop of the search has been requested.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The stop flag, for functions that poll an atomic flag.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Whether the search is pondering.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Blocks until `bestmove` may be sent: an infinite search waits for the stop, pondering for
    /// stop or ponder hit.
    pub fn wait_until_answerable(&self, infinite: bool) {
        let mut guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stopped.load(Ordering::Acquire)
            && (infinite || self.pondering.load(Ordering::Acquire))
        {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
