//! Layer 0: stop requests for long runs, in two steps: finish the work in progress, or drop it.

use std::sync::atomic::{AtomicU8, Ordering};

/// Exit code of a process that Ctrl-C ended: 128 + SIGINT, as in shells.
pub const INTERRUPTED: u8 = 130;

/// Two-step stop request for long runs, shared by threads (first stop, then urgent stop).
#[derive(Debug, Default)]
pub struct Stop(AtomicU8);

impl Stop {
    /// Requests that a long run stop; a second request makes the stop urgent.
    pub fn request(&self) {
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |requests| requests.checked_add(1));
    }

    /// Requests an urgent stop, which also drops work in progress.
    pub fn request_urgent(&self) {
        self.0.store(u8::MAX, Ordering::Relaxed);
    }

    /// Whether a stop has been requested, so that no new work begins.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Whether an urgent stop has been requested, so that work in progress is dropped.
    pub fn is_urgent(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 1
    }
}
