//! Models of the state that threads share. `loom` runs the source files of the engine under every
//! interleaving that the memory model allows. `make models` runs them and prints the number of
//! interleavings.

/// Replaces `src/threads/sync.rs` of the engine.
mod threads {
    pub mod sync {
        pub use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
        pub use loom::sync::{Arc, Condvar, Mutex};
        pub use std::sync::PoisonError;
    }
}
mod search {
    pub use crate::signals::Signals;
}
#[path = "../../src/uci/pending.rs"]
#[allow(dead_code)] // the models use only searches
mod pending;
#[path = "../../src/search/signals.rs"]
#[allow(dead_code)] // the models do not use the flag for other work
mod signals;
#[path = "../../src/search/slot.rs"]
mod slot;

use loom::thread;
use pending::{CommandKind, Pending, ReadyAt};
use signals::Signals;
use slot::Slot;
use std::process::Command;
use std::sync::Arc as Plain;
use std::sync::atomic::{AtomicUsize, Ordering as PlainOrdering};
use threads::sync::{Arc, AtomicBool, AtomicU64, Condvar, Mutex, Ordering};

/// Counter of events in all interleavings.
#[derive(Clone, Default)]
struct Counter(Plain<AtomicUsize>);

impl Counter {
    fn increment(&self) {
        self.0.fetch_add(1, PlainOrdering::Relaxed);
    }

    fn get(&self) -> usize {
        self.0.load(PlainOrdering::Relaxed)
    }
}

/// Checks the model under all interleavings, and prints their number.
fn exhaust(name: &str, model: impl Fn() + Sync + Send + 'static) {
    let interleavings = Counter::default();
    let counter = interleavings.clone();
    loom::model(move || {
        counter.increment();
        model();
    });
    println!("{name:<66}{:>8} interleavings", interleavings.get());
}

/// Broken variants by name: each must fail in some interleaving.
const BROKEN: [(&str, fn()); 2] =
    [("entry: without xor", naive_entry), ("signals: without the lock", naive_signals)];

/// Checks that a broken variant fails, in a separate process, since the failure may abort it.
fn refute(name: &str) {
    let program = std::env::current_exe().expect("the path of the program is known");
    let output =
        Command::new(program).args(["--refute", name]).output().expect("the program starts");
    assert!(!output.status.success(), "{name}: no interleaving fails, so the model is too weak");
    println!("{name:<66} refuted");
}

/// Keys and data of entries. Halves of two entries never form a third.
const ENTRIES: [(u64, u64); 3] = [(0x1111, 0x0a), (0x2222, 0xb0), (0x4444, 0xc00)];

fn empty() -> Arc<Slot> {
    Arc::new([AtomicU64::new(0), AtomicU64::new(0)])
}

/// Probes the slot as the table does: the data that was written for this key, or `None`.
fn probe(entry: &Slot, key: u64) -> Option<u64> {
    let data = slot::data_in(entry);
    (data != 0 && slot::key_of(entry, data) == key).then_some(data)
}

/// Two threads write entries of two positions or of one. A third reads meanwhile and afterwards.
fn torn_writes(entries: [(u64, u64); 2], torn: &Counter) {
    let entry = empty();
    let write = |(key, data): (u64, u64)| {
        let entry = Arc::clone(&entry);
        thread::spawn(move || slot::write(&entry, key, data))
    };
    let writers = entries.map(write);
    // If the key of the slot is one of the keys, its data were written for this key.
    let check = |entry: &Slot| {
        let data = slot::data_in(entry);
        let key = slot::key_of(entry, data);
        let is_hit = data != 0 && ENTRIES.iter().any(|&(other, _)| other == key);
        assert!(!is_hit || entries.contains(&(key, data)), "{key:x}: hit with {data:x}");
        is_hit
    };
    check(&entry);
    writers.into_iter().for_each(|writer| writer.join().expect("the writer does not panic"));
    if !check(&entry) {
        torn.increment();
    }
}

