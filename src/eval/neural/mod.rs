//! The neural network: features, parameters, file format and inference.
//!
//! **Idea** For each side, the perspective of the board (768 inputs for each king bucket, of which
//! some 22 are active) feeds a hidden layer. The squared clipped activations of both layers feed
//! one of eight outputs, selected by the number of pieces.
//! **Paper** Y. Nasu, *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi* (2018): a move changes few inputs, so the hidden layer is updated incrementally
//! ([`accumulator`]).
//! **Training** `lab/src/learn/neural`, only on the engine's own games.
//!
//! [`features`] defines the inputs and [`quantization`] the number formats. [`network`] holds the
//! weights, and [`mod@file`] reads and writes them. [`changes`] compares boards. [`kernels`] holds
//! the loops for each kind of processor.

pub mod accumulator;
pub mod changes;
pub mod features;
pub mod file;
pub mod kernels;
pub mod network;
pub mod quantization;

use crate::chess::{Board, Square};
use crate::score::Score;
use accumulator::AccumulatorStack;
use changes::{Changes, Placement};
use features::{OUTPUT_BUCKETS, Perspective, output_bucket};
use network::Network;
use once_cell::sync::Lazy;
use quantization::{Chunk, QA, QB};
use std::sync::Arc;

/// Bytes of the default network file, which is embedded in the program.
pub static EMBEDDED_FILE: &[u8] = include_bytes!("secateur.net");

static EMBEDDED: Lazy<Arc<Network>> = Lazy::new(|| {
    Arc::new(file::from_bytes(EMBEDDED_FILE).expect("the tests load the embedded network"))
});

/// Returns the default network embedded in the program, parsed at the first call.
pub fn embedded() -> Arc<Network> {
    Arc::clone(&EMBEDDED)
}

/// The maximum magnitude of an evaluation in internal units, far from the mate scores.
const LIMIT: i64 = 20_000;

/// Evaluates a board by the network from scratch (no cache), in internal units for the side to
/// move.
pub fn evaluate(network: &Network, board: &Board) -> Score {
    let perspectives = both(network, board, &Placement::of(board));
    score(network, output_of(board), [&perspectives[0], &perspectives[1]])
}

/// Evaluates the last board of a line from cached accumulators of earlier boards, for the side to
/// move.
#[inline]
pub fn evaluate_with_cache(
    network: &Network,
    line: &[Board],
    accumulators: &mut AccumulatorStack,
) -> Score {
    match line.last() {
        Some(board) if AccumulatorStack::can_cache(network, line) => {
            score(network, output_of(board), accumulators.hidden_layers(network, line))
        }
        Some(board) => evaluate(network, board),
        None => 0,
    }
}

/// Returns the score of every output bucket of the network, in internal units for the side to move.
/// The evaluation uses only the output for the number of pieces on the board.
pub fn evaluate_all_outputs(network: &Network, board: &Board) -> [Score; OUTPUT_BUCKETS] {
    let perspectives = both(network, board, &Placement::of(board));
    std::array::from_fn(|output| score(network, output, [&perspectives[0], &perspectives[1]]))
}

/// Returns each piece's square and the evaluation without that piece, in internal units for the
/// side to move. The output is the one for the number of pieces on the whole board.
pub fn evaluate_without_each_piece(network: &Network, board: &Board) -> Vec<(Square, Score)> {
    let placement = Placement::of(board);
    let output = output_of(board);
    let missing = board.occupied().map(|square| {
        let perspectives = both(network, board, &placement.without(square));
        (square, score(network, output, [&perspectives[0], &perspectives[1]]))
    });
    missing.collect()
}

/// The hidden layers of both perspectives for a placement, the side to move's first. The kings are
/// those of the board.
fn both(network: &Network, board: &Board, placement: &Placement) -> [Vec<Chunk>; 2] {
    let us = board.side_to_move();
    [us, !us].map(|color| {
        let changes = Changes::between(
            &Perspective::of(network.king_buckets, board, color),
            &Placement::EMPTY,
            placement,
        );
        let mut hidden = vec![Chunk::ZERO; network.chunks];
        (network.kernels.update)(
            &mut hidden,
            &network.first_bias,
            network.first_weights.all(),
            &changes,
        );
        hidden
    })
}

#[inline]
fn output_of(board: &Board) -> usize {
    output_bucket(board.occupied().count() as usize)
}

/// The score of an output for the hidden layers of both perspectives, the side to move's first.
#[inline]
fn score(network: &Network, output: usize, perspectives: [&[Chunk]; 2]) -> Score {
    let (own, other) = network.second_weights[output * 2 * network.chunks..][..2 * network.chunks]
        .split_at(network.chunks);
    let sum = (network.kernels.forward)(perspectives, [own, other]);
    let value = i64::from(sum / QA + network.output_bias[output]) * i64::from(network.scale)
        / i64::from(QA * QB);
    value.clamp(-LIMIT, LIMIT) as Score
}
