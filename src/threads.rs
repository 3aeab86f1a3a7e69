//! Layer 0: work on several threads. If the system refuses threads, the others do the work, in the
//! worst case the caller alone. [`shortage`] reports refused threads.

pub mod scoped;
pub mod sync;

pub use scoped::with_stack;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Largest number of threads refused at once (upper half), and the number requested (lower half).
static SHORTAGE: AtomicU64 = AtomicU64::new(0);

/// Records that the system started fewer threads than requested, for [`shortage`] to report.
pub fn record_shortage(wanted: usize, had: usize) {
    let missing = wanted.saturating_sub(had) as u64;
    if missing > 0 {
        SHORTAGE.fetch_max(missing << 32 | wanted as u64, Ordering::Relaxed);
    }
}

/// Returns the largest number of threads that the system refused at once, and the number requested;
/// `None` if none.
pub fn shortage() -> Option<(u64, u64)> {
    let noted = SHORTAGE.load(Ordering::Relaxed);
    (noted > 0).then_some((noted >> 32, noted & u64::from(u32::MAX)))
}

/// Runs the same `work` on up to `threads` threads, the caller's included, and returns when all are
/// done. `stack` is the stack size of the other threads in bytes.
pub fn run_on_threads(threads: usize, stack: usize, work: impl Fn() + Sync) {
    let had = 1 + scoped::run_on_threads(threads, stack, work);
    record_shortage(threads, had);
}

/// Runs `work` on the items 0 to `count` - 1 in parallel and returns the results in item order. Up
/// to `threads` threads run, of which the caller is one.
///
/// Each thread gets its state from `start`. Before each item it calls `is_stopped`. A thread ends
/// if that is true, or if `start` or `work` returns `None`; the others go on. `stack` is the stack
/// size of the other threads in bytes.
pub fn map<W, R: Send>(
    threads: usize,
    stack: usize,
    count: usize,
    is_stopped: impl Fn() -> bool + Sync,
    start: impl Fn() -> Option<W> + Sync,
    work: impl Fn(&mut W, usize) -> Option<R> + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    run_on_threads(threads.min(count), stack, || {
        let Some(mut state) = start() else { return };
        while !is_stopped() {
            let item = next.fetch_add(1, Ordering::Relaxed);
            if item >= count {
                return;
            }
            let Some(result) = work(&mut state, item) else { return };
            results.lock().unwrap_or_else(PoisonError::into_inner).push((item, result));
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(item, _)| *item);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Runs `work` like [`map`], with one thread for each worker. Each thread has `stack` bytes of
/// stack.
pub fn map_with_workers<W: Send, R: Send>(
    stack: usize,
    workers: Vec<W>,
    count: usize,
    is_stopped: impl Fn() -> bool + Sync,
    work: impl Fn(&mut W, usize) -> Option<R> + Sync,
) -> Vec<R> {
    let (threads, workers) = (workers.len(), Mutex::new(workers));
    let start = || workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
    with_stack(stack, || map(threads, stack, count, &is_stopped, start, &work))
}
