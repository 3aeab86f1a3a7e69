//! The network: what it sees, its numbers, its file, and how a score comes of them.
//!
//! **Idea.** Each side's view of the board (768 inputs, of which some 22 are present) is added up into a hidden layer; the clipped
//! activations of both, squared, lead to one of eight outputs, chosen by the number of men.
//! **Paper.** Y. Nasu, *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi* (2018): a move
//! changes few inputs, so the hidden layer is kept and changed, not computed ([`accumulator`]).
//! **Learned** by `learn::neural` from the engine's own games, and from nothing else.
//!
//! [`features`] says what a view sees, [`numbers`] what it is counted in, [`network`] holds it, [`file`] reads and writes them, [`changes`] finds what differs
//! between two boards, and [`kernels`] are the loops for each kind of processor.

pub mod accumulator;
pub mod changes;
pub mod features;
pub mod file;
pub mod kernels;
pub mod network;
pub mod numbers;

use crate::chess::{Board, Color};
use crate::score::Score;
use accumulator::Accumulators;
use changes::{Changes, Placement};
use features::{View, bucket};
use network::Network;
use numbers::{Lane, QA, QB};

/// Evaluations stay within this, in internal units, far from the mates.
const LIMIT: i64 = 20_000;

/// In internal units, from the point of view of the side to move; everything is computed from nothing.
pub fn evaluate(network: &Network, board: &Board) -> Score {
    let us = board.side_to_move();
    let views = [us, !us].map(|color| refreshed(network, board, color));
    score(network, board, [&views[0], &views[1]])
}

/// The same for the last board of a line, from what is kept of its ancestors.
#[inline]
pub fn evaluate_line(network: &Network, line: &[Board], memory: &mut Accumulators) -> Score {
    match line.last() {
        Some(board) if Accumulators::fit(network, line) => score(network, board, memory.of(network, line)),
        Some(board) => evaluate(network, board),
        None => 0,
    }
}

/// The hidden layer of a view, added up from nothing.
fn refreshed(network: &Network, board: &Board, color: Color) -> Vec<Lane> {
    let changes = Changes::between(&Placement::EMPTY, &Placement::of(board), &View::of(board, color));
    let mut hidden = vec![Lane::ZERO; network.lanes];
    (network.kernels.update)(&mut hidden, &network.bias, &network.inputs, &changes);
    hidden
}

/// The score that comes of the hidden layers of both views, the side to move's first.
#[inline]
fn score(network: &Network, board: &Board, views: [&[Lane]; 2]) -> Score {
    let output = bucket(board.occupied().count() as usize);
    let (own, other) = network.outputs[output * 2 * network.lanes..][..2 * network.lanes].split_at(network.lanes);
    let sum = (network.kernels.forward)(views, [own, other]);
    let value = i64::from(sum / QA + network.output_bias[output]) * i64::from(network.scale) / i64::from(QA * QB);
    value.clamp(-LIMIT, LIMIT) as Score
}
