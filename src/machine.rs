//! Layer 0: processor and memory of the machine, as the system reports them.

use once_cell::sync::Lazy;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// Number of threads that the processor runs in parallel, determined once per process; 1 if the
/// system does not report it.
pub static CORES: Lazy<usize> =
    Lazy::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// Physical memory of the machine, in megabytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhysicalMemory {
    /// All memory.
    pub total: usize,
    /// Memory that is free, or that the system can free.
    pub available: usize,
}

/// Brand name of the processor; `None` if the system does not report it.
pub fn processor() -> Option<String> {
    let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
    let system = System::new_with_specifics(kind).ok()?;
    let name = system.cpus().first()?.brand().trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns the brand name and architecture of the processor, for records of measured results.
pub fn describe_processor() -> String {
    let model = processor();
    let model = model.as_deref().unwrap_or("unknown processor");
    format!("{model} ({})", std::env::consts::ARCH)
}

/// Physical memory of the machine; `None` if the system does not report it.
pub fn memory() -> Option<PhysicalMemory> {
    let kind = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(kind).ok()?;
    let megabytes = |bytes: u64| (bytes >> 20) as usize;
    let found = PhysicalMemory {
        total: megabytes(system.total_memory()),
        available: megabytes(system.available_memory()),
    };
    (found.total > 0).then_some(found)
}

/// Whether this build requires at most x86-64-v2, so that it also runs on processors without AVX2.
pub const IS_BASELINE: bool = cfg!(all(target_arch = "x86_64", not(target_feature = "avx2")));

/// Whether the processor supports every instruction of the x86-64-v3 level (AVX2, BMI2).
#[cfg(target_arch = "x86_64")]
pub fn has_x86_64_v3() -> bool {
    use std::is_x86_feature_detected as has;
    let has_vectors = has!("avx2") && has!("fma") && has!("f16c");
    has_vectors && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("movbe")
}

/// Whether the processor supports x86-64-v3; always false on other architectures.
#[cfg(not(target_arch = "x86_64"))]
pub fn has_x86_64_v3() -> bool {
    false
}

/// Whether the x86-64-v3 build is faster on this processor (false for AMD before Zen 3, whose PEXT
/// is slow).
pub fn prefers_v3() -> bool {
    has_x86_64_v3() && !has_slow_pext()
}

#[cfg(target_arch = "x86_64")]
fn has_slow_pext() -> bool {
    use std::arch::x86_64::__cpuid;
    /// Family of Zen 3. Hygon's family 18h is Zen 1.
    const ZEN_3: u32 = 0x19;
    let found = __cpuid(0);
    let vendor = [found.ebx, found.edx, found.ecx].map(u32::to_le_bytes).concat();
    let version = __cpuid(1).eax;
    let (base, extended) = (version >> 8 & 0xF, version >> 20 & 0xFF);
    let family = if base == 0xF { base + extended } else { base };
    (vendor == b"AuthenticAMD" || vendor == b"HygonGenuine") && family < ZEN_3
}

#[cfg(not(target_arch = "x86_64"))]
fn has_slow_pext() -> bool {
    false
}

/// Whether `megabytes` exceeds the physical memory of the machine. Systems overcommit, and kill the
/// process later.
pub fn is_beyond(megabytes: usize) -> bool {
    memory().is_some_and(|memory| megabytes > memory.total)
}
