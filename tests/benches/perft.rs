//! Perft side by side: Secateur, cozy-chess and shakmaty, one thread, bulk counting, no hash, in one run.
//!
//! `cargo bench --bench perft` prints leaves per second (median of the rounds) and Secateur's ratio to each.

use secateur::chess::Board;
use secateur::chess::perft::perft;
use shakmaty::CastlingMode;
use std::time::Instant;

const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
];
const ROUNDS: usize = 7;

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut total = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            total += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                total += cozy(&child, depth - 1);
            }
        }
        false
    });
    total
}

/// Leaves per second of one count, which must be right.
fn timed(expected: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let leaves = count();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(leaves, expected, "a wrong count has no speed");
    leaves as f64 / seconds
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    println!("perft, one thread, bulk counting, no hash; median of {ROUNDS} interleaved rounds, million leaves/s");
    for (name, fen, depth, expected) in POSITIONS {
        let ours: Board = fen.parse().expect("a sound position");
        let cozy_board: cozy_chess::Board = fen.parse().expect("a sound position");
        let setup: shakmaty::fen::Fen = fen.parse().expect("a sound position");
        let shakmaty_board: shakmaty::Chess = setup.into_position(CastlingMode::Standard).expect("a sound position");
        let mut speeds = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            speeds[0].push(timed(expected, || perft(&ours, depth)));
            speeds[1].push(timed(expected, || cozy(&cozy_board, depth)));
            speeds[2].push(timed(expected, || shakmaty::perft(&shakmaty_board, depth)));
        }
        let [ours, cozy, shakmaty] = speeds.map(median);
        println!(
            "{name}, depth {depth}: secateur {:.0}, cozy-chess {:.0} (ratio {:.2}), shakmaty {:.0} (ratio {:.2})",
            ours / 1e6,
            cozy / 1e6,
            ours / cozy,
            shakmaty / 1e6,
            ours / shakmaty
        );
    }
}
