//! Unit tests of `secateur::search::order::continuation`.

use secateur::huge_pages::Paged;
use secateur::search::order::continuation::*;
use secateur::search::order::tables::LIMIT;

#[test]
fn sum_of_the_entries_approaches_twice_the_limit() {
    let mut pages: Paged<ContinuationHistory> = Paged::zeroed();
    let continuation = pages.get_mut();
    let sum = |continuation: &ContinuationHistory| {
        [1, 2, 3].map(|row| i32::from(continuation.scores_after(row)[7])).iter().sum::<i32>()
    };
    (0..10_000).for_each(|_| continuation.update(&[Some(1), Some(2), Some(3)], 7, 1_000));
    // Bonuses are rounded, so the sum may exceed twice the limit by one for each entry.
    assert!(
        (2 * LIMIT * 9 / 10..2 * LIMIT + 3).contains(&sum(continuation)),
        "{}",
        sum(continuation)
    );
    // A single entry stays within its own limit.
    (0..10_000).for_each(|_| continuation.update(&[None, Some(2), None], 7, -1_000));
    assert_eq!(
        (continuation.scores_after(2)[7], continuation.scores_after(2)[8]),
        (-LIMIT as i16, 0)
    );
}
