//! Writing what the user names, and finding out early what cannot be written.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::path::Path;

/// Writes a whole file.
pub fn write(path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<()> {
    std::fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a value as indented JSON.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    write(path, &(serde_json::to_string_pretty(value)? + "\n"))
}

/// Writes all of it or nothing: a checkpoint cut short by a sudden end must not take the place of a whole one.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    std::fs::write(&fresh, bytes)
        .and_then(|()| std::fs::rename(&fresh, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Finds, before anything takes long, what would fail after hours.
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
