//! Measures how late the machine wakes a sleeping thread. Such delays are not counted as thinking
//! time of a player.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Duration of each sleep.
const SLEEP: Duration = Duration::from_millis(1);
/// Usual lateness after a sleep, which is not counted as a delay.
const TOLERANCE: Duration = Duration::from_millis(2);

/// Sum of the delays in microseconds.
#[derive(Debug, Default)]
pub struct Watchdog(AtomicU64);

impl Watchdog {
    /// Starts the thread, which runs until the process ends.
    pub fn start() -> Arc<Watchdog> {
        let watchdog = Arc::new(Watchdog::default());
        let sum = Arc::clone(&watchdog);
        thread::spawn(move || {
            loop {
                let start = Instant::now();
                thread::sleep(SLEEP);
                let late = start.elapsed().saturating_sub(SLEEP + TOLERANCE);
                sum.0.fetch_add(late.as_micros() as u64, Ordering::Relaxed);
            }
        });
        watchdog
    }

    /// Sum of the delays so far.
    pub fn machine_delay(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}
