//! Synchronization types of the standard library. The files that contain a protocol between threads
//! (`search/slot.rs`, `search/signals.rs`, `uci/pending.rs`, `threads/scoped.rs`) import them from
//! here, so that `tests/models` can replace them and check every schedule of the same code.

pub use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use std::sync::{Arc, Condvar, Mutex, PoisonError};
pub use std::thread::{Builder, scope};
