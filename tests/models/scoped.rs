//! Models of scoped threads. `shuttle` has scoped threads, unlike `loom`. It runs the source file
//! of the engine under every interleaving, with every number of threads that the system may start.
//! `make models` runs the models.

/// Replaces `src/threads/sync.rs` of the engine.
mod sync {
    pub use shuttle::sync::Mutex;
    pub use shuttle::thread::scope;
    pub use std::sync::PoisonError;

    use shuttle::thread::{Scope, ScopedJoinHandle};
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Number of threads that can still be started.
    pub static LEFT: AtomicUsize = AtomicUsize::new(0);

    /// Starts threads while [`LEFT`] is not 0.
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
#[path = "../../src/threads/scoped.rs"]
mod scoped;

use shuttle::Runner;
use shuttle::scheduler::DfsScheduler;
use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::sync::mpsc::channel;
use std::sync::atomic::Ordering as Plain;

/// Stack size in bytes, unused in the model.
const STACK: usize = 1 << 16;

/// Tries all interleavings with 0 to `max` threads beside the caller's, and prints their number.
fn exhaust(name: &str, max: usize, model: fn(usize)) {
    for given in 0..=max {
        // Shuttle warns that it checks atomics under sequential consistency only. The file itself
        // uses no atomics, only locks and joins.
        let mut config = shuttle::Config::new();
        config.silence_warnings = true;
        let runner = Runner::new(DfsScheduler::new(None, false), config);
        let interleavings = runner.run(move || {
            sync::LEFT.store(given, Plain::Relaxed);
            model(given);
        });
        println!(
            "{:<66}{interleavings:>8} interleavings",
            format!("{name}, {given} of {max} threads start")
        );
    }
}

/// Each of three items is done once, with any number of threads.
fn run_on_threads(given: usize) {
    let (next, done) = (AtomicUsize::new(0), [const { std::sync::atomic::AtomicUsize::new(0) }; 3]);
    let workers = std::sync::atomic::AtomicUsize::new(0);
    let others = scoped::run_on_threads(3, STACK, || {
        workers.fetch_add(1, Plain::Relaxed);
        loop {
            let item = next.fetch_add(1, Ordering::Relaxed);
            let Some(count) = done.get(item) else { return };
            count.fetch_add(1, Plain::Relaxed);
        }
    });
    assert!(done.iter().all(|count| count.load(Plain::Relaxed) == 1), "{done:?}");
    assert_eq!((workers.load(Plain::Relaxed), others), (given + 1, given));
}

/// The numbers that workers send arrive, and the channel closes: a worker that is not started drops
/// its sender.
fn run_with_workers(given: usize) {
    let (sender, results) = channel();
    let worker = |number: usize| {
        let sender = sender.clone();
        move || sender.send(number).expect("the receiver exists")
    };
    let workers = vec![worker(0), worker(1)];
    drop(sender);
    let receive = || std::iter::from_fn(|| results.recv().ok()).collect();
    let (mut found, had): (Vec<usize>, usize) = scoped::run_with_workers(STACK, workers, receive);
    found.sort_unstable();
    assert_eq!((&found[..], had), (&[0, 1][..given.max(1)], given));
}

/// The result is the same with and without a thread.
fn with_stack(_given: usize) {
    assert_eq!(scoped::with_stack(STACK, || 7), 7);
}

fn main() {
    exhaust("run_on_threads, three items", 2, run_on_threads);
    exhaust("run_with_workers, two workers", 2, run_with_workers);
    exhaust("with_stack", 1, with_stack);
}
