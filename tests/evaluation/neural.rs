//! The network: cached accumulators equal those computed from scratch, all kernels compute the same
//! scores, the evaluation is symmetric in colour, and files survive a round trip.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::Board;
use secateur::eval::neural::accumulator::AccumulatorStack;
use secateur::eval::neural::features::{INPUTS_PER_KING_BUCKET, KingBuckets, OUTPUT_BUCKETS};
use secateur::eval::neural::network::{Network, Origin};
use secateur::eval::neural::quantization::{MAX_FIRST, MAX_SECOND, MAX_SUM};
use secateur::eval::neural::{evaluate, evaluate_with_cache, file, kernels};
use secateur::files::hash::fnv1a;
use secateur::huge_pages::Paged;

/// Number of positions of the accumulator test, more in release builds.
const POSITIONS: usize = if cfg!(debug_assertions) { 60_000 } else { 10_000_000 };

/// Start positions with castling, Chess960, early promotions and kings that cross the middle files.
const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/pp3k2/2p4p/P4p2/1P3P2/2P1K1P1/7P/8 w - - 0 1",
];

/// A network of random weights up to these magnitudes: first layer, its bias, second layer.
fn network(hidden: usize, max: [i32; 3], seed: u64) -> Network {
    network_of(KingBuckets::FOUR, hidden, max, seed)
}

fn network_of(king_buckets: &KingBuckets, hidden: usize, max: [i32; 3], seed: u64) -> Network {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut numbers = |count: usize, max: i32| -> Vec<i16> {
        (0..count).map(|_| rng.random_range(-max..=max) as i16).collect()
    };
    let (first, bias) = (numbers(king_buckets.inputs() * hidden, max[0]), numbers(hidden, max[1]));
    let second = numbers(OUTPUT_BUCKETS * 2 * hidden, max[2]);
    let tail = std::array::from_fn(|bucket| bucket as i32 * 1000 - 3000);
    Network::new(&first, &bias, &second, tail, 300, Origin::default())
        .expect("weights within limits")
}

/// A network whose weights have the maximum magnitude and random signs.
fn extreme(hidden: usize, seed: u64) -> Network {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut numbers = |count: usize, max: i32| -> Vec<i16> {
        (0..count).map(|_| if rng.random_range(0..4) == 0 { -max } else { max } as i16).collect()
    };
    let inputs = KingBuckets::FOUR.inputs();
    let (first, bias) = (numbers(inputs * hidden, MAX_FIRST), numbers(hidden, MAX_FIRST));
    let second =
        numbers(OUTPUT_BUCKETS * 2 * hidden, MAX_SECOND.min(MAX_SUM / (2 * hidden as i32)));
    Network::new(&first, &bias, &second, [0; OUTPUT_BUCKETS], 16_384, Origin::default())
        .expect("weights within limits")
}

/// Plays random moves, null moves and take-backs, and calls `check` with lines of positions.
fn walk(positions: usize, seed: u64, mut check: impl FnMut(&[Board])) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut seen = 0;
    for game in 0.. {
        let mut line: Vec<Board> = vec![STARTS[game % STARTS.len()].parse().expect("valid FEN")];
        while line.len() < 200 {
            // As in a search, some positions are not evaluated.
            if rng.random_range(0..3) > 0 {
                check(&line);
                seen += 1;
            }
            if seen >= positions {
                return;
            }
            let board = *line.last().expect("the line is not empty");
            let moves = board.legal_moves();
            match rng.random_range(0..20) {
                0..5 if line.len() > 1 => drop(line.pop()),
                5 if !board.in_check() => line.push(board.after_null()),
                _ if moves.is_empty() => break,
                _ => line.push(board.after(moves[rng.random_range(0..moves.len())])),
            }
        }
    }
}

#[test]
fn cached_accumulators_equal_those_from_scratch() {
    let [one, four, eight] = KingBuckets::ALL;
    let networks =
        [(four, 32), (four, 64), (eight, 32), (one, 32)].map(|(king_buckets, hidden)| {
            network_of(king_buckets, hidden, [60, 60, 60], hidden as u64)
        });
    let mut pages = Paged::<AccumulatorStack>::zeroed();
    let memory = pages.get_mut();
    let mut number = 0;
    walk(POSITIONS, 7, |line| {
        number += 1;
        // A GUI may change the network between searches.
        let network = &networks[number / 1000 % networks.len()];
        let board = line.last().expect("the line is not empty");
        assert_eq!(evaluate_with_cache(network, line, memory), evaluate(network, board), "{board}");
    });
    assert_eq!(number, POSITIONS);
}

#[test]
fn all_kernels_compute_the_same_scores() {
    let networks = [
        network(32, [300, 300, 127], 1),
        network(256, [40, 40, 60], 2),
        extreme(32, 3),
        extreme(256, 4),
        extreme(512, 5),
        network_of(KingBuckets::EIGHT, 512, [40, 40, 60], 6),
        network(224, [40, 40, 60], 7),
    ];
    let names: Vec<&str> = kernels::available().map(|kernels| kernels.name).collect();
    println!("available kernels: {names:?}");
    assert_eq!(names.last(), Some(&"portable"));
    let mut distinct = Vec::new();
    for network in &networks {
        let all: Vec<Network> =
            kernels::available().map(|kernels| network.with_kernels(kernels)).collect();
        let mut pages: Vec<Paged<AccumulatorStack>> = all.iter().map(|_| Paged::zeroed()).collect();
        let mut scores = std::collections::HashSet::new();
        walk(2000, 11, |line| {
            let found: Vec<i32> = all
                .iter()
                .zip(&mut pages)
                .map(|(network, pages)| evaluate_with_cache(network, line, pages.get_mut()))
                .collect();
            assert!(found.iter().all(|score| *score == found[0]), "{names:?}: {found:?}");
            scores.insert(found[0]);
        });
        distinct.push(scores.len());
    }
    assert!(distinct[0] > 20 && distinct[1] > 20, "too few different scores: {distinct:?}");
}

