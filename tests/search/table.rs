//! Concurrent access to one cluster of the transposition table: each hit is a complete entry that a
//! thread stored for that key.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::Move;
use secateur::search::table::{Bound, Table, TtEntry};
use std::sync::atomic::{AtomicU64, Ordering};

/// An entry whose fields all follow from the key and the variant, so that a mixture of two entries
/// is detected.
fn entry(key: u64, variant: u16) -> TtEntry {
    let mix = (key as u16).wrapping_mul(40_503) ^ variant;
    TtEntry {
        mv: Move::from_bits(mix | 1),
        score: i32::from(mix % 1000) - 500,
        eval: Some(i32::from(mix % 777) - 300),
        depth: i32::from(mix % 100),
        bound: Bound::Exact,
        tt_pv: mix.is_multiple_of(2),
    }
}

#[test]
fn a_hit_is_always_a_complete_stored_entry() {
    const VARIANTS: u16 = 64;
    let rounds = if cfg!(debug_assertions) { 300_000 } else { 3_000_000 };
    let table = Table::new(1).expect("a table of 1 MB");
    let hits = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (table, hits) = (&table, &hits);
            scope.spawn(move || {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                for _ in 0..rounds {
                    let key = rng.random_range(1..9); // small keys share one cluster
                    if rng.random_bool(0.5) {
                        table.store(key, 0, &entry(key, rng.random_range(0..VARIANTS)));
                    } else if let Some(hit) = table.probe(key) {
                        hits.fetch_add(1, Ordering::Relaxed);
                        let fits = (0..VARIANTS).map(|variant| entry(key, variant)).any(|entry| {
                            (hit.mv, hit.score, hit.eval, hit.depth, hit.tt_pv)
                                == (entry.mv, entry.score, entry.eval, entry.depth, entry.tt_pv)
                        });
                        assert!(fits, "no thread wrote {hit:?} for key {key}");
                    }
                }
            });
        }
    });
    assert!(hits.into_inner() > 10_000, "too few hits");
}
