//! The commit and the processor of a result.

use crate::machine;
pub use crate::version::build as commit;

/// Returns the name and architecture of the processor, for records of measured results.
pub fn processor() -> String {
    let model = machine::processor();
    let model = model.as_deref().unwrap_or("unknown processor");
    format!("{model} ({})", std::env::consts::ARCH)
}
