//! Fuzz target: files of linear weights. Accepted weights evaluate positions within bounds and
//! survive a round trip.

use secateur::chess::Board;
use secateur::files::hash::fnv1a;
use secateur::score::DECISIVE_BOUND;
use secateur_lab::evaluations::linear;
use secateur_lab::evaluations::linear::weights::{STAGES, Weights};
use std::ops::Range;
use std::sync::LazyLock;

/// Bytes of the header with the hash of the data after it.
const HASH: Range<usize> = 32..40;
const HEADER: usize = 48;

static LINEAR: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let stage = |stage: usize| {
        (0..linear::features::FEATURES).map(|feature| (feature % 90 + stage) as i16 - 40).collect()
    };
    let stages: [Vec<i16>; STAGES] = std::array::from_fn(stage);
    Weights::to_bytes(&stages)
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

/// Runs the target. Bits of the first byte: 2 corrects the hash; 4 means that the rest is the file,
/// instead of changes to a valid file. A change is an offset (4 bytes) and a value (2 bytes) to
/// write there. An offset beyond the end truncates the file to `value` bytes.
pub fn run(input: &[u8]) {
    let Some((kind, rest)) = input.split_first() else { return };
    let mut bytes = if kind & 4 != 0 { rest.to_vec() } else { changed(LINEAR.clone(), rest) };
    if kind & 2 != 0 && bytes.len() > HEADER {
        let hash = fnv1a(&bytes[HEADER..]);
        bytes[HASH].copy_from_slice(&hash.to_le_bytes());
    }
    check_linear(&bytes);
}

fn changed(mut bytes: Vec<u8>, changes: &[u8]) -> Vec<u8> {
    for [a, b, c, d, value @ ..] in changes.as_chunks::<6>().0 {
        let offset = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        match bytes.get_mut(offset..offset + value.len()) {
            Some(bytes) => bytes.copy_from_slice(value),
            None => bytes.truncate(usize::from(u16::from_le_bytes(*value))),
        }
    }
    bytes
}

fn check_linear(bytes: &[u8]) {
    let weights = match Weights::from_bytes(bytes) {
        Ok(weights) => weights,
        Err(error) => return assert!(!error.to_string().contains('\n')),
    };
    let back =
        Weights::from_bytes(&Weights::to_bytes(&stages(&bytes[HEADER..]))).expect("a valid file");
    assert_eq!(back.hash(), weights.hash());
    for board in BOARDS.iter() {
        let score = linear::evaluate(&weights, board);
        assert!(score.abs() < DECISIVE_BOUND, "{score} for {board}");
        assert_eq!(linear::evaluate(&back, board), score, "{board}");
    }
}

/// The weights after the header of an accepted file.
fn stages(bytes: &[u8]) -> [Vec<i16>; STAGES] {
    let numbers: Vec<i16> =
        bytes.as_chunks::<2>().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
    let mut stages = numbers.chunks(linear::features::FEATURES).map(<[i16]>::to_vec);
    std::array::from_fn(|_| stages.next().expect("weights of every stage"))
}
