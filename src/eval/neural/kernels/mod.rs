//! The two loops that a network spends its time in, for each kind of processor; the best that this
//! one has is chosen when a network is loaded. All of them compute the same integers.
//!
//! A kernel is a whole loop: code for one kind of processor cannot be inlined into code for any, so
//! a choice for each vector would cost more than it gains. On aarch64 the portable loops are NEON,
//! which every such processor has and compilers use by themselves.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use super::changes::Changes;
use super::numbers::Lane;
use once_cell::sync::Lazy;

/// Lanes of both views, the side to move's first.
type Pair<'a> = [&'a [Lane]; 2];

/// The loops for one kind of processor.
pub struct Kernels {
    /// What the kind is called.
    pub name: &'static str,
    /// Copies a hidden layer with the weights of some inputs added and of others taken away. The
    /// weights of all inputs come one after the other, as many lanes each as the layers have.
    pub update: fn(to: &mut [Lane], from: &[Lane], weights: &[Lane], changes: &Changes),
    /// The sum over both views of the squares of clipped activations times their weights; all as
    /// long.
    pub forward: fn(views: Pair<'_>, weights: Pair<'_>) -> i32,
    is_here: fn() -> bool,
}

impl std::fmt::Debug for Kernels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kernels({})", self.name)
    }
}

/// From the fastest to the one that runs everywhere.
static ALL: &[&Kernels] = &[
    #[cfg(target_arch = "x86_64")]
    &avx512::VNNI,
    #[cfg(target_arch = "x86_64")]
    &avx512::PLAIN,
    #[cfg(target_arch = "x86_64")]
    &avx2::KERNELS,
    &portable::KERNELS,
];

static BEST: Lazy<&'static Kernels> =
    Lazy::new(|| available().next().unwrap_or(&portable::KERNELS));

impl Kernels {
    /// The fastest that this processor has.
    pub fn best() -> &'static Kernels {
        *BEST
    }

    /// Those of this name, if this processor has them.
    pub fn named(name: &str) -> Option<&'static Kernels> {
        available().find(|kernels| kernels.name == name)
    }
}

/// All that this processor has, the fastest first.
pub fn available() -> impl Iterator<Item = &'static Kernels> {
    ALL.iter().copied().filter(|kernels| (kernels.is_here)())
}
