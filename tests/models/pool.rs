//! Models of the threads that share out work, under `shuttle` (which has scopes, as `loom` has
//! not): every order of their events is tried, with every number of threads that the system may
//! give, and with the very file that plays. `make models` runs them.

/// What `src/threads/sync.rs` is in the engine.
mod sync {
    pub use shuttle::sync::Mutex;
    pub use shuttle::thread::scope;
    pub use std::sync::PoisonError;

    use shuttle::thread::{Scope, ScopedJoinHandle};
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Threads that the system still gives.
    pub static LEFT: AtomicUsize = AtomicUsize::new(0);

    /// Starts threads while there are any.
    pub struct Builder;

    impl Builder {
        pub fn new() -> Builder {
            Builder
        }

        pub fn stack_size(self, _bytes: usize) -> Builder {
            self
        }

        pub fn spawn_scoped<'scope, T: Send + 'static>(
            self,
            scope: &'scope Scope<'scope, '_>,
            run: impl FnOnce() -> T + Send + 'scope,
        ) -> io::Result<ScopedJoinHandle<'scope, T>> {
            let taken =
                LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            taken.map(|_| scope.spawn(run)).map_err(|_| io::Error::other("no more threads"))
        }
    }
}
#[path = "../../src/threads/pool.rs"]
mod pool;

use shuttle::Runner;
use shuttle::scheduler::DfsScheduler;
use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::sync::mpsc::channel;
use std::sync::atomic::Ordering as Plain;

/// Stack size in bytes, unused in the model.
const STACK: usize = 1 << 16;

/// Tries all interleavings with 0 to `most` threads beside the caller's, and prints their number.
fn exhaust(name: &str, most: usize, model: fn(usize)) {
    for given in 0..=most {
        // Atomics are tried in sequence only, and it warns of that: the pool's own events are locks
        // and joins.
        let mut config = shuttle::Config::new();
        config.silence_warnings = true;
        let runner = Runner::new(DfsScheduler::new(None, false), config);
        let orders = runner.run(move || {
            sync::LEFT.store(given, Plain::Relaxed);
            model(given);
        });
        println!("{:<66}{orders:>8} orders", format!("{name}, {given} of {most} threads given"));
    }
}

/// Three pieces of work are each done once, by as many threads as there are.
fn share_out(given: usize) {
    let (next, done) = (AtomicUsize::new(0), [const { std::sync::atomic::AtomicUsize::new(0) }; 3]);
    let workers = std::sync::atomic::AtomicUsize::new(0);
    let others = pool::share_out(3, STACK, || {
        workers.fetch_add(1, Plain::Relaxed);
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            let Some(place) = done.get(piece) else { return };
            place.fetch_add(1, Plain::Relaxed);
        }
    });
    assert!(done.iter().all(|times| times.load(Plain::Relaxed) == 1), "{done:?}");
    assert_eq!((workers.load(Plain::Relaxed), others), (given + 1, given));
}

/// What workers hand over arrives, and the caller hears of the end: whoever is not started lets go
/// of what it would have reported.
fn beside(given: usize) {
    let (sender, results) = channel();
    let worker = |number: usize| {
        let sender = sender.clone();
        move || sender.send(number).expect("somebody listens")
    };
    let workers = vec![worker(0), worker(1)];
    drop(sender);
    let hear = || std::iter::from_fn(|| results.recv().ok()).collect();
    let (mut found, had): (Vec<usize>, usize) = pool::beside(STACK, workers, hear);
    found.sort_unstable();
    assert_eq!((&found[..], had), (&[0, 1][..given.max(1)], given));
}

/// There is a result, with a thread or without.
fn with_stack(_given: usize) {
    assert_eq!(pool::with_stack(STACK, || 7), 7);
}

fn main() {
    exhaust("share_out among three", 2, share_out);
    exhaust("beside, two workers", 2, beside);
    exhaust("with_stack", 1, with_stack);
}
