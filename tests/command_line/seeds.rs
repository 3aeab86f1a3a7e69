//! Unit tests of `secateur::seeds`.

use secateur::seeds::*;

#[test]
fn random_seeds_differ() {
    assert_ne!(random(), random());
}

#[test]
fn keys_are_spread_over_all_places() {
    assert_eq!([0, 1 << 62, 1 << 63, u64::MAX].map(|key| index_below(key, 4)), [0, 1, 2, 3]);
    assert_eq!(index_below(u64::MAX, 1), 0);
}
