//! Perft of positions with known leaf counts, in standard chess and Chess960.
//!
//! Counts above a limit are skipped. The limit is 10^8 leaves in optimized builds (`make test`) and
//! smaller with debug assertions.

use secateur::chess::perft::{PerftCase, perft};
use std::sync::atomic::{AtomicUsize, Ordering};

const MAX_LEAVES: u64 = if cfg!(debug_assertions) { 100_000 } else { 100_000_000 };

fn check(name: &str, text: &str, positions: usize) {
    let cases: Vec<PerftCase> = text.lines().map(|line| line.parse().expect(line)).collect();
    assert_eq!(cases.len(), positions, "{name}: number of positions");
    let next = AtomicUsize::new(0);
    let checked = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for &(depth, leaves) in
                        case.counts.iter().filter(|(_, leaves)| *leaves <= MAX_LEAVES)
                    {
                        assert_eq!(
                            perft(&case.board, depth),
                            leaves,
                            "{name}: {} at depth {depth}",
                            case.fen
                        );
                        checked.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert!(checked.into_inner() > 0, "{name}: no count is within the limit");
}

#[test]
fn standard() {
    check("perft-standard.epd", include_str!("../../epd/perft-standard.epd"), 128);
}

#[test]
fn chess960() {
    check("perft-chess960.epd", include_str!("../../epd/perft-chess960.epd"), 960);
}

#[test]
fn tricky() {
    check("perft-tricky.epd", include_str!("../../epd/perft-tricky.epd"), 25);
}
