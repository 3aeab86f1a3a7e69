//! The memory of the table: [pages] straight from the system, looked at as clusters. `self_cell` keeps them beside
//! their mapping without unsafe code.

use super::table::Cluster;
use crate::pages;
use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

/// Fetches what lies there into the cache of the processor, for those who look at it soon.
#[inline]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(place);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place; // no safe way to it there yet
}

/// A thread that clears gets at least this many clusters: 4 MB.
const LEAST_SHARE: usize = 1 << 16;

type Clusters<'a> = &'a mut [Cluster];

self_cell!(
    struct Mapping {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Clusters,
    }
);

/// Clusters in memory of their own.
pub(super) struct Pages(Mapping);

impl Pages {
    /// This many empty clusters, at least one; `None` if the memory cannot be had. With several threads each of them is the
    /// first to touch a part, so that a machine of several nodes spreads the pages over them; with one, pages are only
    /// taken when they are used.
    pub fn new(clusters: usize, threads: usize) -> Option<Pages> {
        let bytes = clusters.max(1).checked_mul(size_of::<Cluster>())?;
        let mapping = Mapping::try_new(MutBorrow::new(pages::map(bytes)?), |map| {
            <[Cluster]>::mut_from_bytes(&mut map.borrow_mut()[..bytes]).map_err(|_| ())
        });
        let mut pages = Pages(mapping.ok()?);
        if threads > 1 {
            pages.clear(threads);
        }
        Some(pages)
    }

    /// Empties all clusters.
    pub fn clear(&mut self, threads: usize) {
        self.0.with_dependent_mut(|_, clusters| {
            let share = clusters.len().div_ceil(threads.max(1)).max(LEAST_SHARE);
            let empty = |part: &mut [Cluster]| zerocopy::IntoBytes::as_mut_bytes(part).fill(0);
            if threads <= 1 || clusters.len() <= share {
                return empty(clusters);
            }
            std::thread::scope(|scope| {
                for part in clusters.chunks_mut(share) {
                    scope.spawn(move || empty(part));
                }
            });
        });
    }

    /// All of them.
    #[inline]
    pub fn all(&self) -> &[Cluster] {
        self.0.borrow_dependent()
    }
}
