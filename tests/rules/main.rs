//! Rules of chess: perft, move properties, text formats, symmetry.

#[path = "../targets/rules.rs"]
mod against_shakmaty;
#[path = "../support/shared.rs"]
mod shared;
#[path = "../support/strategies.rs"]
mod strategies;

mod perft;
mod repaired;
mod rules;
mod symmetry;
mod text;
