//! Models of what threads share, under `loom`: every order of events that the memory model of the
//! language allows is tried, with the very files that play. `make models` runs them and says how
//! many orders there were.

/// What `src/threads/sync.rs` is in the engine.
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
#[allow(dead_code)] // no model needs commands that are no searches
mod pending;
#[path = "../../src/search/signals.rs"]
#[allow(dead_code)] // nor the flag for work that is none
mod signals;
#[path = "../../src/search/slot.rs"]
mod slot;

use loom::thread;
use pending::{CommandKind, Pending};
use signals::Signals;
use slot::Slot;
use std::process::Command;
use std::sync::Arc as Plain;
use std::sync::atomic::{AtomicUsize, Ordering as PlainOrdering};
use threads::sync::{Arc, AtomicBool, AtomicU64, Condvar, Mutex, Ordering};

/// Counts what happens over all orders.
#[derive(Clone, Default)]
struct Count(Plain<AtomicUsize>);

impl Count {
    fn one(&self) {
        self.0.fetch_add(1, PlainOrdering::Relaxed);
    }

    fn get(&self) -> usize {
        self.0.load(PlainOrdering::Relaxed)
    }
}

/// Tries all orders, and says how many there were.
fn exhaust(name: &str, model: impl Fn() + Sync + Send + 'static) {
    let orders = Count::default();
    let counted = orders.clone();
    loom::model(move || {
        counted.one();
        model();
    });
    println!("{name:<66}{:>8} orders", orders.get());
}

/// Protocols that are known to be wrong, by name: an order must be found in which they fail.
const WRONG: [(&str, fn()); 2] = [
    ("entry: without the exclusive or", naive_entry),
    ("signals: without the lock", naive_signals),
];

/// Tries all orders of a wrong protocol, in a process of its own, for a failure may end it.
fn refute(name: &str) {
    let own = std::env::current_exe().expect("it runs");
    let output = Command::new(own).args(["--refute", name]).output().expect("it starts");
    assert!(!output.status.success(), "{name}: not refuted, so the model sees nothing");
    println!("{name:<66} refuted");
}

/// Keys and data of which no two halves make a third.
const RECORDS: [(u64, u64); 3] = [(0x1111, 0x0a), (0x2222, 0xb0), (0x4444, 0xc00)];

fn empty() -> Arc<Slot> {
    Arc::new([AtomicU64::new(0), AtomicU64::new(0)])
}

/// What the table does to find a record: none, or what was written for this very key.
fn probe(entry: &Slot, key: u64) -> Option<u64> {
    let data = slot::data_in(entry);
    (data != 0 && slot::key_of(entry, data) == key).then_some(data)
}

/// Two write, for two positions or for one, two read meanwhile, and somebody reads afterwards.
fn torn_writes(records: [(u64, u64); 2], torn: &Count) {
    let entry = empty();
    let write = |(key, data): (u64, u64)| {
        let entry = Arc::clone(&entry);
        thread::spawn(move || slot::write(&entry, key, data))
    };
    let writers = records.map(write);
    // What is found is looked for under every key: a record that was written for it, or nothing.
    let judge = |entry: &Slot| {
        let data = slot::data_in(entry);
        let key = slot::key_of(entry, data);
        let is_asked_for = data != 0 && RECORDS.iter().any(|&(other, _)| other == key);
        assert!(!is_asked_for || records.contains(&(key, data)), "{key:x} finds {data:x}");
        is_asked_for
    };
    judge(&entry);
    writers.into_iter().for_each(|writer| writer.join().expect("it writes"));
    if !judge(&entry) {
        torn.one();
    }
}

/// One looks at an entry, takes it for its own position's, and writes it anew, while another does
/// the same.
fn two_renew_an_entry() {
    let (key, _) = RECORDS[0];
    let entry = empty();
    slot::write(&entry, key, 1);
    let renew = |bit: u64| {
        let entry = Arc::clone(&entry);
        thread::spawn(move || {
            let old = probe(&entry, key).unwrap_or(0);
            slot::write(&entry, key, old | bit);
        })
    };
    let writers = [renew(2), renew(4)];
    let found = probe(&entry, key);
    assert!(found.is_none_or(|data| data & !7 == 0), "{found:?}");
    writers.into_iter().for_each(|writer| writer.join().expect("it writes"));
    assert!(RECORDS[1..].iter().all(|&(other, _)| probe(&entry, other).is_none()));
}

/// Without the exclusive or, halves of two records are taken for one.
fn naive_entry() {
    let entry = empty();
    let write = |(key, data): (u64, u64)| {
        let entry = Arc::clone(&entry);
        thread::spawn(move || {
            entry[0].store(key, Ordering::Relaxed);
            entry[1].store(data, Ordering::Relaxed);
        })
    };
    let writers = [write(RECORDS[0]), write(RECORDS[1])];
    writers.into_iter().for_each(|writer| writer.join().expect("it writes"));
    let found = (entry[0].load(Ordering::Relaxed), entry[1].load(Ordering::Relaxed));
    assert!(RECORDS.contains(&found));
}

