//! Unit tests of `secateur::huge_pages`.

use secateur::huge_pages::*;
use std::sync::atomic::Ordering;

#[test]
fn a_paged_value_is_zeroed_and_writable() {
    for mut numbers in
        [Paged::<[u64; 1000]>::zeroed(), Paged::try_zeroed_small().expect("enough memory")]
    {
        assert!(numbers.get().iter().all(|&number| number == 0));
        numbers.get_mut()[999] = 7;
        assert_eq!((numbers.get()[998], numbers.get()[999]), (0, 7));
    }
}

#[test]
fn frozen_values_equal_the_copied_values() {
    let numbers: Vec<u64> = (0..300_000).collect();
    assert_eq!(Frozen::copy_of(&numbers).all(), numbers);
}

#[test]
fn cache_lines_are_written_and_cleared_by_several_threads() {
    let mut lines = CacheLines::new(MIN_SHARE + 1, 2).expect("enough memory");
    std::thread::scope(|scope| {
        for line in [0, MIN_SHARE] {
            let written = &lines.all()[line].0[7];
            scope.spawn(move || written.store(9, Ordering::Relaxed));
        }
    });
    let sum = |lines: &CacheLines| -> u64 {
        lines.all().iter().flat_map(|line| &line.0).map(|word| word.load(Ordering::Relaxed)).sum()
    };
    assert_eq!(sum(&lines), 18);
    lines.clear(2);
    assert_eq!(sum(&lines), 0);
}

#[test]
fn allocation_of_an_impossible_size_returns_none() {
    assert!(CacheLines::new(usize::MAX, 1).is_none());
    assert!(map(usize::MAX).is_none() && map(1 << 60).is_none());
    assert!(map(1).is_some_and(|map| map.len() == HUGE && map.iter().all(|&byte| byte == 0)));
}
