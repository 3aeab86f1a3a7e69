//! Stable hashes, which are equal on every machine and in every release.

use serde::Serialize;

/// Computes the 64-bit FNV-1a hash of bytes (Fowler, Noll and Vo).
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Computes the 64-bit FNV-1a hash of a value serialized as JSON. Map keys must be strings, or it
/// panics.
pub fn of_serialized(value: &impl Serialize) -> u64 {
    let json = serde_json::to_vec(value).expect("the value has a JSON form");
    fnv1a(&json)
}
