//! Test data that are too large for the repository, in `../shared/data` beside it: tablebases,
//! an opening book, positions.
//!
//! The tests that need the data are ignored by default. `make test` runs them where the data are
//! (`docs/dev/testing.md`). They fail without the data.

use std::path::{Path, PathBuf};

/// A file or folder of the shared data, which `SECATEUR_SHARED` may name elsewhere.
pub fn data(name: &str) -> PathBuf {
    let shared = std::env::var_os("SECATEUR_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let path = shared.join("data").join(name);
    assert!(path.exists(), "{} is missing (docs/dev/testing.md)", path.display());
    path
}
