//! The integers that networks count in, and how they lie in memory.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// What an activation of 1 is as an integer; weights and biases of the first layer are in this
/// unit.
pub const QA: i32 = 255;
/// What a weight of 1 in the second layer is as an integer; its biases are in [`QA`] × `QB`.
pub const QB: i32 = 64;
/// Greatest magnitude of a number of the first layer: with it 32 men and the bias never leave 16
/// bits.
pub const MOST_FIRST: i32 = 992;
/// Greatest magnitude of a weight in the second layer: times [`QA`] it stays within 16 bits.
pub const MOST_SECOND: i32 = 127;
/// Greatest sum of magnitudes that lead to one output: with it the sum of all products stays within
/// 32 bits.
pub const MOST_SUM: i32 = i32::MAX / (QA * QA);

/// Neurons that lie together: one row of a vector register, or two.
pub const LANE: usize = 32;

/// Neighbouring neurons of the hidden layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable)]
#[repr(C, align(64))]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    /// Nothing.
    pub const ZERO: Lane = Lane([0; LANE]);
}

/// The numbers of lanes, one after the other.
pub fn numbers(lanes: &[Lane]) -> impl Iterator<Item = i16> + '_ {
    lanes.iter().flat_map(|lane| lane.0)
}

/// The lanes of numbers, of which there are whole lanes.
pub fn in_lanes(numbers: &[i16]) -> Vec<Lane> {
    numbers.as_chunks().0.iter().map(|&chunk| Lane(chunk)).collect()
}
