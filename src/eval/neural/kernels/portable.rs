//! The loops in plain Rust: what all others are held against.

use super::{Kernels, Pair};
use crate::eval::neural::changes::Changes;
use crate::eval::neural::numbers::{LANE, Lane, QA};

pub static KERNELS: Kernels = Kernels { name: "portable", update, forward, is_here: || true };

/// Sums wrap: on the way they may leave 16 bits, at the end they do not.
fn update(to: &mut [Lane], from: &[Lane], weights: &[Lane], changes: &Changes) {
    let lanes = to.len();
    to.copy_from_slice(from);
    let row = |input: u16| &weights[usize::from(input) * lanes..][..lanes];
    for &input in &changes.added {
        for (sum, weights) in to.iter_mut().zip(row(input)) {
            for i in 0..LANE {
                sum.0[i] = sum.0[i].wrapping_add(weights.0[i]);
            }
        }
    }
    for &input in &changes.removed {
        for (sum, weights) in to.iter_mut().zip(row(input)) {
            for i in 0..LANE {
                sum.0[i] = sum.0[i].wrapping_sub(weights.0[i]);
            }
        }
    }
}

/// A sum for each place in a lane, which compilers turn into vectors; one sum for all of them they do not.
fn forward(views: Pair<'_>, weights: Pair<'_>) -> i32 {
    let mut sums = [0; LANE];
    for (view, weights) in views.into_iter().zip(weights) {
        for (lane, weights) in view.iter().zip(weights) {
            for i in 0..LANE {
                let active = lane.0[i].clamp(0, QA as i16);
                sums[i] += i32::from(active * weights.0[i]) * i32::from(active);
            }
        }
    }
    sums.iter().sum()
}