#[test]
fn the_evaluation_is_symmetric_in_colour() {
    let network = network(64, [60, 60, 60], 3);
    walk(3000, 5, |line| {
        let board = line.last().expect("the line is not empty");
        assert_eq!(evaluate(&network, board), evaluate(&network, &board.mirrored()), "{board}");
    });
}

/// A network file of four king buckets, reduced to the weights of the first king bucket.
fn without_king_buckets(bytes: &[u8]) -> Vec<u8> {
    let (begin, end) =
        (128 + 2 * INPUTS_PER_KING_BUCKET * 32, 128 + 2 * 4 * INPUTS_PER_KING_BUCKET * 32);
    let mut short = [&bytes[..begin], &bytes[end..]].concat();
    short[12..16].copy_from_slice(&(INPUTS_PER_KING_BUCKET as u32).to_le_bytes());
    short[56..64].fill(0);
    let hash = fnv1a(&short);
    short[56..64].copy_from_slice(&hash.to_le_bytes());
    short
}

/// The number of inputs in a file selects the king buckets. A network whose king buckets have equal
/// weights evaluates like a network of one king bucket.
#[test]
fn files_of_every_number_of_king_buckets_are_read() {
    let plain = network_of(KingBuckets::ONE, 32, [60, 60, 60], 4);
    let (bias, second) = (plain.first().1.collect::<Vec<i16>>(), plain.second().0);
    let second: Vec<i16> = second.collect();
    for king_buckets in KingBuckets::ALL {
        let first: Vec<i16> = plain.first().0.collect::<Vec<i16>>().repeat(king_buckets.count());
        let tail = *plain.second().1;
        let equal = Network::new(&first, &bias, &second, tail, 300, Origin::default());
        let read = file::from_bytes(&file::to_bytes(&equal.expect("weights within limits")))
            .expect("the file is valid");
        assert_eq!((read.king_buckets(), read.has_king_buckets()), (king_buckets, false));
        walk(500, 3, |line| {
            let board = line.last().expect("the line is not empty");
            assert_eq!(evaluate(&read, board), evaluate(&plain, board), "{board}");
        });
    }
    let eight = network_of(KingBuckets::EIGHT, 32, [60, 60, 60], 4);
    assert!(eight.has_king_buckets() && eight.king_buckets() == KingBuckets::EIGHT);
}

#[test]
fn files_survive_a_round_trip_and_damage_gives_a_reason() {
    let origin = Origin { generation: 3, games: 1 << 40, positions: 7, commit: "abc".to_owned() };
    let plain = network(32, [60, 60, 60], 9);
    let (first, bias) = plain.first();
    let (second, tail) = plain.second();
    let (first, bias, second): (Vec<_>, Vec<_>, Vec<_>) =
        (first.collect(), bias.collect(), second.collect());
    let network = Network::new(&first, &bias, &second, *tail, 271, origin.clone())
        .expect("weights within limits");
    let bytes = file::to_bytes(&network);
    let again = file::from_bytes(&bytes).expect("the file is valid");
    assert_eq!(
        (again.hash(), again.scale(), again.origin(), again.hidden()),
        (network.hash(), 271, &origin, 32)
    );
    assert_eq!(file::to_bytes(&again), bytes);
    let reason = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        file::from_bytes(&bytes).expect_err("damage is an error").to_string()
    };
    assert!(reason(&|bytes| bytes[0] = b'X').contains("SECATNET"));
    assert!(reason(&|bytes| bytes.truncate(20)).contains("has 20 bytes"));
    assert!(reason(&|bytes| bytes.truncate(2000)).contains("has 2000 bytes"));
    assert!(reason(&|bytes| bytes.push(0)).contains("bytes, expected"));
    assert!(reason(&|bytes| bytes[8] = 9).contains("version 9, expected 1"));
    assert!(reason(&|bytes| bytes[12] = 1).contains("expected 768 or 3072 or 6144 inputs"));
    assert!(reason(&|bytes| bytes[16] = 33).contains("multiple of 32"));
    for place in [32, 40, 70, 500, bytes.len() - 1] {
        assert!(reason(&|bytes| bytes[place] ^= 1).contains("damaged"), "{place}");
    }
    let one_bucket = without_king_buckets(&bytes);
    let short = file::from_bytes(&one_bucket).expect("a file of one king bucket");
    let all: Vec<i16> = short.first().0.collect();
    assert_eq!(
        (short.king_buckets(), &all[..]),
        (KingBuckets::ONE, &first[..INPUTS_PER_KING_BUCKET * 32])
    );
    let huge =
        Network::new(&vec![993; INPUTS_PER_KING_BUCKET * 32], &bias, &second, *tail, 271, origin);
    assert!(huge.expect_err("weights too large").to_string().contains("at most 992"));
}
