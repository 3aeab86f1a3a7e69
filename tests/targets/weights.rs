//! Fuzz target: network files. A parsed network evaluates positions within bounds and equally with
//! all kernels. It survives a round trip through its own file.

use super::check_message;
use secateur::chess::Board;
use secateur::eval::neural::features::{KingBuckets, OUTPUT_BUCKETS};
use secateur::eval::neural::kernels;
use secateur::eval::neural::network::{Network, Origin};
use secateur::eval::neural::quantization::CHUNK;
use secateur::eval::neural::{evaluate, file};
use secateur::files::hash::fnv1a;
use secateur::score::DECISIVE_BOUND;
use std::ops::Range;
use std::sync::LazyLock;

/// Bytes of the hash, which covers all other bytes of the file.
const NETWORK_HASH: Range<usize> = 56..64;

/// File of a network of the smallest size.
static NETWORK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let numbers =
        |count: usize| (0..count).map(|index| (index % 61) as i16 - 30).collect::<Vec<i16>>();
    let (first, bias, second) = (
        numbers(KingBuckets::FOUR.inputs() * CHUNK),
        numbers(CHUNK),
        numbers(OUTPUT_BUCKETS * 2 * CHUNK),
    );
    file::to_bytes(
        &Network::new(&first, &bias, &second, [7; OUTPUT_BUCKETS], 400, Origin::default())
            .expect("valid sizes"),
    )
});

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
    ];
    fens.iter().map(|fen| fen.parse().expect(fen)).collect()
});

/// Bits of the first byte: 2 corrects the hash; 4 uses the rest of the input as the file. Without
/// 4, the rest is a list of changes to a valid file.
///
/// A change is an offset (four bytes) and a number (two bytes) to write there. An offset beyond the
/// end truncates the file to the number.
pub fn run(input: &[u8]) {
    let Some((kind, rest)) = input.split_first() else { return };
    let mut bytes = if kind & 4 != 0 { rest.to_vec() } else { changed(NETWORK.clone(), rest) };
    if kind & 2 != 0 && bytes.len() > NETWORK_HASH.end {
        bytes[NETWORK_HASH].fill(0);
        let hash = fnv1a(&bytes);
        bytes[NETWORK_HASH].copy_from_slice(&hash.to_le_bytes());
    }
    check_network(&bytes);
}

fn changed(mut bytes: Vec<u8>, changes: &[u8]) -> Vec<u8> {
    for [a, b, c, d, number @ ..] in changes.as_chunks::<6>().0 {
        let offset = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        match bytes.get_mut(offset..offset + number.len()) {
            Some(old) => old.copy_from_slice(number),
            None => bytes.truncate(usize::from(u16::from_le_bytes(*number))),
        }
    }
    bytes
}

fn check_network(bytes: &[u8]) {
    let network = match file::from_bytes(bytes) {
        Ok(network) => network,
        Err(error) => return check_message(&error.to_string()),
    };
    let back = file::from_bytes(&file::to_bytes(&network)).expect("a written file is valid");
    assert_eq!((back.hash(), back.origin()), (network.hash(), network.origin()));
    for board in BOARDS.iter() {
        let score = evaluate(&network, board);
        assert!(score.abs() < DECISIVE_BOUND, "{score} for {board}");
        for kernels in kernels::available() {
            assert_eq!(
                evaluate(&network.with_kernels(kernels), board),
                score,
                "{} for {board}",
                kernels.name
            );
        }
    }
}
