//! Quantization and memory layout of network parameters.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Quantized value of 1 in the first layer: activations, weights and biases.
pub const QA: i32 = 255;
/// Quantized value of a weight of 1 in the second layer; its biases are quantized by [`QA`] × `QB`.
pub const QB: i32 = 64;
/// Maximum magnitude of a first-layer parameter, so that sums of 32 pieces and a bias fit into 16
/// bits.
pub const MOST_FIRST: i32 = 992;
/// Maximum magnitude of a second-layer weight, so that products with [`QA`] fit into 16 bits.
pub const MOST_SECOND: i32 = 127;
/// Maximum sum of weight magnitudes of one output, so that sums of products fit into 32 bits.
pub const MOST_SUM: i32 = i32::MAX / (QA * QA);

/// Number of neurons in a [`Lane`], which fills one or two vector registers.
pub const LANE: usize = 32;

/// Block of [`LANE`] adjacent neurons of the hidden layer, as 16-bit integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable)]
#[repr(C, align(64))]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    /// A [`Lane`] of zeros.
    pub const ZERO: Lane = Lane([0; LANE]);
}

/// Iterates over the single numbers of lanes.
pub fn numbers(lanes: &[Lane]) -> impl Iterator<Item = i16> + '_ {
    lanes.iter().flat_map(|lane| lane.0)
}

/// Packs numbers into lanes; their count must be a multiple of [`LANE`].
pub fn in_lanes(numbers: &[i16]) -> Vec<Lane> {
    numbers.as_chunks().0.iter().map(|&chunk| Lane(chunk)).collect()
}
