//! Layer 0: stop requests for long runs, in two steps: finish the work in progress, or drop it.

use std::sync::atomic::{AtomicU8, Ordering};

/// Stop request, shared by the thread that makes it and the threads that work.
#[derive(Debug, Default)]
pub struct Stop(AtomicU8);

impl Stop {
    /// Requests a stop. A second request makes it urgent.
    pub fn ask(&self) {
        let _ =
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |asked| asked.checked_add(1));
    }

    /// Requests an urgent stop.
    pub fn end(&self) {
        self.0.store(u8::MAX, Ordering::Relaxed);
    }

    /// Whether to begin no new work.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Whether to drop the work in progress.
    pub fn is_urgent(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 1
    }
}
