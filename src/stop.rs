//! How a long run is told to end: first in good order, and then at once.

use std::sync::atomic::{AtomicU8, Ordering};

/// Shared by whoever asks and by whoever works.
#[derive(Debug, Default)]
pub struct Stop(AtomicU8);

impl Stop {
    /// Asks for an end; asking again makes it urgent.
    pub fn ask(&self) {
        let _ =
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |asked| asked.checked_add(1));
    }

    /// Makes it urgent at once.
    pub fn end(&self) {
        self.0.store(u8::MAX, Ordering::Relaxed);
    }

    /// Nothing new is to be begun.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// What is under way is to be dropped.
    pub fn is_urgent(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 1
    }
}
