//! What threads share and wait for. All of it is the standard library's; the files that hold a
//! protocol between threads (`search/slot.rs`, `search/signals.rs`, `uci/pending.rs`,
//! `threads/pool.rs`) take it from here, so that `tests/models` can put checked ones in its place
//! and try every order of events with the very code that plays.

pub use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use std::sync::{Arc, Condvar, Mutex, PoisonError};
pub use std::thread::{Builder, scope};
