//! The library of the laboratory, its notebook and its fuzz corpora.

#[path = "../../../tests/support/program.rs"]
mod program;
#[path = "../../../tests/support/strategies.rs"]
mod strategies;
#[path = "../../../tests/support/style.rs"]
mod style;
#[path = "../targets/mod.rs"]
mod targets;

mod corpus;
mod experiments;
mod oracle;
mod properties;
mod strength;
