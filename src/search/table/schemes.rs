//! Replacement schemes of the papers (Breuker, Uiterwijk & van den Herik 1994), for the laboratory.
//!
//! Experiments search with the engine's table, so the schemes are written for it. Only experiments
//! call [`Table::store_by_scheme`]. Every scheme keeps an entry
//! inside the cluster of its key, so probes and prefetches are the engine's own.

use super::{CacheLines, Data, Table, TtEntry, data_of, key_of, write};
use crate::chess::Move;
use crate::seeds::index_below;
use serde::Serialize;

/// Replacement scheme of the transposition table (default `Cluster`; others after Breuker,
/// Uiterwijk & van den Herik 1994).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Scheme {
    /// Clusters of four entries: the least valuable is replaced, by depth and age.
    #[default]
    Cluster,
    /// One slot for each key: the latest entry is kept.
    Always,
    /// One slot for each key: the deeper entry is kept.
    DepthPreferred,
    /// Two slots for each key: the deeper entry in the first, the latest other in the second.
    TwoDeep,
}

impl Table {
    /// Creates an empty transposition table of `entries` entries with a textbook replacement
    /// scheme, for experiments. The number of entries is rounded up to a multiple of four.
    ///
    /// # Panics
    /// If there is no memory for it.
    pub fn with_scheme(scheme: Scheme, entries: usize) -> Table {
        let clusters = CacheLines::new(entries.div_ceil(4), 1).expect("memory for a small table");
        Table::of(clusters, scheme)
    }

    /// Replacement scheme that this transposition table uses.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Stores an entry by the table's replacement scheme, for a position `ply` plies from the root
    /// (experiments only). In the papers' schemes an entry is replaced if it is of an earlier
    /// search or not deeper.
    #[inline(never)]
    pub fn store_by_scheme(&self, key: u64, ply: usize, entry: &TtEntry) {
        let slots = self.slots(key);
        let quarter = index_below(key, self.clusters.all().len() * 4) % 4;
        let (first, second) = match self.scheme {
            Scheme::Cluster => return self.store(key, ply, entry),
            Scheme::Always | Scheme::DepthPreferred => (&slots[quarter], None),
            Scheme::TwoDeep => (&slots[quarter / 2 * 2], Some(&slots[quarter / 2 * 2 + 1])),
        };
        let old = data_of(first);
        let new = Data::new(ply, entry, entry.mv.map_or(0, Move::bits), self.generation);
        let is_replaced = old.0 == 0
            || old.generation() != self.generation
            || entry.depth >= old.depth()
            || self.scheme == Scheme::Always;
        match (second, is_replaced) {
            (None, false) => {}
            (None, true) => write(first, key, new),
            (Some(second), false) => write(second, key, new),
            (Some(second), true) => {
                let old_key = key_of(first, old);
                if old.0 != 0 && old_key != key {
                    write(second, old_key, old);
                }
                write(first, key, new);
            }
        }
    }
}
