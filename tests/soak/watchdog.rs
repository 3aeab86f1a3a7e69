//! How long the machine keeps those waiting who have only to be woken: what it takes from a
//! player's clock is not the player's.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// It sleeps for this long, again and again.
const NAP: Duration = Duration::from_millis(1);
/// Later than this after its nap it counts as held up: no machine wakes anybody at once.
const USUAL: Duration = Duration::from_millis(2);

/// Sums up the delays.
#[derive(Debug, Default)]
pub struct Watchdog(AtomicU64);

impl Watchdog {
    /// Watches until the process ends.
    pub fn start() -> Arc<Watchdog> {
        let watchdog = Arc::new(Watchdog::default());
        let watching = Arc::clone(&watchdog);
        thread::spawn(move || {
            loop {
                let asleep = Instant::now();
                thread::sleep(NAP);
                let late = asleep.elapsed().saturating_sub(NAP + USUAL);
                watching.0.fetch_add(late.as_micros() as u64, Ordering::Relaxed);
            }
        });
        watchdog
    }

    /// All delays so far.
    pub fn held_up(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}
