//! The kernels for processors with AVX2: sixteen 16-bit integers per instruction.

use super::{Kernels, Pair};
use crate::eval::neural::changes::Changes;
use crate::eval::neural::numbers::{Lane, QA};
use std::arch::x86_64::*;
use zerocopy::transmute;

/// Kernels for processors with AVX2.
pub static KERNELS: Kernels = Kernels {
    name: "avx2",
    update,
    forward,
    is_here: || std::arch::is_x86_feature_detected!("avx2"),
};

/// The two halves of a lane.
type Vectors = [__m256i; 2];

fn update(to: &mut [Lane], from: &[Lane], weights: &[Lane], changes: &Changes) {
    // SAFETY: these kernels are used only where `is_here` has found AVX2.
    #[allow(unsafe_code)]
    unsafe {
        update_vectors(to, from, weights, changes);
    }
}

fn forward(views: Pair<'_>, weights: Pair<'_>) -> i32 {
    // SAFETY: these kernels are used only where `is_here` has found AVX2.
    #[allow(unsafe_code)]
    unsafe {
        forward_vectors(views, weights)
    }
}

#[target_feature(enable = "avx2")]
fn update_vectors(to: &mut [Lane], from: &[Lane], weights: &[Lane], changes: &Changes) {
    let lanes = to.len();
    for (lane, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let mut sum: Vectors = transmute!(from.0);
        for &input in &changes.added {
            let row: Vectors = transmute!(weights[usize::from(input) * lanes + lane].0);
            sum = [_mm256_add_epi16(sum[0], row[0]), _mm256_add_epi16(sum[1], row[1])];
        }
        for &input in &changes.removed {
            let row: Vectors = transmute!(weights[usize::from(input) * lanes + lane].0);
            sum = [_mm256_sub_epi16(sum[0], row[0]), _mm256_sub_epi16(sum[1], row[1])];
        }
        to.0 = transmute!(sum);
    }
}

#[target_feature(enable = "avx2")]
fn forward_vectors(views: Pair<'_>, weights: Pair<'_>) -> i32 {
    let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    let mut sums = [zero; 2];
    for (view, weights) in views.into_iter().zip(weights) {
        for (lane, weights) in view.iter().zip(weights) {
            let (hidden, weights): (Vectors, Vectors) = (transmute!(lane.0), transmute!(weights.0));
            for half in 0..2 {
                let active = _mm256_min_epi16(_mm256_max_epi16(hidden[half], zero), most);
                let weighted = _mm256_mullo_epi16(active, weights[half]);
                sums[half] = _mm256_add_epi32(sums[half], _mm256_madd_epi16(weighted, active));
            }
        }
    }
    let sums: [i32; 8] = transmute!(_mm256_add_epi32(sums[0], sums[1]));
    sums.iter().sum()
}
