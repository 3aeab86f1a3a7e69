//! The two hot loops of the network for each kind of processor. The network selects the fastest
//! supported kernels when it is loaded. All kernels compute the same integers.
//!
//! A kernel is a whole loop. Code with special target features cannot be inlined into generic code,
//! so a dispatch per vector would cost more than it gains. On aarch64 the portable loops use NEON,
//! which every such processor has and compilers use automatically.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use super::changes::Changes;
use super::quantization::Chunk;
use once_cell::sync::Lazy;

/// The chunks of both perspectives, the side to move's first.
type Pair<'a> = [&'a [Chunk]; 2];

/// The number of chunks whose sums a kernel holds in registers.
#[cfg(target_arch = "x86_64")]
const BLOCK: usize = 4;

/// The weights of an input.
#[inline(always)]
fn row(weights: &[Chunk], chunks: usize, input: u16) -> &[Chunk] {
    &weights[usize::from(input) * chunks..][..chunks]
}

/// SIMD functions that update accumulators and compute the network's output, for one kind of
/// processor.
pub struct Kernels {
    /// The name of the kernels.
    pub name: &'static str,
    /// Copies a hidden layer and adds and subtracts the weights of inputs. `weights` holds the
    /// weights of all inputs in order, with as many chunks per input as a layer has.
    pub update: fn(to: &mut [Chunk], from: &[Chunk], weights: &[Chunk], changes: &Changes),
    /// Returns the sum over both perspectives of squared clipped activations times weights. All
    /// slices have the same length.
    pub forward: fn(perspectives: Pair<'_>, weights: Pair<'_>) -> i32,
    is_supported: fn() -> bool,
}

impl std::fmt::Debug for Kernels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kernels({})", self.name)
    }
}

/// All kernels, the fastest first.
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
    /// Returns the fastest SIMD kernels that this processor supports.
    pub fn best() -> &'static Kernels {
        *BEST
    }

    /// Returns the SIMD kernels of this name; `None` if this processor does not support them.
    pub fn named(name: &str) -> Option<&'static Kernels> {
        available().find(|kernels| kernels.name == name)
    }
}

/// Iterates over the SIMD kernels that this processor supports, the fastest first.
pub fn available() -> impl Iterator<Item = &'static Kernels> {
    ALL.iter().copied().filter(|kernels| (kernels.is_supported)())
}
