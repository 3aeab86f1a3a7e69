//! The kernels for processors with AVX-512: one lane per instruction. VNNI multiplies and adds in
//! one instruction.

use super::{Kernels, Pair};
use crate::eval::neural::changes::Changes;
use crate::eval::neural::numbers::{Lane, QA};
use std::arch::is_x86_feature_detected;
use std::arch::x86_64::*;
use zerocopy::transmute;

/// Kernels for processors with AVX-512 but without VNNI.
pub static PLAIN: Kernels = Kernels { name: "avx512", update, forward, is_here: has_plain };

/// Kernels for processors with AVX-512 and VNNI.
pub static VNNI: Kernels = Kernels {
    name: "avx512-vnni",
    update,
    forward: forward_vnni,
    is_here: || has_plain() && is_x86_feature_detected!("avx512vnni"),
};

fn has_plain() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

fn update(to: &mut [Lane], from: &[Lane], weights: &[Lane], changes: &Changes) {
    // SAFETY: these kernels are used only where `is_here` has found AVX-512 F and BW.
    #[allow(unsafe_code)]
    unsafe {
        update_vectors(to, from, weights, changes);
    }
}

fn forward(views: Pair<'_>, weights: Pair<'_>) -> i32 {
    // SAFETY: these kernels are used only where `is_here` has found AVX-512 F and BW.
    #[allow(unsafe_code)]
    unsafe {
        forward_vectors(views, weights)
    }
}

fn forward_vnni(views: Pair<'_>, weights: Pair<'_>) -> i32 {
    // SAFETY: these kernels are used only where `is_here` has found AVX-512 F, BW and VNNI.
    #[allow(unsafe_code)]
    unsafe {
        forward_vectors_vnni(views, weights)
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn update_vectors(to: &mut [Lane], from: &[Lane], weights: &[Lane], changes: &Changes) {
    let lanes = to.len();
    for (lane, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let mut sum: __m512i = transmute!(from.0);
        for &input in &changes.added {
            sum = _mm512_add_epi16(sum, transmute!(weights[usize::from(input) * lanes + lane].0));
        }
        for &input in &changes.removed {
            sum = _mm512_sub_epi16(sum, transmute!(weights[usize::from(input) * lanes + lane].0));
        }
        to.0 = transmute!(sum);
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn forward_vectors(views: Pair<'_>, weights: Pair<'_>) -> i32 {
    let mut sum = _mm512_setzero_si512();
    for (view, weights) in views.into_iter().zip(weights) {
        for (lane, weights) in view.iter().zip(weights) {
            let active = clipped(lane);
            let weighted = _mm512_mullo_epi16(active, transmute!(weights.0));
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(weighted, active));
        }
    }
    _mm512_reduce_add_epi32(sum)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn forward_vectors_vnni(views: Pair<'_>, weights: Pair<'_>) -> i32 {
    let mut sum = _mm512_setzero_si512();
    for (view, weights) in views.into_iter().zip(weights) {
        for (lane, weights) in view.iter().zip(weights) {
            let active = clipped(lane);
            let weighted = _mm512_mullo_epi16(active, transmute!(weights.0));
            sum = _mm512_dpwssd_epi32(sum, weighted, active);
        }
    }
    _mm512_reduce_add_epi32(sum)
}

/// The activations, clipped to 0 to [`QA`].
#[target_feature(enable = "avx512f,avx512bw")]
fn clipped(lane: &Lane) -> __m512i {
    _mm512_min_epi16(
        _mm512_max_epi16(transmute!(lane.0), _mm512_setzero_si512()),
        _mm512_set1_epi16(QA as i16),
    )
}
