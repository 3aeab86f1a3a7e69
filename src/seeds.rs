//! Layer 0: hashes of several numbers: distinct random seeds of games, and fingerprints of data.

/// Scrambles 64 bits so that every bit of the input moves about half of the output (the finaliser
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

/// Computes the random seed of a game from the run's seed, the restart count (`epoch`) and the game
/// number.
pub const fn game_seed(seed: u64, epoch: u32, number: u64) -> u64 {
    mix(mix(mix(0, seed), epoch as u64), number)
}