/// Two threads refresh one entry: each probes it, and writes it with one bit changed.
fn two_threads_refresh_an_entry() {
    let (key, _) = ENTRIES[0];
    let entry = empty();
    slot::write(&entry, key, 1);
    let refresh = |bit: u64| {
        let entry = Arc::clone(&entry);
        thread::spawn(move || {
            let old = probe(&entry, key).unwrap_or(0);
            slot::write(&entry, key, old | bit);
        })
    };
    let writers = [refresh(2), refresh(4)];
    let found = probe(&entry, key);
    assert!(found.is_none_or(|data| data & !7 == 0), "{found:?}");
    writers.into_iter().for_each(|writer| writer.join().expect("the writer does not panic"));
    assert!(ENTRIES[1..].iter().all(|&(other, _)| probe(&entry, other).is_none()));
}

/// Without xor, halves of two entries form an entry.
fn naive_entry() {
    let entry = empty();
    let write = |(key, data): (u64, u64)| {
        let entry = Arc::clone(&entry);
        thread::spawn(move || {
            entry[0].store(key, Ordering::Relaxed);
            entry[1].store(data, Ordering::Relaxed);
        })
    };
    let writers = [write(ENTRIES[0]), write(ENTRIES[1])];
    writers.into_iter().for_each(|writer| writer.join().expect("the writer does not panic"));
    let found = (entry[0].load(Ordering::Relaxed), entry[1].load(Ordering::Relaxed));
    assert!(ENTRIES.contains(&found));
}

/// A search that has finished and waits until it may answer, while each of `acts` runs on its own
/// thread.
fn finished_search(ponder: bool, infinite: bool, acts: &'static [fn(&Signals)]) {
    let signals = Arc::new(Signals::new(ponder));
    let outside = acts.iter().map(|act| {
        let signals = Arc::clone(&signals);
        thread::spawn(move || act(&signals))
    });
    let outside: Vec<_> = outside.collect();
    signals.wait_until_answerable(infinite);
    // The awaited signal is visible to the search.
    assert!(signals.is_stopped() || !infinite && !signals.is_pondering());
    outside.into_iter().for_each(|thread| thread.join().expect("the thread does not panic"));
}

/// A search that polls the signals until it is stopped.
fn polling_search() {
    let signals = Arc::new(Signals::new(true));
    let outside = Arc::clone(&signals);
    let reader = thread::spawn(move || {
        outside.ponder_hit();
        outside.stop();
    });
    while !signals.is_stopped() {
        thread::yield_now();
    }
    signals.wait_until_answerable(true);
    reader.join().expect("the thread does not panic");
}

/// Without the lock, the notification can come between the check and the wait, and is lost.
fn naive_signals() {
    let shared = Arc::new((AtomicBool::new(false), Mutex::new(()), Condvar::new()));
    let outside = Arc::clone(&shared);
    let reader = thread::spawn(move || {
        outside.0.store(true, Ordering::Release);
        outside.2.notify_all();
    });
    let (flag, lock, changed) = &*shared;
    let mut guard = lock.lock().expect("the lock is not poisoned");
    while !flag.load(Ordering::Acquire) {
        guard = changed.wait(guard).expect("the lock is not poisoned");
    }
    drop(guard);
    reader.join().expect("the thread does not panic");
}

/// A command of the GUI.
#[derive(Clone, Copy)]
enum Line {
    /// `go infinite`, `go ponder`, or a `go` that ends by itself.
    Go {
        infinite: bool,
        ponder: bool,
    },
    Stop,
    PonderHit,
    IsReady,
    /// `quit` or the end of input.
    Quit,
}

const INFINITE: Line = Line::Go { infinite: true, ponder: false };
const PONDER: Line = Line::Go { infinite: false, ponder: true };
const TIMED: Line = Line::Go { infinite: false, ponder: false };

