//! Layer 0: as many threads as can be had. Where the system gives fewer than are asked for, the
//! work is done by those, in the worst case by the caller alone: it takes longer, but it is done.
//! [`shortage`] tells whether it ever came to that.

mod pool;
pub mod sync;

pub use pool::with_stack;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most threads that have been missing at once, in the upper half, and of how many, in the
/// lower.
static SHORTAGE: AtomicU64 = AtomicU64::new(0);

/// So many threads were wanted, and so many there were.
pub fn note_shortage(wanted: usize, had: usize) {
    let missing = wanted.saturating_sub(had) as u64;
    if missing > 0 {
        SHORTAGE.fetch_max(missing << 32 | wanted as u64, Ordering::Relaxed);
    }
}

/// How many threads the system has refused at once, at worst, and of how many; nothing if it gave
/// all that were asked for.
pub fn shortage() -> Option<(u64, u64)> {
    let noted = SHORTAGE.load(Ordering::Relaxed);
    (noted > 0).then_some((noted >> 32, noted & u64::from(u32::MAX)))
}

/// Runs the same work on so many threads at once, of which the caller is one, and returns when all
/// are done. A stack, in bytes, is that of the others.
pub fn share_out(threads: usize, stack: usize, work: impl Fn() + Sync) {
    let had = 1 + pool::share_out(threads, stack, work);
    note_shortage(threads, had);
}

/// Runs each worker on a thread of its own while the caller does something else, and returns when
/// all are done. What workers that cannot be started would have done is left to the others; without
/// any, the first works before the caller.
pub fn beside<W: FnOnce() + Send, T>(
    stack: usize,
    workers: Vec<W>,
    meanwhile: impl FnOnce() -> T,
) -> T {
    let wanted = workers.len();
    let (done, had) = pool::beside(stack, workers, meanwhile);
    note_shortage(wanted, had);
    done
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
}