/// A search that ends by itself, of a kind, and whoever reaches into it, each on a thread of its
/// own.
fn answered(ponder: bool, infinite: bool, acts: &'static [fn(&Signals)]) {
    let signals = Arc::new(Signals::new(ponder));
    let outside = acts.iter().map(|act| {
        let signals = Arc::clone(&signals);
        thread::spawn(move || act(&signals))
    });
    let outside: Vec<_> = outside.collect();
    signals.wait_until_answerable(infinite);
    // What is waited for has happened, and is seen.
    assert!(signals.is_stopped() || !infinite && !signals.is_pondering());
    outside.into_iter().for_each(|thread| thread.join().expect("it reaches in"));
}

/// A search that looks at the signals until it is stopped.
fn stopped() {
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
    reader.join().expect("it reaches in");
}

/// Without the lock the waking is lost between the look and the sleep.
fn naive_signals() {
    let shared = Arc::new((AtomicBool::new(false), Mutex::new(()), Condvar::new()));
    let outside = Arc::clone(&shared);
    let reader = thread::spawn(move || {
        outside.0.store(true, Ordering::Release);
        outside.2.notify_all();
    });
    let (flag, lock, changed) = &*shared;
    let mut guard = lock.lock().expect("sound");
    while !flag.load(Ordering::Acquire) {
        guard = changed.wait(guard).expect("sound");
    }
    drop(guard);
    reader.join().expect("it reaches in");
}

/// What a client sends.
#[derive(Clone, Copy)]
enum Line {
    /// `go infinite`, `go ponder`, or one that ends by itself.
    Go {
        infinite: bool,
        ponder: bool,
    },
    Stop,
    PonderHit,
    IsReady,
    /// The same as the end of input.
    Quit,
}

const INFINITE: Line = Line::Go { infinite: true, ponder: false };
const PONDER: Line = Line::Go { infinite: false, ponder: true };
const TIMED: Line = Line::Go { infinite: false, ponder: false };

/// Reader and controller as in `src/uci`: each `go` is answered, in order, and none by a stop that
/// was meant for another. Only `quit` stops what still waits, so a stop or a hit that is lost
/// leaves the controller waiting for ever, which `loom` reports.
fn conversation(lines: &'static [Line]) {
    let pending = Pending::default();
    let (sender, requests) = loom::sync::mpsc::channel();
    let readers = pending.clone();
    let reader = thread::spawn(move || {
        for line in lines {
            match *line {
                Line::Stop => readers.each(Signals::stop),
                Line::PonderHit => readers.each(Signals::ponder_hit),
                Line::IsReady => drop(readers.is_ready_at_once()),
                Line::Quit => readers.each_search(Signals::stop),
                Line::Go { infinite, ponder } => {
                    let signals = Arc::new(Signals::new(ponder));
                    readers.add(CommandKind::Search, &signals);
                    sender.send(Some((infinite, signals))).expect("the controller lives");
                }
            }
        }
        sender.send(None).expect("the controller lives");
    });
    let mut answers = 0;
    while let Some((infinite, signals)) = requests.recv().expect("the reader says when it is over")
    {
        signals.wait_until_answerable(infinite);
        pending.remove(&signals);
        answers += 1;
    }
    reader.join().expect("it reads");
    assert_eq!(answers, lines.iter().filter(|line| matches!(line, Line::Go { .. })).count());
    assert!(!pending.is_ready_at_once(), "nothing is left");
}

/// A stop that comes when its search has been answered does not end the next.
fn late_stop() {
    let pending = Pending::default();
    let [first, second] = [Arc::new(Signals::new(false)), Arc::new(Signals::new(false))];
    pending.add(CommandKind::Search, &first);
    let (readers, next) = (pending.clone(), Arc::clone(&second));
    let reader = thread::spawn(move || {
        readers.each(Signals::stop);
        readers.add(CommandKind::Search, &next);
    });
    pending.remove(&first);
    reader.join().expect("it reads");
    assert!(!second.is_stopped() && pending.is_ready_at_once());
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--refute") {
        let wrong = WRONG
            .iter()
            .find(|(name, _)| arguments.get(at + 1).is_some_and(|argument| argument == name));
        return loom::model(wrong.expect("a name of the list").1);
    }
    for (name, records) in [
        ("entry: two write for two positions", [RECORDS[0], RECORDS[1]]),
        ("entry: two write for one position", [RECORDS[0], (RECORDS[0].0, RECORDS[1].1)]),
    ] {
        let torn = Count::default();
        let counted = torn.clone();
        exhaust(name, move || torn_writes(records, &counted));
        assert!(torn.get() > 0, "{name}: no order tears the entry, so the model sees nothing");
        println!("    torn at the end in {}", torn.get());
    }
    exhaust("entry: two renew what they find", two_renew_an_entry);
    exhaust("signals: a timed search waits for no signal", || answered(false, false, &[]));
    exhaust("signals: an infinite search, stop", || answered(false, true, &[Signals::stop]));
    exhaust("signals: pondering, hit", || answered(true, false, &[Signals::ponder_hit]));
    exhaust("signals: pondering, hit and stop at once", || {
        answered(true, false, &[Signals::ponder_hit, Signals::stop]);
    });
    exhaust("signals: infinite pondering, hit and stop at once", || {
        answered(true, true, &[Signals::ponder_hit, Signals::stop]);
    });
    exhaust("signals: a search that looks until it is stopped", stopped);
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
    exhaust("protocol: a stop that comes late", late_stop);
    WRONG.iter().for_each(|(name, _)| refute(name));
}
