//! The kernels for processors with AVX2: sixteen 16-bit integers per instruction.

use super::{BLOCK, Kernels, Pair, row};
use crate::eval::neural::changes::Changes;
use crate::eval::neural::quantization::{Chunk, QA};
use std::arch::x86_64::*;
use std::ops::Range;
use zerocopy::transmute;

/// Network kernels (SIMD functions) for processors with AVX2.
pub static KERNELS: Kernels = Kernels {
    name: "avx2",
    update,
    forward,
    is_supported: || std::arch::is_x86_feature_detected!("avx2"),
};

/// The two halves of a chunk.
type Vectors = [__m256i; 2];

fn update(to: &mut [Chunk], from: &[Chunk], weights: &[Chunk], changes: &Changes) {
    // SAFETY: these kernels are used only where `is_supported` has found AVX2.
    #[allow(unsafe_code)]
    unsafe {
        update_vectors(to, from, weights, changes);
    }
}

fn forward(perspectives: Pair<'_>, weights: Pair<'_>) -> i32 {
    // SAFETY: these kernels are used only where `is_supported` has found AVX2.
    #[allow(unsafe_code)]
    unsafe {
        forward_vectors(perspectives, weights)
    }
}

#[target_feature(enable = "avx2")]
fn update_vectors(to: &mut [Chunk], from: &[Chunk], weights: &[Chunk], changes: &Changes) {
    let row = |input: u16| row(weights, to.len(), input);
    match (&changes.added[..], &changes.removed[..]) {
        (&[a], &[b]) => {
            let (added, removed) = ([row(a)], [row(b)]);
            update_fixed(to, from, added, removed);
        }
        (&[a], &[b, c]) => {
            let (added, removed) = ([row(a)], [row(b), row(c)]);
            update_fixed(to, from, added, removed);
        }
        (&[a, b], &[c, d]) => {
            let (added, removed) = ([row(a), row(b)], [row(c), row(d)]);
            update_fixed(to, from, added, removed);
        }
        _ => {
            let whole = to.len() / BLOCK * BLOCK;
            update_blocks::<BLOCK>(to, from, weights, changes, 0..whole);
            update_blocks::<1>(to, from, weights, changes, whole..to.len());
        }
    }
}

/// The update of a move, with fixed numbers of inputs.
#[inline]
#[target_feature(enable = "avx2")]
fn update_fixed<const A: usize, const R: usize>(
    to: &mut [Chunk],
    from: &[Chunk],
    added: [&[Chunk]; A],
    removed: [&[Chunk]; R],
) {
    let chunks = to.len();
    let (added, removed) = (added.map(|row| &row[..chunks]), removed.map(|row| &row[..chunks]));
    for (chunk, (to, from)) in to.iter_mut().zip(&from[..chunks]).enumerate() {
        let mut sum: Vectors = transmute!(from.0);
        for row in added {
            sum = add_row(sum, transmute!(row[chunk].0));
        }
        for row in removed {
            sum = subtract_row(sum, transmute!(row[chunk].0));
        }
        to.0 = transmute!(sum);
    }
}

/// Any update of a range of chunks, by blocks of `B` chunks whose sums stay in registers.
#[inline]
#[target_feature(enable = "avx2")]
fn update_blocks<const B: usize>(
    to: &mut [Chunk],
    from: &[Chunk],
    weights: &[Chunk],
    changes: &Changes,
    range: Range<usize>,
) {
    let chunks = to.len();
    let blocks = to[range.clone()].as_chunks_mut::<B>().0.iter_mut();
    let blocks = blocks.zip(from[range.clone()].as_chunks::<B>().0);
    for ((to, from), first) in blocks.zip(range.step_by(B)) {
        let row = |input: u16| &row(weights, chunks, input)[first..][..B];
        let mut sums: [Vectors; B] = from.map(|chunk| transmute!(chunk.0));
        for &input in &changes.added {
            for (sum, chunk) in sums.iter_mut().zip(row(input)) {
                *sum = add_row(*sum, transmute!(chunk.0));
            }
        }
        for &input in &changes.removed {
            for (sum, chunk) in sums.iter_mut().zip(row(input)) {
                *sum = subtract_row(*sum, transmute!(chunk.0));
            }
        }
        for (to, sum) in to.iter_mut().zip(sums) {
            to.0 = transmute!(sum);
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn add_row(sum: Vectors, row: Vectors) -> Vectors {
    [_mm256_add_epi16(sum[0], row[0]), _mm256_add_epi16(sum[1], row[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn subtract_row(sum: Vectors, row: Vectors) -> Vectors {
    [_mm256_sub_epi16(sum[0], row[0]), _mm256_sub_epi16(sum[1], row[1])]
}

#[target_feature(enable = "avx2")]
fn forward_vectors(perspectives: Pair<'_>, weights: Pair<'_>) -> i32 {
    let (zero, max) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    let mut sums = [zero; 2];
    for (perspective, weights) in perspectives.into_iter().zip(weights) {
        for (chunk, weights) in perspective.iter().zip(weights) {
            let (hidden, weights): (Vectors, Vectors) =
                (transmute!(chunk.0), transmute!(weights.0));
            for half in 0..2 {
                let active = _mm256_min_epi16(_mm256_max_epi16(hidden[half], zero), max);
                let weighted = _mm256_mullo_epi16(active, weights[half]);
                sums[half] = _mm256_add_epi32(sums[half], _mm256_madd_epi16(weighted, active));
            }
        }
    }
    let sums: [i32; 8] = transmute!(_mm256_add_epi32(sums[0], sums[1]));
    sums.iter().sum()
}
