//! An entry of the table in two words that need no lock: the check is the key, xored with the data
//! (Hyatt & Mann 2002).
//!
//! Two threads that write one entry at once can leave halves of two records, and one that reads
//! meanwhile can find them. Then the exclusive or of the words is no key that anybody asks for.
//! `tests/models/memory.rs` tries all orders.

use crate::threads::sync::{AtomicU64, Ordering};

/// Check and data.
pub type Slot = [AtomicU64; 2];

/// The data; 0 where nothing was ever written.
#[inline]
pub fn data_in([_, data]: &Slot) -> u64 {
    data.load(Ordering::Relaxed)
}

/// The key that an entry with this data was written for; nobody's where it is torn.
#[inline]
pub fn key_of([check, _]: &Slot, data: u64) -> u64 {
    check.load(Ordering::Relaxed) ^ data
}

/// Writes a record.
#[inline]
pub fn write([check, place]: &Slot, key: u64, data: u64) {
    check.store(key ^ data, Ordering::Relaxed);
    place.store(data, Ordering::Relaxed);
}
