//! Extensions.

pub mod forced;
pub mod singular;
