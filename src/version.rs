//! Layer 0: version of the program, and the commit it is built from.

use std::sync::LazyLock;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Commit of the build: ten letters, and `-dirty` if the sources differed from the commit. Empty
/// for a build from an archive, without git. `build.rs` sets it.
pub const COMMIT: &str = env!("SECATEUR_COMMIT");

/// Name of the build in results: the commit, or the version if the commit is unknown.
pub fn build() -> String {
    if COMMIT.is_empty() { format!("version {VERSION}") } else { COMMIT.to_owned() }
}

/// Name, version and commit as UCI reports them: `Secateur 1.2.3 0123456789`.
pub fn full_name() -> String {
    format!("Secateur {VERSION} {COMMIT}").trim_end().to_owned()
}

/// Version and commit as `--version` prints them.
pub fn line() -> &'static str {
    static LINE: LazyLock<String> = LazyLock::new(|| {
        let commit = if COMMIT.is_empty() {
            "commit unknown: built from an archive, without git"
        } else {
            COMMIT
        };
        format!("{VERSION} ({commit})")
    });
    &LINE
}
