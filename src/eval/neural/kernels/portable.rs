//! The kernels in portable Rust, the reference for all others.

use super::{Kernels, Pair, row};
use crate::eval::neural::changes::Changes;
use crate::eval::neural::quantization::{CHUNK, Chunk, QA};

/// Network kernels without SIMD intrinsics, for every processor.
pub static KERNELS: Kernels = Kernels { name: "portable", update, forward, is_supported: || true };

/// Additions wrap: intermediate sums may overflow 16 bits, the final sum does not.
fn update(to: &mut [Chunk], from: &[Chunk], weights: &[Chunk], changes: &Changes) {
    let chunks = to.len();
    to.copy_from_slice(from);
    let row = |input: u16| row(weights, chunks, input);
    for &input in &changes.added {
        for (sum, weights) in to.iter_mut().zip(row(input)) {
            sum.0
                .iter_mut()
                .zip(&weights.0)
                .for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        }
    }
    for &input in &changes.removed {
        for (sum, weights) in to.iter_mut().zip(row(input)) {
            sum.0
                .iter_mut()
                .zip(&weights.0)
                .for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
        }
    }
}

/// One sum for each place in a chunk, which compilers vectorize. They do not vectorize a single
/// sum.
fn forward(perspectives: Pair<'_>, weights: Pair<'_>) -> i32 {
    let mut sums = [0; CHUNK];
    for (perspective, weights) in perspectives.into_iter().zip(weights) {
        for (chunk, weights) in perspective.iter().zip(weights) {
            for (sum, (&hidden, &weight)) in sums.iter_mut().zip(chunk.0.iter().zip(&weights.0)) {
                let active = hidden.clamp(0, QA as i16);
                *sum += i32::from(active * weight) * i32::from(active);
            }
        }
    }
    sums.iter().sum()
}
