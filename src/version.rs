//! Layer 0: version of the program, and the commit it is built from.

use once_cell::sync::Lazy;

/// Version of Secateur, as in `Cargo.toml`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Name and version of the program, such as `Secateur 1.2.3`.
pub const NAME: &str = concat!("Secateur ", env!("CARGO_PKG_VERSION"));

/// Git commit of the build (ten hex digits, `-dirty` if the sources differed); empty without git.
/// `build.rs` sets it.
pub const COMMIT: &str = env!("SECATEUR_COMMIT");

/// Returns the name of this build for result files (the commit, or the version if the commit is
/// unknown).
pub fn build() -> String {
    if COMMIT.is_empty() { format!("version {VERSION}") } else { COMMIT.to_owned() }
}

/// Whether the program was built from the tagged commit of its version, without changes.
const IS_RELEASE: bool = matches!(env!("SECATEUR_RELEASE").as_bytes(), b"true");

/// Returns the name for UCI `id name`: name and version, and the commit except in a release, such
/// as `Secateur 1.2.3 0123456789`.
pub fn full_name() -> String {
    let commit = if IS_RELEASE { "" } else { COMMIT };
    format!("{NAME} {commit}").trim_end().to_owned()
}

/// Returns the line that `secateur --version` prints, with version and commit.
pub fn line() -> &'static str {
    static LINE: Lazy<String> = Lazy::new(|| {
        let commit = if COMMIT.is_empty() {
            "commit unknown: built from an archive, without git"
        } else {
            COMMIT
        };
        format!("{VERSION} ({commit})")
    });
    &LINE
}

/// Version of the Rust compiler that built the program, as printed by `rustc --version`.
pub const COMPILER: &str = env!("SECATEUR_RUSTC");
/// Target triple for which the program was built.
pub const TARGET: &str = env!("SECATEUR_TARGET");

/// x86-64 level that the whole program was built for, such as `x86-64-v3`; on other processors the
/// architecture.
pub const LEVEL: &str = if !cfg!(target_arch = "x86_64") {
    std::env::consts::ARCH
} else if cfg!(all(target_feature = "avx512bw", target_feature = "avx512vl")) {
    "x86-64-v4"
} else if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
    "x86-64-v3"
} else if cfg!(target_feature = "popcnt") {
    "x86-64-v2"
} else {
    "x86-64"
};

/// Returns the processor features that this build requires, as text.
pub fn features() -> String {
    let listed = env!("SECATEUR_FEATURES");
    let names = ["popcnt", "bmi1", "bmi2", "lzcnt", "avx2", "avx512f", "avx512vnni", "neon"];
    let built: Vec<&str> =
        names.into_iter().filter(|name| listed.split(',').any(|other| other == *name)).collect();
    if built.is_empty() { "none beyond the target's own".to_owned() } else { built.join(" ") }
}
