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
pub fn of_serialised(value: &impl Serialize) -> u64 {
    let json = serde_json::to_vec(value).expect("the value has a JSON form");
    fnv1a(&json)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Journals on disk contain such hashes.
    #[test]
    fn hashes_stay_the_same_in_every_release() {
        assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C, "a test vector of the authors");
        assert_eq!(of_serialised(&(1, "a", None::<u64>)), fnv1a(br#"[1,"a",null]"#));
    }
}
