//! Layer 0: zeroed memory from the system, in huge pages where the system has them.
//!
//! Random access to megabytes of memory in pages of 4 KB misses the TLB on nearly every access.
//! Linux maps pages of 2 MB on request (`madvise`, by `memmap2`). `zerocopy` views the bytes as
//! numbers without unsafe code. [`Paged`] is a value with one owner, [`Frozen`] holds values for
//! many readers, and [`Lines`] holds cache lines that many threads read and write.

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use std::alloc::{Layout, handle_alloc_error};
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Size of a huge page in bytes.
const HUGE: usize = 2 << 20;

/// Maps at least `bytes` bytes of zeros, in huge pages if possible; `None` without memory.
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

/// Value made of numbers, in its own pages.
pub struct Paged<T> {
    map: MmapMut,
    value: PhantomData<T>,
}

impl<T: FromBytes + IntoBytes + KnownLayout> Paged<T> {
    /// Maps a zeroed value in huge pages. Without memory it aborts, like any allocation.
    pub fn zeroed() -> Paged<T> {
        Paged::try_zeroed().unwrap_or_else(|| handle_alloc_error(Layout::new::<T>()))
    }

    /// Maps a zeroed value in huge pages; `None` without memory.
    pub fn try_zeroed() -> Option<Paged<T>> {
        map(size_of::<T>()).map(Paged::of)
    }

    /// Maps a zeroed value in small pages, for many values that are each used little.
    pub fn try_zeroed_small() -> Option<Paged<T>> {
        map_small(size_of::<T>()).map(Paged::of)
    }

    fn of(map: MmapMut) -> Paged<T> {
        Paged { map, value: PhantomData }
    }

    /// The value.
    #[inline]
    pub fn get(&self) -> &T
    where
        T: Immutable,
    {
        T::ref_from_bytes(&self.map[..size_of::<T>()])
            .unwrap_or_else(|_| unreachable!("pages are aligned for any number"))
    }

    /// The value, mutable.
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

/// Immutable values in huge pages.
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
    /// Copies the values into huge pages. Without memory it aborts, like any allocation.
    pub fn copy_of(values: &[T]) -> Frozen<T> {
        let bytes = values.as_bytes();
        let mut map =
            map(bytes.len()).unwrap_or_else(|| handle_alloc_error(Layout::for_value(bytes)));
        map[..bytes.len()].copy_from_slice(bytes);
        Frozen { map, bytes: bytes.len(), value: PhantomData }
    }

    /// All values.
    #[inline]
    pub fn all(&self) -> &[T] {
        <[T]>::ref_from_bytes(&self.map[..self.bytes])
            .unwrap_or_else(|_| unreachable!("pages are aligned for any number"))
    }
}

/// Cache line: 64 bytes as numbers that many threads read and write.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct CacheLine(pub [AtomicU64; 8]);

/// Least number of lines that a thread clears: 4 MB.
const LEAST_SHARE: usize = 1 << 16;

type MutLines<'a> = &'a mut [CacheLine];

self_cell!(
    struct Mapping {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: MutLines,
    }
);

/// Cache lines in huge pages. `self_cell` stores the slice with its mapping, so an access costs no
/// conversion.
pub struct Lines(Mapping);

impl Lines {
    /// Maps `count` lines of zeros, at least one; `None` without memory. Several threads each touch
    /// a part first, so that a NUMA machine spreads the pages over its nodes. With one thread,
    /// pages take memory only when they are used.
    pub fn new(count: usize, threads: usize) -> Option<Lines> {
        let bytes = count.max(1).checked_mul(size_of::<CacheLine>())?;
        let mapping = Mapping::try_new(MutBorrow::new(map(bytes)?), |map| {
            <[CacheLine]>::mut_from_bytes(&mut map.borrow_mut()[..bytes]).map_err(|_| ())
        });
        let mut lines = Lines(mapping.ok()?);
        if threads > 1 {
            lines.clear(threads);
        }
        Some(lines)
    }

    /// Sets all lines to zero on up to `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        self.0.with_dependent_mut(|_, lines| {
            let share = lines.len().div_ceil(threads.max(1)).max(LEAST_SHARE);
            let empty = |part: &mut [CacheLine]| part.as_mut_bytes().fill(0);
            if threads <= 1 || lines.len() <= share {
                return empty(lines);
            }
            let parts = Mutex::new(lines.chunks_mut(share));
            let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let work = || std::iter::from_fn(next).for_each(empty);
            std::thread::scope(|scope| {
                let start = |_: &usize| Builder::new().spawn_scoped(scope, work).is_ok();
                let _as_many_as_can_be_had = (1..threads).take_while(start).count();
                work();
            });
        });
    }

    /// All lines.
    #[inline]
    pub fn all(&self) -> &[CacheLine] {
        self.0.borrow_dependent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_paged_value_begins_as_zeros_and_keeps_what_it_is_given() {
        for mut numbers in
            [Paged::<[u64; 1000]>::zeroed(), Paged::try_zeroed_small().expect("a little")]
        {
            assert!(numbers.get().iter().all(|&number| number == 0));
            numbers.get_mut()[999] = 7;
            assert_eq!((numbers.get()[998], numbers.get()[999]), (0, 7));
        }
    }

    #[test]
    fn frozen_values_are_those_that_were_copied() {
        let numbers: Vec<u64> = (0..300_000).collect();
        assert_eq!(Frozen::copy_of(&numbers).all(), numbers);
    }

    #[test]
    fn lines_can_be_written_by_several_threads_and_cleared_by_several() {
        let mut lines = Lines::new(LEAST_SHARE + 1, 2).expect("4 MB");
        std::thread::scope(|scope| {
            for line in [0, LEAST_SHARE] {
                let written = &lines.all()[line].0[7];
                scope.spawn(move || written.store(9, Ordering::Relaxed));
            }
        });
        let sum = |lines: &Lines| -> u64 {
            lines
                .all()
                .iter()
                .flat_map(|line| &line.0)
                .map(|word| word.load(Ordering::Relaxed))
                .sum()
        };
        assert_eq!(sum(&lines), 18);
        lines.clear(2);
        assert_eq!(sum(&lines), 0);
    }

    #[test]
    fn more_than_there_can_be_is_refused() {
        assert!(Lines::new(usize::MAX, 1).is_none());
        assert!(map(usize::MAX).is_none() && map(1 << 60).is_none());
        assert!(map(1).is_some_and(|map| map.len() == HUGE && map.iter().all(|&byte| byte == 0)));
    }
}
