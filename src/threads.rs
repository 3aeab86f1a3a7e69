//! Layer 0: work on several threads. If the system refuses threads, the others do the work, in the
//! worst case the caller alone. [`shortage`] reports refused threads.

mod pool;
pub mod sync;

pub use pool::with_stack;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Largest number of threads refused at once (upper half), and the number requested (lower half).
static SHORTAGE: AtomicU64 = AtomicU64::new(0);

/// Records that the system started fewer threads than requested, for a later report.
pub fn note_shortage(wanted: usize, had: usize) {
    let missing = wanted.saturating_sub(had) as u64;
    if missing > 0 {
        SHORTAGE.fetch_max(missing << 32 | wanted as u64, Ordering::Relaxed);
    }
}

/// Returns the largest number of threads refused at once and the number requested; `None` if none
/// was refused.
pub fn shortage() -> Option<(u64, u64)> {
    let noted = SHORTAGE.load(Ordering::Relaxed);
    (noted > 0).then_some((noted >> 32, noted & u64::from(u32::MAX)))
}

/// Runs `work` on up to `threads` threads, the caller's included, and returns when all are done.
/// `stack` is the stack size of the other threads in bytes.
pub fn share_out(threads: usize, stack: usize, work: impl Fn() + Sync) {
    let had = 1 + pool::share_out(threads, stack, work);
    note_shortage(threads, had);
}

/// Runs `work` on the items 0 to `count` - 1 in parallel and returns the results in order of the
/// items. Up to `threads` threads run, of which the caller is one.
///
/// Each thread gets its state from `start`. Before each item it calls `is_stopped`. A thread ends
/// if that is true, or if `start` or `work` returns `None`; the others go on. `stack` is the stack
/// size of the other threads in bytes.
pub fn for_each<W, R: Send>(
    threads: usize,
    stack: usize,
    count: usize,
    is_stopped: impl Fn() -> bool + Sync,
    start: impl Fn() -> Option<W> + Sync,
    work: impl Fn(&mut W, usize) -> Option<R> + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    share_out(threads.min(count), stack, || {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    /// No system gives a thread such a stack, so all of them are refused.
    const TOO_MUCH: usize = 1 << 60;

    #[test]
    fn all_is_done_however_many_threads_there_are() {
        for (stack, most) in [(1 << 20, 3), (TOO_MUCH, 1)] {
            let (left, workers) = (AtomicUsize::new(100), AtomicUsize::new(0));
            let others = pool::share_out(3, stack, || {
                workers.fetch_add(1, Ordering::Relaxed);
                while left
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                    .is_ok()
                {}
            });
            assert_eq!((left.into_inner(), workers.into_inner(), others + 1), (0, most, most));
            let (sender, results) = channel();
            let worker = |number: usize| {
                let sender = sender.clone();
                move || sender.send(number).expect("somebody listens")
            };
            let workers = (0..3).map(worker).collect();
            drop(sender);
            let (found, had): (Vec<usize>, usize) =
                pool::beside(stack, workers, || results.into_iter().collect());
            assert_eq!((found.len(), had.max(1)), (most, most), "each worker hands over one");
            assert_eq!(with_stack(stack, || 7), 7);
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for stack in [1 << 20, TOO_MUCH] {
            let started = AtomicUsize::new(0);
            let start = || Some(started.fetch_add(1, Ordering::Relaxed));
            let work = |_: &mut usize, item: usize| {
                std::thread::sleep(std::time::Duration::from_millis(9 - item as u64));
                Some(item * item)
            };
            let squares = for_each(3, stack, 10, || false, start, work);
            assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]);
            assert!((1..=3).contains(&started.into_inner()));
        }
    }

    #[test]
    fn no_item_is_begun_after_a_stop_or_without_a_state() {
        let done = AtomicUsize::new(0);
        let work = |(): &mut (), item: usize| {
            done.fetch_add(1, Ordering::Relaxed);
            Some(item)
        };
        let is_stopped = || done.load(Ordering::Relaxed) >= 5;
        let found = for_each(1, 1 << 20, 100, is_stopped, || Some(()), work);
        assert_eq!(found, [0, 1, 2, 3, 4]);
        assert!(for_each(3, 1 << 20, 100, || false, || None, work).is_empty());
        let every_third = |(): &mut (), item: usize| (item % 3 != 2).then_some(item);
        let found = for_each(1, 1 << 20, 100, || false, || Some(()), every_third);
        assert_eq!(found, [0, 1], "`None` ends the thread");
    }
}
