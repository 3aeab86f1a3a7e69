//! Unit tests of `secateur::threads`.

use secateur::threads::scoped::with_stack;
use secateur::threads::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// A stack size that every system refuses, so that no thread starts.
const TOO_MUCH: usize = 1 << 60;

#[test]
fn all_work_is_done_with_any_number_of_threads() {
    for (stack, max) in [(1 << 20, 3), (TOO_MUCH, 1)] {
        let (left, workers) = (AtomicUsize::new(100), AtomicUsize::new(0));
        let others = scoped::run_on_threads(3, stack, || {
            workers.fetch_add(1, Ordering::Relaxed);
            while left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                .is_ok()
            {}
        });
        assert_eq!((left.into_inner(), workers.into_inner(), others + 1), (0, max, max));
        let (sender, results) = channel();
        let worker = |number: usize| {
            let sender = sender.clone();
            move || sender.send(number).expect("the receiver exists")
        };
        let workers = (0..3).map(worker).collect();
        drop(sender);
        let (found, had): (Vec<usize>, usize) =
            scoped::run_with_workers(stack, workers, || results.into_iter().collect());
        assert_eq!((found.len(), had.max(1)), (max, max), "each worker sends one number");
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
        let squares = map(3, stack, 10, || false, start, work);
        assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]);
        assert!((1..=3).contains(&started.into_inner()));
    }
}

#[test]
fn no_item_is_started_after_a_stop_or_without_a_state() {
    let done = AtomicUsize::new(0);
    let work = |(): &mut (), item: usize| {
        done.fetch_add(1, Ordering::Relaxed);
        Some(item)
    };
    let is_stopped = || done.load(Ordering::Relaxed) >= 5;
    let found = map(1, 1 << 20, 100, is_stopped, || Some(()), work);
    assert_eq!(found, [0, 1, 2, 3, 4]);
    assert!(map(3, 1 << 20, 100, || false, || None, work).is_empty());
    let every_third = |(): &mut (), item: usize| (item % 3 != 2).then_some(item);
    let found = map(1, 1 << 20, 100, || false, || Some(()), every_third);
    assert_eq!(found, [0, 1], "`None` ends the thread");
}
