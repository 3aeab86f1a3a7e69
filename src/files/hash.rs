//! A number by which files are told apart and damage is seen.

/// The hash of Fowler, Noll and Vo (FNV-1a, 64 bits).
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
