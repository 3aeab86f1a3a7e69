//! Files that a command writes beside what it prints.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::path::Path;

/// Says at once what would otherwise fail only when the work is done.
pub fn check_writable(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("cannot write {}: there is no folder {}", file.display(), folder.display());
    }
    if file.is_dir() {
        bail!("cannot write {}: it is a folder", file.display());
    }
    Ok(())
}

/// Writes a value as indented JSON.
pub fn write_json(file: &Path, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
