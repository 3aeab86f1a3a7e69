//! Scoped threads, some of which the system may refuse. `tests/models/scoped.rs` checks them under
//! all schedules and with all numbers of refused threads.

use super::sync::{Builder, Mutex, PoisonError, scope};
use memmap2::MmapOptions;

/// Address space that a thread may need beside its stack, in bytes: its search memory, and a malloc
/// arena (glibc reserves 128 MB for a moment).
const BESIDE_STACK: usize = 160 << 20;

/// Whether there is address space for another thread with this stack, and for what the started
/// threads may still allocate. A thread that starts and then finds no memory would abort the
/// process. The first thread is always tried.
fn has_room(stack: usize, started: usize) -> bool {
    let wanted = BESIDE_STACK.saturating_mul(started + 1).saturating_add(stack);
    // Addresses only, which are given back at once.
    started == 0 || MmapOptions::new().len(wanted).no_reserve_swap().map_anon().is_ok()
}

/// Runs the same `work` on up to `threads` threads including the caller's; returns how many other
/// threads started.
pub fn run_on_threads(threads: usize, stack: usize, work: impl Fn() + Sync) -> usize {
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

/// Runs each worker on its own thread while the caller runs `meanwhile`; returns its result and the
/// number of threads started. Workers without a thread are dropped; if there is no thread at all,
/// the first worker runs before `meanwhile`.
pub fn run_with_workers<W: FnOnce() + Send, T>(
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
        // A dropped worker closes its channel, by which `meanwhile` notices the end.
        workers[started..]
            .iter()
            .for_each(|worker| drop(worker.lock().unwrap_or_else(PoisonError::into_inner).take()));
        (meanwhile(), started)
    })
}

/// Runs a function on a thread with `stack` bytes of stack, or on the caller's thread if none can
/// be started.
pub fn with_stack<T: Send>(stack: usize, run: impl FnOnce() -> T + Send) -> T {
    let mut found = None;
    run_with_workers(stack, vec![|| found = Some(run())], || ());
    found.unwrap_or_else(|| unreachable!("the one worker has run"))
}
