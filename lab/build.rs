//! Sets `SECATEUR_LAB_DIRTY` to `-dirty` if the laboratory has uncommitted changes, which the
//! commit of the engine does not show.

use std::process::Command;

const SOURCES: [&str; 3] = ["src", "build.rs", "Cargo.toml"];

fn main() {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    // A commit makes changed sources clean.
    if let Some(path) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={path}");
    }
    let changes = git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat());
    let is_dirty = changes.is_some_and(|changes| !changes.is_empty());
    println!("cargo::rustc-env=SECATEUR_LAB_DIRTY={}", if is_dirty { "-dirty" } else { "" });
}

/// Output of a git command in the folder of the laboratory; `None` if it fails or git is missing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("--no-optional-locks").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim_end().to_owned())
}
