//! Layer 0: random seeds, and hashes of several numbers.

use std::hash::{BuildHasher, RandomState};

/// Scrambles 64 bits so that every bit of the input moves about half of the output (the finalizer
/// of SplitMix64, Steele, Lea & Flood 2014).
pub const fn scrambled(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Mixes one more number into a 64-bit hash; the order of the numbers matters.
pub const fn mix(hash: u64, value: u64) -> u64 {
    scrambled(
        scrambled(value.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_add(hash.rotate_left(23)),
    )
}

/// Returns a random number, different in each call. The system seeds the hashes of the standard
/// library.
pub fn random() -> u64 {
    RandomState::new().hash_one(0)
}

/// Returns the place of a hash among `count` places, by its upper bits.
#[inline]
pub const fn index_below(key: u64, count: usize) -> usize {
    ((key as u128 * count as u128) >> 64) as usize
}
