//! The network: what it sees, its numbers, its file, and how a score comes of them.
//!
//! **Idea.** Each side's view of the board (768 inputs for each region of its king, of which some
//! 22 are present) is added up into a hidden layer; the clipped activations of both, squared, lead
//! to one of eight outputs, chosen by the number of men. **Paper.** Y. Nasu, *Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi* (2018): a move changes few inputs,
//! so the hidden layer is kept and changed, not computed ([`accumulator`]). **Learned** by
//! `learn::neural` from the engine's own games, and from nothing else.
//!
//! [`features`] says what a view sees, [`numbers`] what it is counted in, [`network`] holds the
//! weights, [`mod@file`] reads and writes them, [`changes`] finds what differs between two boards,
//! and [`kernels`] are the loops for each kind of processor.

pub mod accumulator;
pub mod changes;
pub mod features;
pub mod file;
pub mod kernels;
pub mod network;
pub mod numbers;

use crate::chess::{Board, Square};
use crate::score::Score;
use accumulator::Accumulators;
use changes::{Changes, Placement};
use features::{BUCKETS, View, bucket};
use network::Network;
use numbers::{Lane, QA, QB};
use once_cell::sync::Lazy;
use std::sync::Arc;

/// The file of the network that the program was built with.
pub static EMBEDDED_FILE: &[u8] = include_bytes!("secateur.net");

static EMBEDDED: Lazy<Arc<Network>> =
    Lazy::new(|| Arc::new(file::read(EMBEDDED_FILE).expect("the tests load the embedded network")));

/// The network that the program was built with.
pub fn embedded() -> Arc<Network> {
    Arc::clone(&EMBEDDED)
}

/// Evaluations stay within this, in internal units, far from the mates.
const LIMIT: i64 = 20_000;

/// In internal units, from the point of view of the side to move; everything is computed from
/// nothing.
pub fn evaluate(network: &Network, board: &Board) -> Score {
    let views = both(network, board, &Placement::of(board));
    score(network, output_of(board), [&views[0], &views[1]])
}

/// The same for the last board of a line, from what is kept of its ancestors.
#[inline]
pub fn evaluate_line(network: &Network, line: &[Board], memory: &mut Accumulators) -> Score {
    match line.last() {
        Some(board) if Accumulators::fit(network, line) => {
            score(network, output_of(board), memory.of(network, line))
        }
        Some(board) => evaluate(network, board),
        None => 0,
    }
}

/// What every output makes of a position, the fewest men first: internal units, for the side to
/// move. Only that for its number of men counts in play.
pub fn by_output(network: &Network, board: &Board) -> [Score; BUCKETS] {
    let views = both(network, board, &Placement::of(board));
    std::array::from_fn(|output| score(network, output, [&views[0], &views[1]]))
}

/// What the score would be without the piece on each square, at the same output; internal units,
/// for the side to move.
pub fn without(network: &Network, board: &Board) -> Vec<(Square, Score)> {
    let placement = Placement::of(board);
    let output = output_of(board);
    let missing = board.occupied().map(|square| {
        let views = both(network, board, &placement.without(square));
        (square, score(network, output, [&views[0], &views[1]]))
    });
    missing.collect()
}

/// The hidden layers of both views, the side to move's first, of pieces that stand so; the kings
/// are where the board has them.
fn both(network: &Network, board: &Board, placement: &Placement) -> [Vec<Lane>; 2] {
    let us = board.side_to_move();
    [us, !us].map(|color| {
        let changes = Changes::between(&View::of(board, color), &Placement::EMPTY, placement);
        let mut hidden = vec![Lane::ZERO; network.lanes];
        (network.kernels.update)(&mut hidden, &network.bias, network.inputs.all(), &changes);
        hidden
    })
}

#[inline]
fn output_of(board: &Board) -> usize {
    bucket(board.occupied().count() as usize)
}

/// The score that an output makes of the hidden layers of both views, the side to move's first.
#[inline]
fn score(network: &Network, output: usize, views: [&[Lane]; 2]) -> Score {
    let (own, other) =
        network.outputs[output * 2 * network.lanes..][..2 * network.lanes].split_at(network.lanes);
    let sum = (network.kernels.forward)(views, [own, other]);
    let value = i64::from(sum / QA + network.output_bias[output]) * i64::from(network.scale)
        / i64::from(QA * QB);
    value.clamp(-LIMIT, LIMIT) as Score
}
