//! Quantization and memory layout of network parameters.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Quantized value of 1.0 in the first layer, for activations, weights and biases.
pub const QA: i32 = 255;
/// Quantized value of a second-layer weight of 1.0; second-layer biases use `QA * QB`.
pub const QB: i32 = 64;
/// Maximum magnitude of a quantized first-layer parameter, so that sums of 32 pieces and a bias fit
/// into 16 bits.
pub const MOST_FIRST: i32 = 992;
/// Maximum magnitude of a quantized second-layer weight, so that products with [`QA`] fit into 16
/// bits.
pub const MOST_SECOND: i32 = 127;
/// Maximum sum of second-layer weight magnitudes of an output, so that the output sum fits into 32
/// bits.
pub const MOST_SUM: i32 = i32::MAX / (QA * QA);

/// Number of neurons in a [`Lane`], the block size of the SIMD kernels.
pub const LANE: usize = 32;

/// Block of 32 adjacent hidden neurons as 16-bit integers, the unit of the SIMD kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable)]
#[repr(C, align(64))]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    /// Lane (block of 32 neurons) filled with zeros.
    pub const ZERO: Lane = Lane([0; LANE]);
}

/// Iterates over the individual numbers in a slice of lanes.
pub fn numbers(lanes: &[Lane]) -> impl Iterator<Item = i16> + '_ {
    lanes.iter().flat_map(|lane| lane.0)
}

/// Packs numbers into lanes (blocks of 32); their count must be a multiple of [`LANE`].
pub fn in_lanes(numbers: &[i16]) -> Vec<Lane> {
    numbers.as_chunks().0.iter().map(|&chunk| Lane(chunk)).collect()
}

/// Appends the numbers of lanes to `bytes`, little-endian.
pub fn append_bytes(bytes: &mut Vec<u8>, lanes: &[Lane]) {
    for lane in lanes {
        bytes.extend_from_slice(lane.0.map(i16::to_le_bytes).as_flattened());
    }
}
