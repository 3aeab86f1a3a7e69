//! Test data that are too large for the repository, in `../shared/data`: tablebases, an opening
//! book, positions.
//!
//! The tests that need the data are ignored by default, and fail without the data. `make test` runs
//! them if the data exist (`docs/dev/testing.md`).

use std::path::{Path, PathBuf};

/// The folder of the shared data. `SECATEUR_SHARED` replaces `../shared`.
#[allow(dead_code)] // each test program uses a part of it
pub fn folder() -> PathBuf {
    let shared = std::env::var_os("SECATEUR_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    shared.join("data")
}

/// Path of a file or folder of the shared data.
#[allow(dead_code)]
pub fn data(name: &str) -> PathBuf {
    let path = folder().join(name);
    assert!(path.exists(), "{} is missing (docs/dev/testing.md)", path.display());
    path
}
