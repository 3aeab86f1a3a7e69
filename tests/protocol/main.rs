//! UCI: sessions, bad input, options, clients.

#[path = "../support/shared.rs"]
mod shared;
#[path = "../support/mod.rs"]
mod support;

mod client;
mod field;
mod options;
mod probes;
mod refused;
mod uci;
