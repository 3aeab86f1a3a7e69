//! Threads hammering one cluster of the table: what is found is always something that was stored,
//! whole, for that key.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::Move;
use secateur::search::table::{Bound, Table, TtEntry};
use std::sync::atomic::{AtomicU64, Ordering};

/// Every field follows from the key and the variant, so that a mixture of two records gives itself
/// away.
fn record(key: u64, variant: u16) -> TtEntry {
    let mix = (key as u16).wrapping_mul(40_503) ^ variant;
    TtEntry {
        mv: Move::from_bits(mix | 1),
        score: i32::from(mix % 1000) - 500,
        eval: Some(i32::from(mix % 777) - 300),
        depth: i32::from(mix % 100),
        bound: Bound::Exact,
        is_pv: mix.is_multiple_of(2),
    }
}

#[test]
fn a_hit_is_always_some_written_record() {
    const VARIANTS: u16 = 64;
    let rounds = if cfg!(debug_assertions) { 300_000 } else { 3_000_000 };
    let table = Table::new(1).expect("a megabyte");
    let hits = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (table, hits) = (&table, &hits);
            scope.spawn(move || {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                for _ in 0..rounds {
                    let key = rng.random_range(1..9); // small keys share one cluster
                    if rng.random_bool(0.5) {
                        table.store(key, 0, &record(key, rng.random_range(0..VARIANTS)));
                    } else if let Some(hit) = table.probe(key) {
                        hits.fetch_add(1, Ordering::Relaxed);
                        let fits =
                            (0..VARIANTS).map(|variant| record(key, variant)).any(|record| {
                                (hit.mv, hit.score, hit.eval, hit.depth, hit.was_pv)
                                    == (
                                        record.mv,
                                        record.score,
                                        record.eval,
                                        record.depth,
                                        record.is_pv,
                                    )
                            });
                        assert!(fits, "no thread wrote {hit:?} for key {key}");
                    }
                }
            });
        }
    });
    assert!(hits.into_inner() > 10_000, "too few hits to show anything");
}
