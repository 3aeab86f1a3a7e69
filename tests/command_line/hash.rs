//! Unit tests of `secateur::files::hash`.

use secateur::files::hash::*;

/// Journals on disk contain such hashes.
#[test]
fn hashes_stay_the_same_in_every_release() {
    assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
    assert_eq!(fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C, "a test vector of the FNV authors");
    assert_eq!(of_serialized(&(1, "a", None::<u64>)), fnv1a(br#"[1,"a",null]"#));
}
