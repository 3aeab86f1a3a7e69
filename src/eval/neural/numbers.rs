//! Quantization and memory layout of network parameters.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// The quantized value of an activation of 1, and of weights and biases of 1 in the first layer.
pub const QA: i32 = 255;
/// The quantized value of a weight of 1 in the second layer; its biases are quantized by [`QA`] ×
/// `QB`.
pub const QB: i32 = 64;
/// The maximum magnitude of a parameter of the first layer: sums of 32 pieces and a bias fit into
/// 16 bits.
pub const MOST_FIRST: i32 = 992;
/// The maximum magnitude of a weight in the second layer: products with [`QA`] fit into 16 bits.
pub const MOST_SECOND: i32 = 127;
/// The maximum sum of magnitudes of the weights to one output: sums of products fit into 32 bits.
pub const MOST_SUM: i32 = i32::MAX / (QA * QA);

/// The number of neurons in a lane, which fills one or two vector registers.
pub const LANE: usize = 32;

/// Adjacent neurons of the hidden layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable)]
#[repr(C, align(64))]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    /// A lane of zeros.
    pub const ZERO: Lane = Lane([0; LANE]);
}

/// Iterates over the numbers of lanes.
pub fn numbers(lanes: &[Lane]) -> impl Iterator<Item = i16> + '_ {
    lanes.iter().flat_map(|lane| lane.0)
}

/// Packs numbers into lanes. Their count must be a multiple of [`LANE`].
pub fn in_lanes(numbers: &[i16]) -> Vec<Lane> {
    numbers.as_chunks().0.iter().map(|&chunk| Lane(chunk)).collect()
}
