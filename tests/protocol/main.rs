//! Tests of the UCI protocol: sessions, invalid input, options and clients.

#[path = "../support/shared.rs"]
mod shared;
#[path = "../support/mod.rs"]
mod support;

mod analyst;
mod client;
mod declared;
mod engine_client;
mod field;
mod genfens;
mod guard;
mod log;
mod node_clock;
mod option_effects;
mod option_kinds;
mod option_list;
mod options;
mod order;
mod output;
mod pending;
mod probes;
mod rejected;
mod repeats;
mod solver;
mod terminal;
#[cfg(feature = "tunable")]
mod tunable;
mod uci;
