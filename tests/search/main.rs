//! The search: techniques, ordering, table, tablebases, threads, strength levels.

#[path = "../support/endings.rs"]
mod endings;
#[path = "../../lab/src/evaluations/mod.rs"]
#[allow(dead_code)] // the tests need two of its evaluations
mod evaluations;
#[path = "../support/shared.rs"]
mod shared;
#[path = "../support/strategies.rs"]
mod strategies;
#[path = "../support/mod.rs"]
mod support;

mod audit;
mod claims;
mod hostile;
mod levels;
mod mate;
mod picker;
mod properties;
mod repro;
mod smp;
mod syzygy;
mod table;
mod tables_in_play;
mod techniques;
mod winning;
