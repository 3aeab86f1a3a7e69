//! Sets commit, compiler and target of the build as environment variables, which `src/version.rs`
//! reads.
//!
//! The commit has ten hex digits, with `-dirty` if the sources have uncommitted changes. It is
//! empty without git. Cargo runs this script again when a source, the checked-out commit or a tag
//! changes.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Sources of the build, relative to the root of the repository.
const SOURCES: [&str; 6] = ["src", "epd", "build.rs", "Cargo.toml", "Cargo.lock", ".cargo"];
/// File with the commit that `cargo package` adds to a crate.
const NOTE: &str = ".cargo_vcs_info.json";
/// Hex digits of the commit.
const DIGITS: usize = 10;

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let sources = SOURCES.iter().map(|name| root.join(name));
    for path in sources.chain(git_files(&root)).filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    println!("cargo::rustc-env=SECATEUR_COMMIT={}", commit(&root).unwrap_or_default());
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=SECATEUR_RELEASE={}", is_release(&root, &version));
    println!("cargo::rustc-env=SECATEUR_RUSTC={}", compiler().unwrap_or_default());
    for (name, source) in [("TARGET", "TARGET"), ("FEATURES", "CARGO_CFG_TARGET_FEATURE")] {
        let value = std::env::var(source).unwrap_or_default();
        println!("cargo::rustc-env=SECATEUR_{name}={value}");
    }
}

/// Name and version of the compiler.
fn compiler() -> Option<String> {
    let output = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The commit of the sources in this folder.
pub fn commit(root: &Path) -> Option<String> {
    let (commit, is_dirty) = checked_out(root).or_else(|| packaged(root))?;
    let commit = commit.get(..DIGITS)?;
    Some(format!("{commit}{}", if is_dirty { "-dirty" } else { "" }))
}

/// Whether the commit has the tag of this version, and the sources are those of the commit.
pub fn is_release(root: &Path, version: &str) -> bool {
    let tags = git(root, &["tag", "--points-at", "HEAD"]).unwrap_or_default();
    let is_tagged = tags.lines().any(|tag| tag == format!("v{version}"));
    is_tagged && checked_out(root).is_some_and(|(_, is_dirty)| !is_dirty)
}

/// Git files that change with the checked-out commit or the tags.
pub fn git_files(root: &Path) -> Vec<PathBuf> {
    let branch = git(root, &["rev-parse", "--symbolic-full-name", "HEAD"]).unwrap_or_default();
    let names =
        ["HEAD", "logs/HEAD", "refs/tags", &branch].into_iter().filter(|name| !name.is_empty());
    names
        .filter_map(|name| git(root, &["rev-parse", "--git-path", name]))
        .map(|path| root.join(path))
        .collect()
}

/// Commit of a checkout, and whether its sources have changes. `None` if `root` is not the top
/// folder of a repository.
fn checked_out(root: &Path) -> Option<(String, bool)> {
    git(root, &["rev-parse", "--show-prefix"]).filter(String::is_empty)?;
    let changes = git(root, &[&["status", "--porcelain", "--"][..], &SOURCES].concat())?;
    Some((git(root, &["rev-parse", "HEAD"])?, !changes.is_empty()))
}

/// The same for a packaged crate.
fn packaged(root: &Path) -> Option<(String, bool)> {
    let note = std::fs::read_to_string(root.join(NOTE)).ok()?;
    let (_, rest) = note.split_once("\"sha1\": \"")?;
    let (commit, _) = rest.split_once('"')?;
    Some((commit.to_owned(), note.contains("\"dirty\": true")))
}

/// Output of a git command in this folder; `None` if it fails or git is missing.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("--no-optional-locks")
        .args(arguments)
        .current_dir(root)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim_end().to_owned())
}
