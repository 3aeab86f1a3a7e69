//! Perft speed of Secateur, cozy-chess and shakmaty in one run: one thread, bulk counting, no hash.
//!
//! `cargo bench --bench perft` prints leaves per second (median of the rounds) and Secateur's ratio
//! to each (median of the rounds' ratios).

use secateur::chess::Board;
use secateur::chess::perft::perft;
use shakmaty::CastlingMode;
use std::time::Instant;

const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];
const ROUNDS: usize = 7;

/// cozy-chess in its fastest form: one function counts the last ply, the other recurses, and no
/// closure tests the depth.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod cozy {
    use cozy_chess::Board;

    /// Leaves per second.
    pub fn speed(fen: &str, depth: u32, expected: u64) -> Option<f64> {
        let board: Board = fen.parse().expect("valid FEN");
        Some(super::timed(expected, || count(&board, depth)))
    }

    fn count(board: &Board, depth: u32) -> u64 {
        if depth == 1 {
            return count_leaves(board);
        }
        let mut total = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                total += count(&child, depth - 1);
            }
            false
        });
        total
    }

    fn count_leaves(board: &Board) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        leaves
    }
}

/// Without PEXT, cozy-chess is not measured, as it would not be in its fastest form.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
mod cozy {
    pub fn speed(_fen: &str, _depth: u32, _expected: u64) -> Option<f64> {
        None
    }
}

/// Leaves per second of one count. Panics if the count is wrong.
fn timed(expected: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let leaves = count();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(leaves, expected, "wrong count");
    leaves as f64 / seconds
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Median of the speed ratios of the rounds. A disturbance affects both programs of a round.
fn ratio(ours: &[f64], other: &[f64]) -> f64 {
    median(&ours.iter().zip(other).map(|(ours, other)| ours / other).collect::<Vec<_>>())
}

fn main() {
    println!(
        "perft, one thread, bulk counting, no hash; medians of {ROUNDS} interleaved rounds, \
         million leaves/s"
    );
    for (name, fen, depth, expected) in POSITIONS {
        let ours: Board = fen.parse().expect("valid FEN");
        let setup: shakmaty::fen::Fen = fen.parse().expect("valid FEN");
        let shakmaty_board: shakmaty::Chess =
            setup.into_position(CastlingMode::Standard).expect("valid FEN");
        let [mut own, mut cozys, mut shakmatys] = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            own.push(timed(expected, || perft(&ours, depth)));
            cozys.extend(cozy::speed(fen, depth, expected));
            shakmatys.push(timed(expected, || shakmaty::perft(&shakmaty_board, depth)));
        }
        print!("{name}, depth {depth}: secateur {:.0}", median(&own) / 1e6);
        for (peer, speeds) in [("cozy-chess", cozys), ("shakmaty", shakmatys)] {
            if !speeds.is_empty() {
                let ratio = ratio(&own, &speeds);
                print!(", {peer} {:.0} (ratio {ratio:.2})", median(&speeds) / 1e6);
            }
        }
        println!();
    }
}
