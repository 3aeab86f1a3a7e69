//! Work shared out among threads. `tests/models/pool.rs` tries all orders, and all numbers of
//! threads that can be had.

use super::sync::{Builder, Mutex, PoisonError, scope};
use memmap2::MmapOptions;

/// Bytes of addresses that a thread may take beside its stack, in time: what it remembers, and an
/// arena of its own to allocate from (the GNU library reserves 128 MB for a moment).
const BESIDE_STACK: usize = 160 << 20;

/// Is there room for another thread with such a stack, and for what those that have been started
/// may take yet? Threads that can be started but then find no memory would end the program. The
/// first is always tried.
fn has_room(stack: usize, started: usize) -> bool {
    let wanted = BESIDE_STACK.saturating_mul(started + 1).saturating_add(stack);
    // Addresses only, which are given back at once.
    started == 0 || MmapOptions::new().len(wanted).no_reserve_swap().map_anon().is_ok()
}

/// Runs the same work on so many threads at once, of which the caller is one; how many others there
/// were.
pub fn share_out(threads: usize, stack: usize, work: impl Fn() + Sync) -> usize {
    scope(|scope| {
        let start = |&started: &usize| {
            has_room(stack, started)
                && Builder::new().stack_size(stack).spawn_scoped(scope, &work).is_ok()
        };
        let others = (0..threads.saturating_sub(1)).take_while(start).count();
        work();
        others
    })
}

/// Runs each worker on a thread of its own while the caller does something else; how many threads
/// there were comes with what the caller has found. Without any, the first works before the caller.
pub fn beside<W: FnOnce() + Send, T>(
    stack: usize,
    workers: Vec<W>,
    meanwhile: impl FnOnce() -> T,
) -> (T, usize) {
    let workers: Vec<Mutex<Option<W>>> =
        workers.into_iter().map(|worker| Mutex::new(Some(worker))).collect();
    let work = |worker: &Mutex<Option<W>>| {
        if let Some(worker) = worker.lock().unwrap_or_else(PoisonError::into_inner).take() {
            worker();
        }
    };
    scope(|scope| {
        let start = |(started, worker)| {
            has_room(stack, started)
                && Builder::new()
                    .stack_size(stack)
                    .spawn_scoped(scope, move || work(worker))
                    .is_ok()
        };
        let started = workers.iter().enumerate().take_while(|place| start(*place)).count();
        if started == 0 {
            workers.first().into_iter().for_each(work);
        }
        // Those left over hold what tells the caller that all are done.
        workers[started..]
            .iter()
            .for_each(|worker| drop(worker.lock().unwrap_or_else(PoisonError::into_inner).take()));
        (meanwhile(), started)
    })
}

/// Runs this on a thread with such a stack, in bytes, or on the caller's if there is none to be
/// had.
pub fn with_stack<T: Send>(stack: usize, run: impl FnOnce() -> T + Send) -> T {
    let mut found = None;
    beside(stack, vec![|| found = Some(run())], || ());
    found.unwrap_or_else(|| unreachable!("the one worker has run"))
}
