//! Layer 0: zeroed memory from the system, in huge pages where the system has them.
//!
//! Random access to megabytes of memory in pages of 4 KB misses the TLB on nearly every access.
//! Linux maps pages of 2 MB on request (`madvise`, by `memmap2`). `zerocopy` views the bytes as
//! numbers without unsafe code. [`Paged`] is a value with one owner, [`Frozen`] holds values for
//! many readers, and [`CacheLines`] holds cache lines that many threads read and write.

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use std::alloc::{Layout, handle_alloc_error};
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Size of a huge memory page in bytes (2 MB).
pub const HUGE: usize = 2 << 20;

/// Allocates at least `bytes` zeroed bytes, in huge pages if possible; `None` if memory is short.
pub fn map(bytes: usize) -> Option<MmapMut> {
    let map = map_small(bytes)?;
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage); // a hint for speed
    Some(map)
}

/// Maps zeros in pages of 4 KB. Pages that are never touched take no memory.
fn map_small(bytes: usize) -> Option<MmapMut> {
    // Only a mapping of whole huge pages is aligned for huge pages.
    MmapMut::map_anon(bytes.checked_next_multiple_of(HUGE)?).ok()
}

/// Heap value that starts on a memory page of its own, in huge pages if possible; for plain numeric
/// types.
pub struct Paged<T> {
    map: MmapMut,
    value: PhantomData<T>,
}

impl<T: FromBytes + IntoBytes + KnownLayout> Paged<T> {
    /// Allocates a zeroed value in huge pages; aborts the process if memory is short.
    pub fn zeroed() -> Paged<T> {
        Paged::try_zeroed().unwrap_or_else(|| handle_alloc_error(Layout::new::<T>()))
    }

    /// Allocates a zeroed value in huge pages; `None` if memory is short.
    pub fn try_zeroed() -> Option<Paged<T>> {
        map(size_of::<T>()).map(Paged::of)
    }

    /// Allocates a zeroed value in small pages, for values that are used little; `None` if memory
    /// is short.
    pub fn try_zeroed_small() -> Option<Paged<T>> {
        map_small(size_of::<T>()).map(Paged::of)
    }

    fn of(map: MmapMut) -> Paged<T> {
        Paged { map, value: PhantomData }
    }

    /// Returns a reference to the value in the pages.
    #[inline]
    pub fn get(&self) -> &T
    where
        T: Immutable,
    {
        T::ref_from_bytes(&self.map[..size_of::<T>()])
            .unwrap_or_else(|_| unreachable!("pages are aligned for any number"))
    }

    /// Returns a mutable reference to the value in the pages.
    #[inline]
    pub fn get_mut(&mut self) -> &mut T {
        let bytes = &mut self.map[..size_of::<T>()];
        T::mut_from_bytes(bytes)
            .unwrap_or_else(|_| unreachable!("pages are aligned for any number"))
    }
}

impl<T> fmt::Debug for Paged<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Paged({} bytes)", self.map.len())
    }
}

/// Immutable array in huge memory pages, which cost fewer TLB misses.
pub struct Frozen<T> {
    map: MmapMut,
    bytes: usize,
    value: PhantomData<T>,
}

impl<T> fmt::Debug for Frozen<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Frozen({} bytes)", self.bytes)
    }
}

impl<T: FromBytes + IntoBytes + Immutable + KnownLayout> Frozen<T> {
    /// Copies the values into a new array in huge pages; aborts the process if memory is short.
    pub fn copy_of(values: &[T]) -> Frozen<T> {
        let bytes = values.as_bytes();
        let mut map =
            map(bytes.len()).unwrap_or_else(|| handle_alloc_error(Layout::for_value(bytes)));
        map[..bytes.len()].copy_from_slice(bytes);
        Frozen { map, bytes: bytes.len(), value: PhantomData }
    }

    /// Returns the immutable array as a slice.
    #[inline]
    pub fn all(&self) -> &[T] {
        <[T]>::ref_from_bytes(&self.map[..self.bytes])
            .unwrap_or_else(|_| unreachable!("pages are aligned for any number"))
    }
}

/// One cache line of 64 bytes as eight atomic 64-bit numbers.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct CacheLine(pub [AtomicU64; 8]);

/// Minimum number of cache lines (64 bytes) that a thread clears, so that small jobs use fewer
/// threads.
pub const MIN_SHARE: usize = 1 << 16;

type MutLines<'a> = &'a mut [CacheLine];

self_cell!(
    struct Mapping {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: MutLines,
    }
);

/// Array of cache lines in huge pages, shared by threads. `self_cell` stores the slice with its
/// mapping, so an access costs no conversion.
pub struct CacheLines(Mapping);

impl CacheLines {
    /// Allocates `count` zeroed cache lines, at least one; `None` if memory is short. Several
    /// threads each touch a part first, so that a NUMA machine spreads the pages over its nodes.
    /// With one thread, pages take memory only when they are used.
    pub fn new(count: usize, threads: usize) -> Option<CacheLines> {
        let bytes = count.max(1).checked_mul(size_of::<CacheLine>())?;
        let mapping = Mapping::try_new(MutBorrow::new(map(bytes)?), |map| {
            <[CacheLine]>::mut_from_bytes(&mut map.borrow_mut()[..bytes]).map_err(|_| ())
        });
        let mut lines = CacheLines(mapping.ok()?);
        if threads > 1 {
            lines.clear(threads);
        }
        Some(lines)
    }

    /// Sets all cache lines to zero on up to `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        self.0.with_dependent_mut(|_, lines| {
            let share = lines.len().div_ceil(threads.max(1)).max(MIN_SHARE);
            let empty = |part: &mut [CacheLine]| part.as_mut_bytes().fill(0);
            if threads <= 1 || lines.len() <= share {
                return empty(lines);
            }
            let threads = threads.min(lines.len().div_ceil(share));
            let parts = Mutex::new(lines.chunks_mut(share));
            let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let work = || std::iter::from_fn(next).for_each(empty);
            std::thread::scope(|scope| {
                let start = |_: &usize| Builder::new().spawn_scoped(scope, work).is_ok();
                let _started = (1..threads).take_while(start).count();
                work();
            });
        });
    }

    /// Returns all cache lines as a slice.
    #[inline]
    pub fn all(&self) -> &[CacheLine] {
        self.0.borrow_dependent()
    }
}
