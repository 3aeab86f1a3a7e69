//! The commit and the processor of a result.

pub use crate::version::build as commit;

/// Returns the name and architecture of the processor, for records of results.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| {
        line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim())
    });
    format!("{} ({})", model.unwrap_or("unknown processor"), std::env::consts::ARCH)
}
