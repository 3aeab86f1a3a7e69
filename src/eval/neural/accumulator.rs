//! The hidden layers of the boards of a line, kept as they are computed: from a kept one to the
//! next few inputs change.
//!
//! Every ply keeps its layers with the key of the board and the hash of the network that they are
//! of, so nobody has to say that a move was made or taken back: a search evaluates the line of
//! boards that it has at hand, and what still fits is used. From the nearest ancestor whose layer
//! is still its own, each board's is the one before it, changed by what differs between the two. A
//! view whose king has crossed the middle or come to another region sees other inputs; then, or
//! without an ancestor, the layer begins from the last that was computed with the king there.

use super::changes::{Changes, Difference, Placement};
use super::features::{VIEWS, View};
use super::network::Network;
use super::numbers::Lane;
use crate::chess::{Board, Color};
use std::fmt;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Lanes of the largest hidden layer that is kept; larger ones are computed anew for every board.
pub const MOST_LANES: usize = 16;
/// Plies that are kept; deeper ones are computed anew.
const PLIES: usize = 256;
/// Ancestors farther back than this are not looked for.
const REACH: usize = 20;

/// A hidden layer of one view.
#[derive(Clone, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct Layer {
    lanes: [Lane; MOST_LANES],
    /// The key of the board that it is of. 0 with a hash of 0 for none.
    key: u64,
    /// The network's hash.
    network: u64,
    rest: [u64; 6],
}

/// A layer that others with the king in its region and half of the board begin with.
#[derive(Clone, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct Base {
    layer: Layer,
    placement: Placement,
}

/// Layers kept by ply and side, and those to begin with, by side and the view's number.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct Accumulators {
    plies: [[Layer; 2]; PLIES],
    bases: [[Base; VIEWS]; 2],
}

impl fmt::Debug for Accumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Accumulators")
    }
}

impl Accumulators {
    /// Can they keep layers of this network, for a line so long?
    pub fn fit(network: &Network, line: &[Board]) -> bool {
        network.lanes <= MOST_LANES && line.len() <= PLIES
    }

    /// The layers of the last board of a line, the side to move's first.
    pub fn of(&mut self, network: &Network, line: &[Board]) -> [&[Lane]; 2] {
        let Some(board) = line.last() else { return [&[]; 2] };
        let mut last = Compared::default();
        for color in Color::ALL {
            self.bring_up(network, line, color, &mut last);
        }
        let us = board.side_to_move();
        let layers = &self.plies[line.len() - 1];
        [us, !us].map(|color| &layers[color.index()].lanes[..network.lanes])
    }

    /// Sees to it that a view's layer of the last board is there: from the nearest ancestor that
    /// has its own, every board on the way gets one, for its other descendants will begin with it.
    /// `last` is what was compared for the other view, mostly the same.
    fn bring_up(&mut self, network: &Network, line: &[Board], color: Color, last: &mut Compared) {
        let ply = line.len() - 1;
        let view = View::of(&line[ply], color);
        for back in 0..=ply.min(REACH) {
            let ancestor = &line[ply - back];
            if View::of(ancestor, color) != view {
                break;
            }
            if self.plies[ply - back][color.index()].is_of(network, ancestor) {
                (ply - back + 1..=ply).for_each(|ply| self.step(network, line, ply, &view, last));
                return;
            }
        }
        let base = &mut self.bases[color.index()][view.number()];
        base.move_to(network, &line[ply], &view, &mut self.plies[ply][color.index()]);
    }

    /// Computes a view's layer from the one a ply before.
    #[inline(always)]
    fn step(
        &mut self,
        network: &Network,
        line: &[Board],
        ply: usize,
        view: &View,
        last: &mut Compared,
    ) {
        let changes = Changes::seen(view, last.difference(line, ply));
        let (above, below) = self.plies.split_at_mut(ply);
        let color = view.color.index();
        below[0][color].change(&above[ply - 1][color], network, &line[ply], &changes);
    }
}

/// How the board at a ply of the line differs from the one before; ply 0 before anything is
/// compared.
#[derive(Default)]
struct Compared {
    ply: usize,
    difference: Difference,
}

impl Compared {
    /// That of a ply, at least 1.
    #[inline]
    fn difference(&mut self, line: &[Board], ply: usize) -> &Difference {
        if self.ply != ply {
            self.difference.find(&line[ply - 1], &line[ply]);
            self.ply = ply;
        }
        &self.difference
    }
}

impl Layer {
    #[inline]
    fn is_of(&self, network: &Network, board: &Board) -> bool {
        self.key == board.key() && self.network == network.hash()
    }

    /// Becomes the layer of a board that another one's board has changed into.
    #[inline]
    fn change(&mut self, from: &Layer, network: &Network, board: &Board, changes: &Changes) {
        let lanes = network.lanes;
        (network.kernels.update)(
            &mut self.lanes[..lanes],
            &from.lanes[..lanes],
            network.inputs.all(),
            changes,
        );
        (self.key, self.network) = (board.key(), network.hash());
    }

    #[inline]
    fn copy(&mut self, other: &Layer, lanes: usize) {
        self.lanes[..lanes].copy_from_slice(&other.lanes[..lanes]);
        (self.key, self.network) = (other.key, other.network);
    }
}

impl Base {
    /// Becomes the layer of a board, which is computed in its place.
    fn move_to(&mut self, network: &Network, board: &Board, view: &View, place: &mut Layer) {
        if self.layer.network != network.hash() {
            self.layer.lanes[..network.lanes].copy_from_slice(&network.bias);
            self.placement = Placement::EMPTY;
        }
        let placement = Placement::of(board);
        place.change(
            &self.layer,
            network,
            board,
            &Changes::between(view, &self.placement, &placement),
        );
        self.layer.copy(place, network.lanes);
        self.placement = placement;
    }
}
