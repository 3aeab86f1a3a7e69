//! A slot of the table: two words without a lock. The check word is the key xored with the data
//! (Hyatt & Mann 2002).
//!
//! Two threads that write one slot at once can leave halves of two entries. The exclusive or of the
//! words is then not the key of either, so the entry is not found. `tests/models/memory.rs` checks
//! all orders.

use crate::threads::sync::{AtomicU64, Ordering};

/// Transposition-table slot: a check word (key xor data) and a data word.
pub type Slot = [AtomicU64; 2];

/// Data word of a slot; 0 if the slot is empty.
#[inline]
pub fn data_in([_, data]: &Slot) -> u64 {
    data.load(Ordering::Relaxed)
}

/// Key under which the slot's data was stored; not a valid key if two writes were mixed (torn).
#[inline]
pub fn key_of([check, _]: &Slot, data: u64) -> u64 {
    check.load(Ordering::Relaxed) ^ data
}

/// Writes the data and the check word of an entry with this key.
#[inline]
pub fn write([check, place]: &Slot, key: u64, data: u64) {
    check.store(key ^ data, Ordering::Relaxed);
    place.store(data, Ordering::Relaxed);
}
