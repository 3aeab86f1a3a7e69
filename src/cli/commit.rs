//! Which commit and which processor a result comes from.

use std::process::Command;

/// The commit of the folder we run in, if it is a repository.
pub fn commit() -> String {
    let output = Command::new("git").args(["rev-parse", "--short=10", "HEAD"]).output();
    let text =
        output.ok().filter(|output| output.status.success()).and_then(|output| String::from_utf8(output.stdout).ok());
    text.map_or_else(|| format!("version {}", env!("CARGO_PKG_VERSION")), |text| text.trim().to_owned())
}

/// Name and architecture of the processor.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim()));
    format!("{} ({})", model.unwrap_or("unknown processor"), std::env::consts::ARCH)
}
