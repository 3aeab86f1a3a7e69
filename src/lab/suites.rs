//! The suites that come with the program.

pub use crate::tools::suites::built_in;
