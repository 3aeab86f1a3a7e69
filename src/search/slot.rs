//! A slot of the table: two words without a lock. The check word is the key xored with the data
//! (Hyatt & Mann 2002).
//!
//! Two threads that write one slot at once can leave halves of two entries. The exclusive or of the
//! words is then not the key of either, so the entry is not found. `tests/models/memory.rs` checks
//! all orders.

use crate::threads::sync::{AtomicU64, Ordering};

/// Transposition-table slot of two words, a check word (key XOR data) and the data.
pub type Slot = [AtomicU64; 2];

/// Data word of a transposition-table slot; 0 for an empty slot.
#[inline]
pub fn data_in([_, data]: &Slot) -> u64 {
    data.load(Ordering::Relaxed)
}

/// Key that a slot's data was stored with; wrong for a torn write, which a probe thus detects.
#[inline]
pub fn key_of([check, _]: &Slot, data: u64) -> u64 {
    check.load(Ordering::Relaxed) ^ data
}

/// Writes the data and check word of a transposition-table entry for this key.
#[inline]
pub fn write([check, place]: &Slot, key: u64, data: u64) {
    check.store(key ^ data, Ordering::Relaxed);
    place.store(data, Ordering::Relaxed);
}
