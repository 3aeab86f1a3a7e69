//! The kernels for processors with AVX-512: one chunk per instruction. VNNI multiplies and adds in
//! one instruction.

use super::{BLOCK, Kernels, Pair, row};
use crate::eval::neural::changes::Changes;
use crate::eval::neural::quantization::{Chunk, QA};
use std::arch::is_x86_feature_detected;
use std::arch::x86_64::*;
use std::ops::Range;
use zerocopy::transmute;

/// Network kernels (SIMD functions) for processors with AVX-512 but without VNNI.
pub static PLAIN: Kernels = Kernels { name: "avx512", update, forward, is_supported: has_plain };

/// Network kernels (SIMD functions) for processors with AVX-512 and VNNI.
pub static VNNI: Kernels = Kernels {
    name: "avx512-vnni",
    update,
    forward: forward_vnni,
    is_supported: || has_plain() && is_x86_feature_detected!("avx512vnni"),
};

fn has_plain() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

fn update(to: &mut [Chunk], from: &[Chunk], weights: &[Chunk], changes: &Changes) {
    // SAFETY: these kernels are used only where `is_supported` has found AVX-512 F and BW.
    #[allow(unsafe_code)]
    unsafe {
        update_vectors(to, from, weights, changes);
    }
}

fn forward(perspectives: Pair<'_>, weights: Pair<'_>) -> i32 {
    // SAFETY: these kernels are used only where `is_supported` has found AVX-512 F and BW.
    #[allow(unsafe_code)]
    unsafe {
        forward_vectors(perspectives, weights)
    }
}

fn forward_vnni(perspectives: Pair<'_>, weights: Pair<'_>) -> i32 {
    // SAFETY: these kernels are used only where `is_supported` has found AVX-512 F, BW and VNNI.
    #[allow(unsafe_code)]
    unsafe {
        forward_vectors_vnni(perspectives, weights)
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
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
#[target_feature(enable = "avx512f,avx512bw")]
fn update_fixed<const A: usize, const R: usize>(
    to: &mut [Chunk],
    from: &[Chunk],
    added: [&[Chunk]; A],
    removed: [&[Chunk]; R],
) {
    let chunks = to.len();
    let (added, removed) = (added.map(|row| &row[..chunks]), removed.map(|row| &row[..chunks]));
    for (chunk, (to, from)) in to.iter_mut().zip(&from[..chunks]).enumerate() {
        let mut sum: __m512i = transmute!(from.0);
        for row in added {
            sum = _mm512_add_epi16(sum, transmute!(row[chunk].0));
        }
        for row in removed {
            sum = _mm512_sub_epi16(sum, transmute!(row[chunk].0));
        }
        to.0 = transmute!(sum);
    }
}

/// Any update of a range of chunks, by blocks of `B` chunks whose sums stay in registers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
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
        let mut sums: [__m512i; B] = from.map(|chunk| transmute!(chunk.0));
        for &input in &changes.added {
            for (sum, chunk) in sums.iter_mut().zip(row(input)) {
                *sum = _mm512_add_epi16(*sum, transmute!(chunk.0));
            }
        }
        for &input in &changes.removed {
            for (sum, chunk) in sums.iter_mut().zip(row(input)) {
                *sum = _mm512_sub_epi16(*sum, transmute!(chunk.0));
            }
        }
        for (to, sum) in to.iter_mut().zip(sums) {
            to.0 = transmute!(sum);
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn forward_vectors(perspectives: Pair<'_>, weights: Pair<'_>) -> i32 {
    // A sum for each perspective: the additions to a single one would wait for each other.
    let mut sums = [_mm512_setzero_si512(); 2];
    for (chunks, weights) in in_step(perspectives).zip(in_step(weights)) {
        for side in 0..2 {
            let active = clipped(chunks[side]);
            let weighted = _mm512_mullo_epi16(active, transmute!(weights[side].0));
            sums[side] = _mm512_add_epi32(sums[side], _mm512_madd_epi16(weighted, active));
        }
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn forward_vectors_vnni(perspectives: Pair<'_>, weights: Pair<'_>) -> i32 {
    let mut sums = [_mm512_setzero_si512(); 2];
    for (chunks, weights) in in_step(perspectives).zip(in_step(weights)) {
        for side in 0..2 {
            let active = clipped(chunks[side]);
            let weighted = _mm512_mullo_epi16(active, transmute!(weights[side].0));
            sums[side] = _mm512_dpwssd_epi32(sums[side], weighted, active);
        }
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}

/// The chunks of both slices with the same index.
#[inline(always)]
fn in_step([first, second]: Pair<'_>) -> impl Iterator<Item = [&Chunk; 2]> {
    first.iter().zip(second).map(|(first, second)| [first, second])
}

/// The activations, clipped to 0 to [`QA`].
#[target_feature(enable = "avx512f,avx512bw")]
fn clipped(chunk: &Chunk) -> __m512i {
    _mm512_min_epi16(
        _mm512_max_epi16(transmute!(chunk.0), _mm512_setzero_si512()),
        _mm512_set1_epi16(QA as i16),
    )
}