/// Reader and controller as in `src/uci`: each `go` gets one answer. Only `quit` stops searches
/// that still wait. If a `stop` or `ponderhit` is lost, the controller waits forever, which `loom`
/// reports.
fn conversation(lines: &'static [Line]) {
    let pending = Pending::default();
    let (sender, requests) = loom::sync::mpsc::channel();
    let readers = pending.clone();
    let reader = thread::spawn(move || {
        let mut deferred = 0;
        for line in lines {
            match *line {
                Line::Stop => readers.for_each(Signals::stop),
                Line::PonderHit => readers.for_each(Signals::ponder_hit),
                Line::IsReady => {
                    deferred += usize::from(readers.schedule_ready() == ReadyAt::SearchStart);
                }
                Line::Quit => readers.for_each_search(Signals::stop),
                Line::Go { infinite, ponder } => {
                    let signals = Arc::new(Signals::new(ponder));
                    readers.add(CommandKind::Search, &signals);
                    sender.send(Some((infinite, signals))).expect("the controller is running");
                }
            }
        }
        sender.send(None).expect("the controller is running");
        deferred
    });
    let (mut answers, mut ready) = (0, 0);
    while let Some((infinite, signals)) =
        requests.recv().expect("the reader sends `None` at its end")
    {
        ready += pending.begin(&signals);
        signals.wait_until_answerable(infinite);
        pending.remove(&signals);
        answers += 1;
    }
    let deferred = reader.join().expect("the reader does not panic");
    assert_eq!(ready, deferred, "each isready is answered once");
    assert_eq!(answers, lines.iter().filter(|line| matches!(line, Line::Go { .. })).count());
    assert_eq!(pending.schedule_ready(), ReadyAt::ItsTurn, "no command is pending");
}

/// A `stop` that comes after the answer of its search does not stop the next search.
fn late_stop() {
    let pending = Pending::default();
    let [first, second] = [Arc::new(Signals::new(false)), Arc::new(Signals::new(false))];
    pending.add(CommandKind::Search, &first);
    let (readers, next) = (pending.clone(), Arc::clone(&second));
    let reader = thread::spawn(move || {
        readers.for_each(Signals::stop);
        readers.add(CommandKind::Search, &next);
    });
    pending.remove(&first);
    reader.join().expect("the reader does not panic");
    assert!(!second.is_stopped() && pending.schedule_ready() == ReadyAt::SearchStart);
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--refute") {
        let broken = BROKEN
            .iter()
            .find(|(name, _)| arguments.get(at + 1).is_some_and(|argument| argument == name));
        return loom::model(broken.expect("the name of a broken variant").1);
    }
    for (name, entries) in [
        ("entry: two writers, two positions", [ENTRIES[0], ENTRIES[1]]),
        ("entry: two writers, one position", [ENTRIES[0], (ENTRIES[0].0, ENTRIES[1].1)]),
    ] {
        let torn = Counter::default();
        let counter = torn.clone();
        exhaust(name, move || torn_writes(entries, &counter));
        assert!(
            torn.get() > 0,
            "{name}: no interleaving tears the entry, so the model is too weak"
        );
        println!("    torn at the end in {} interleavings", torn.get());
    }
    exhaust("entry: two threads refresh an entry", two_threads_refresh_an_entry);
    exhaust("signals: a timed search waits for no signal", || finished_search(false, false, &[]));
    exhaust("signals: an infinite search, stop", || finished_search(false, true, &[Signals::stop]));
    exhaust("signals: pondering, hit", || finished_search(true, false, &[Signals::ponder_hit]));
    exhaust("signals: pondering, hit and stop at once", || {
        finished_search(true, false, &[Signals::ponder_hit, Signals::stop]);
    });
    exhaust("signals: infinite pondering, hit and stop at once", || {
        finished_search(true, true, &[Signals::ponder_hit, Signals::stop]);
    });
    exhaust("signals: a search that polls until it is stopped", polling_search);
    exhaust("protocol: go infinite, stop", || conversation(&[INFINITE, Line::Stop]));
    exhaust("protocol: stop, go infinite, isready, quit", || {
        conversation(&[Line::Stop, INFINITE, Line::IsReady, Line::Quit]);
    });
    exhaust("protocol: go ponder, ponderhit", || conversation(&[PONDER, Line::PonderHit]));
    exhaust("protocol: go ponder, ponderhit, stop", || {
        conversation(&[PONDER, Line::PonderHit, Line::Stop]);
    });
    exhaust("protocol: go, ponderhit, go ponder, stop", || {
        conversation(&[TIMED, Line::PonderHit, PONDER, Line::Stop]);
    });
    exhaust("protocol: go infinite, go ponder, quit", || {
        conversation(&[INFINITE, PONDER, Line::Quit]);
    });
    exhaust("protocol: a late stop", late_stop);
    BROKEN.iter().for_each(|(name, _)| refute(name));
}
