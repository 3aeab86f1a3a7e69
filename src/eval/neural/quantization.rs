//! Quantization and memory layout of network parameters.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Quantized value of 1.0 in the first layer, for activations, weights and biases.
pub const QA: i32 = 255;
/// Quantized value of a second-layer weight of 1.0; second-layer biases use `QA * QB`.
pub const QB: i32 = 64;
/// Maximum magnitude of a quantized first-layer parameter, so that sums of 32 pieces and a bias fit
/// into 16 bits.
pub const MAX_FIRST: i32 = 992;
/// Maximum magnitude of a quantized second-layer weight, so that products with [`QA`] fit into 16
/// bits.
pub const MAX_SECOND: i32 = 127;
/// Maximum sum of second-layer weight magnitudes of an output, so that the output sum fits into 32
/// bits.
pub const MAX_SUM: i32 = i32::MAX / (QA * QA);

/// Number of neurons in a [`Chunk`], the block size of the SIMD kernels.
pub const CHUNK: usize = 32;

/// Block of 32 adjacent hidden neurons as 16-bit integers, the unit of the SIMD kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable)]
#[repr(C, align(64))]
pub struct Chunk(pub [i16; CHUNK]);

impl Chunk {
    /// Chunk (block of 32 neurons) filled with zeros.
    pub const ZERO: Chunk = Chunk([0; CHUNK]);
}

/// Iterates over the individual values in a slice of chunks.
pub fn values(chunks: &[Chunk]) -> impl Iterator<Item = i16> + '_ {
    chunks.iter().flat_map(|chunk| chunk.0)
}

/// Packs values into chunks (blocks of 32); their count must be a multiple of [`CHUNK`].
pub fn in_chunks(values: &[i16]) -> Vec<Chunk> {
    values.as_chunks().0.iter().map(|&chunk| Chunk(chunk)).collect()
}

/// Appends the values of chunks to `bytes`, little-endian.
pub fn append_bytes(bytes: &mut Vec<u8>, chunks: &[Chunk]) {
    for chunk in chunks {
        bytes.extend_from_slice(chunk.0.map(i16::to_le_bytes).as_flattened());
    }
}
