//! Layer 0: as many threads as can be had. Where the system gives fewer than are asked for, the work is done by those, in the
//! worst case by the caller alone: it takes longer, but it is done.

use memmap2::MmapOptions;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// Bytes of addresses that a thread may take beside its stack, in time: what it remembers, and an arena of its own to allocate
/// from (the GNU library reserves 128 MB for a moment).
const BESIDE_STACK: usize = 160 << 20;

/// Is there room for another thread with such a stack, and for what those that have been started may take yet? Threads that can
/// be started but then find no memory would end the program. The first is always tried.
fn has_room(stack: usize, started: usize) -> bool {
    let wanted = BESIDE_STACK.saturating_mul(started + 1).saturating_add(stack);
    // Addresses only, which are given back at once.
    started == 0 || MmapOptions::new().len(wanted).no_reserve_swap().map_anon().is_ok()
}

/// Runs the same work on so many threads at once, of which the caller is one, and returns when all are done. A stack, in
/// bytes, is that of the others.
pub fn share_out(threads: usize, stack: usize, work: impl Fn() + Sync) {
    scope(|scope| {
        for started in 0..threads.saturating_sub(1) {
            if !has_room(stack, started) || Builder::new().stack_size(stack).spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}

/// Runs each worker on a thread of its own while the caller does something else, and returns when all are done. What workers
/// that cannot be started would have done is left to the others; without any, the first works before the caller.
pub fn beside<W: FnOnce() + Send, T>(stack: usize, workers: Vec<W>, meanwhile: impl FnOnce() -> T) -> T {
    let workers: Vec<Mutex<Option<W>>> = workers.into_iter().map(|worker| Mutex::new(Some(worker))).collect();
    let work = |worker: &Mutex<Option<W>>| {
        if let Some(worker) = worker.lock().unwrap_or_else(PoisonError::into_inner).take() {
            worker();
        }
    };
    scope(|scope| {
        let start = |(started, worker)| {
            has_room(stack, started)
                && Builder::new().stack_size(stack).spawn_scoped(scope, move || work(worker)).is_ok()
        };
        let started = workers.iter().enumerate().take_while(|place| start(*place)).count();
        if started == 0 {
            workers.first().into_iter().for_each(work);
        }
        // Those left over hold what tells the caller that all are done.
        workers[started..].iter().for_each(|worker| drop(worker.lock().unwrap_or_else(PoisonError::into_inner).take()));
        meanwhile()
    })
}

/// Runs this on a thread with such a stack, in bytes, or on the caller's if there is none to be had.
pub fn with_stack<T: Send>(stack: usize, run: impl FnOnce() -> T + Send) -> T {
    let mut found = None;
    beside(stack, vec![|| found = Some(run())], || ());
    found.unwrap_or_else(|| unreachable!("the one worker has run"))
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
            share_out(3, stack, || {
                workers.fetch_add(1, Ordering::Relaxed);
                while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {}
            });
            assert_eq!((left.into_inner(), workers.into_inner()), (0, most));
            let (sender, results) = channel();
            let worker = |number: usize| {
                let sender = sender.clone();
                move || sender.send(number).expect("somebody listens")
            };
            let workers = (0..3).map(worker).collect();
            drop(sender);
            let found: Vec<usize> = beside(stack, workers, || results.into_iter().collect());
            assert_eq!(found.len(), most, "each worker hands over one");
            assert_eq!(with_stack(stack, || 7), 7);
        }
    }
}
