//! Accumulators: the hidden layers of the boards of a line, updated incrementally, because a move
//! changes few inputs.
//!
//! Every ply stores its layers with the key of the board and the hash of the network. The search
//! needs no make and unmake calls: it evaluates a line of boards, and matching layers are reused.
//! The update starts from the nearest ancestor with a valid layer and applies the changes of each
//! ply. If the king has crossed the middle or changed its king bucket, all inputs of its
//! perspective change. Then, or without a valid ancestor, the update starts from a refresh table:
//! the last layer with the king in the same king bucket and half.

use super::changes::{Changes, Difference, Placement};
use super::features::{Perspective, REFRESH_ENTRIES};
use super::network::Network;
use super::quantization::Chunk;
use crate::chess::{Board, Color};
use std::fmt;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Maximum hidden-layer size for which accumulators are cached, in [`Chunk`]s of 32 neurons.
pub const MAX_CHUNKS: usize = 16;
/// The maximum number of cached plies. Layers of deeper plies are computed from scratch.
const PLIES: usize = 256;
/// The maximum distance to an ancestor, plies.
const REACH: usize = 20;

/// Accumulator of the network, the first-layer sums of one side's perspective of a board, with the
/// board's key.
#[derive(Clone, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct Accumulator {
    chunks: [Chunk; MAX_CHUNKS],
    /// The key of the board. The layer is empty if key and network hash are 0.
    key: u64,
    /// The hash of the network.
    network: u64,
    rest: [u64; 6],
}

/// Entry of the refresh table ("Finny table"), the last accumulator for one king bucket and board
/// half.
#[derive(Clone, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct RefreshEntry {
    accumulator: Accumulator,
    placement: Placement,
}

/// Cache of the network's accumulators by ply and side, with a refresh table by king bucket; all
/// zeros is an empty cache.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct AccumulatorStack {
    plies: [[Accumulator; 2]; PLIES],
    refresh_table: [[RefreshEntry; REFRESH_ENTRIES]; 2],
}

impl fmt::Debug for AccumulatorStack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccumulatorStack")
    }
}

impl AccumulatorStack {
    /// Whether accumulators can be cached for a network of this size and a line of this length.
    pub fn can_cache(network: &Network, line: &[Board]) -> bool {
        network.chunks <= MAX_CHUNKS && line.len() <= PLIES
    }

    /// Returns the two accumulators of a line's last board, the one of the side to move first.
    pub fn hidden_layers(&mut self, network: &Network, line: &[Board]) -> [&[Chunk]; 2] {
        let Some(board) = line.last() else { return [&[]; 2] };
        let mut last = Compared::default();
        for color in Color::ALL {
            self.make_current(network, line, color, &mut last);
        }
        let us = board.side_to_move();
        let layers = &self.plies[line.len() - 1];
        [us, !us].map(|color| &layers[color.index()].chunks[..network.chunks])
    }

    /// Updates a perspective's layer of the last board, and of every board between it and the
    /// nearest valid ancestor. Other descendants of these boards reuse the layers. `last` is the
    /// comparison for the other perspective, usually of the same ply.
    fn make_current(
        &mut self,
        network: &Network,
        line: &[Board],
        color: Color,
        last: &mut Compared,
    ) {
        let ply = line.len() - 1;
        let king = line[ply].king(color);
        let perspective = Perspective::new(network.king_buckets, color, king);
        for back in 0..=ply.min(REACH) {
            let ancestor = &line[ply - back];
            let other = ancestor.king(color);
            if other != king && Perspective::new(network.king_buckets, color, other) != perspective
            {
                break;
            }
            if self.plies[ply - back][color.index()].is_of(network, ancestor) {
                (ply - back + 1..=ply)
                    .for_each(|ply| self.step(network, line, ply, &perspective, last));
                return;
            }
        }
        let base = &mut self.refresh_table[color.index()][perspective.number()];
        base.move_to(network, &line[ply], &perspective, &mut self.plies[ply][color.index()]);
    }

    /// Computes a perspective's layer from the layer of the previous ply.
    #[inline(always)]
    fn step(
        &mut self,
        network: &Network,
        line: &[Board],
        ply: usize,
        perspective: &Perspective,
        last: &mut Compared,
    ) {
        let changes = last.changes(perspective, line, ply);
        let (above, below) = self.plies.split_at_mut(ply);
        let color = perspective.color.index();
        below[0][color].change(&above[ply - 1][color], network, &line[ply], changes);
    }
}

/// The difference between the boards of a ply and of the previous ply; ply 0 means none.
#[derive(Default)]
struct Compared {
    ply: usize,
    difference: Difference,
    changes: Changes,
}

impl Compared {
    /// The changes of a perspective at a ply, which is at least 1.
    #[inline]
    fn changes(&mut self, perspective: &Perspective, line: &[Board], ply: usize) -> &Changes {
        if self.ply != ply {
            self.difference.compute(&line[ply - 1], &line[ply]);
            self.ply = ply;
        }
        self.changes.set(*perspective, &self.difference);
        &self.changes
    }
}

impl Accumulator {
    #[inline]
    fn is_of(&self, network: &Network, board: &Board) -> bool {
        self.key == board.key() && self.network == network.hash()
    }

    /// Sets the layer of a board from another layer and the changes between their boards.
    #[inline]
    fn change(&mut self, from: &Accumulator, network: &Network, board: &Board, changes: &Changes) {
        let chunks = network.chunks;
        (network.kernels.update)(
            &mut self.chunks[..chunks],
            &from.chunks[..chunks],
            network.first_weights.all(),
            changes,
        );
        (self.key, self.network) = (board.key(), network.hash());
    }

    #[inline]
    fn copy(&mut self, other: &Accumulator, chunks: usize) {
        self.chunks[..chunks].copy_from_slice(&other.chunks[..chunks]);
        (self.key, self.network) = (other.key, other.network);
    }
}

impl RefreshEntry {
    /// Updates the entry to a board and copies its layer to `place`.
    fn move_to(
        &mut self,
        network: &Network,
        board: &Board,
        perspective: &Perspective,
        place: &mut Accumulator,
    ) {
        if self.accumulator.network != network.hash() {
            self.accumulator.chunks[..network.chunks].copy_from_slice(&network.first_bias);
            self.placement = Placement::EMPTY;
        }
        let placement = Placement::of(board);
        place.change(
            &self.accumulator,
            network,
            board,
            &Changes::between(perspective, &self.placement, &placement),
        );
        self.accumulator.copy(place, network.chunks);
        self.placement = placement;
    }
}
