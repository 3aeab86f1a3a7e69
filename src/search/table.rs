//! The transposition table (Greenblatt 1967, Slate & Atkin 1977), shared by all threads without
//! locks.
//!
//! ```text
//! cluster  64 bytes, one cache line: four entries
//! entry    word 0: key ^ data          (Hyatt & Mann 2002)
//!          word 1: data
//! data     63      48 47      32 31      16 15     8 7        3  2   1   0
//!         ┌──────────┬──────────┬──────────┬────────┬──────────┬────┬───────┐
//!         │   eval   │  score   │   move   │ depth  │generation│ PV │ bound │
//!         └──────────┴──────────┴──────────┴────────┴──────────┴────┴───────┘
//! ```
//! Two threads that write one entry at once can leave halves of two entries (`slot.rs`). A torn
//! entry does not match its key and is treated as a miss.
//!
//! A new entry replaces that of the same position. One without an exact score does not if the old
//! one is from the same search, and either much deeper or the only one with a score. Without an
//! entry of the position, the least valuable of the four is replaced: shallow ones and those of
//! earlier searches go first.

use super::slot::{self, Slot};
use crate::chess::Move;
use crate::huge_pages::{CacheLine, CacheLines};
use crate::machine;
use crate::score::{self, Score};
use crate::seeds::index_below;
pub use schemes::Scheme;

pub mod schemes;

/// Type of a score in the search (exact, lower bound or upper bound).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// No score, only an evaluation or a move.
    None = 0,
    /// Upper bound (fail-low): the true score is at most this.
    Upper = 1,
    /// Lower bound (fail-high): the true score is at least this.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

impl Bound {
    /// Returns the bound type of a score that a search with window (alpha, beta) has returned.
    #[inline]
    pub fn from_window(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    fn from_bits(bits: u64) -> Bound {
        [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(bits & 3) as usize]
    }
}

/// Transposition-table entry as returned by a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtHit {
    /// The best or refuting move; legal in the position unless keys collide.
    pub mv: Option<Move>,
    /// Score as stored: mates count from the node, see [`score::from_tt`].
    pub score: Score,
    /// The evaluation without corrections, if it was known.
    pub eval: Option<Score>,
    /// Depth of the stored search, in plies.
    pub depth: i32,
    /// The bound type of the score.
    pub bound: Bound,
    /// Whether the position was a PV node when it was stored, or in an earlier entry of it (`ttPv`
    /// in Stockfish).
    pub tt_pv: bool,
}

impl TtHit {
    /// Stored score at this ply and half-move clock if its bound decides the window, regardless of
    /// depth; `None` otherwise.
    #[inline]
    pub fn deciding_score(
        &self,
        [alpha, beta]: [Score; 2],
        ply: usize,
        clock: u16,
    ) -> Option<Score> {
        let score = score::from_tt_with_clock(self.score, ply, clock);
        let decided = match self.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        decided.then_some(score)
    }
}

/// Transposition-table entry to be stored.
#[derive(Clone, Copy, Debug)]
pub struct TtEntry {
    /// The best or refuting move; without one, the stored move is kept.
    pub mv: Option<Move>,
    /// Score seen from the root; the table turns mates into distances from the node.
    pub score: Score,
    /// The evaluation without corrections, if it is known.
    pub eval: Option<Score>,
    /// Depth of the search, in plies.
    pub depth: i32,
    /// The bound type of the score.
    pub bound: Bound,
    /// Whether the node is or was a PV node.
    pub tt_pv: bool,
}

/// No evaluation stored.
const NO_EVAL: i16 = i16::MIN;
const GENERATIONS: u8 = 32;
/// An entry of an earlier search counts as this many plies shallower for each search since.
const AGE_PENALTY: i32 = 4;
/// A bound replaces an entry of the same position and search if it is at most this much shallower,
/// two plies more at PV nodes; an exact score always does.
const DEPTH_SLACK: i32 = 3;

/// The slots of a cluster.
#[inline]
fn slots(cluster: &CacheLine) -> &[Slot] {
    cluster.0.as_chunks().0
}

#[inline]
fn data_of(entry: &Slot) -> Data {
    Data(slot::data_in(entry))
}

/// The key of a slot with this data; not a valid key if the slot is torn.
#[inline]
fn key_of(entry: &Slot, data: Data) -> u64 {
    slot::key_of(entry, data.0)
}

#[inline]
fn write(entry: &Slot, key: u64, data: Data) {
    slot::write(entry, key, data.0);
}

/// Prefetches the cache line of a value into the processor's cache.
#[inline]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(place);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place; // no safe way to it there yet
}

/// The data word of a slot.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn new(ply: usize, entry: &TtEntry, mv: u16, generation: u8) -> Data {
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        let score = score::to_tt(entry.score, ply) as i16;
        Data(
            (eval as u16 as u64) << 48
                | (score as u16 as u64) << 32
                | u64::from(mv) << 16
                | (entry.depth.clamp(0, 255) as u64) << 8
                | u64::from(generation) << 3
                | u64::from(entry.tt_pv) << 2
                | entry.bound as u64,
        )
    }

    fn move_bits(self) -> u16 {
        (self.0 >> 16) as u16
    }

    fn depth(self) -> i32 {
        (self.0 >> 8) as u8 as i32
    }

    fn bound(self) -> Bound {
        Bound::from_bits(self.0)
    }

    fn generation(self) -> u8 {
        (self.0 >> 3) as u8 % GENERATIONS
    }

    fn hit(self) -> TtHit {
        let eval = (self.0 >> 48) as i16;
        TtHit {
            mv: Move::from_bits(self.move_bits()),
            score: Score::from((self.0 >> 32) as i16),
            eval: (eval != NO_EVAL).then_some(Score::from(eval)),
            depth: self.depth(),
            bound: self.bound(),
            tt_pv: self.0 & 4 != 0,
        }
    }

    /// The value of keeping the entry, plies: depth less age. Empty ones have the least.
    fn replacement_value(self, generation: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN;
        }
        let age = (GENERATIONS + generation - self.generation()) % GENERATIONS;
        self.depth() - AGE_PENALTY * i32::from(age)
    }
}

/// Error for memory that the system does not provide.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutOfMemory {
    /// The requested size exceeds the physical memory.
    #[error(
        "{requested} MB of hash are more than the {physical} MB of memory that this machine has"
    )]
    BeyondMachine {
        /// Megabytes requested.
        requested: usize,
        /// Megabytes of the machine.
        physical: usize,
    },
    /// The system refuses to allocate this number of megabytes.
    #[error("{0} MB of hash cannot be allocated")]
    Refused(usize),
    /// The memory of a search thread is not available.
    #[error("the memory of a search thread cannot be allocated")]
    Thread,
}

/// Transposition table, shared by all search threads. Probing and storing take `&self`, so that
/// many threads can; resizing and clearing take `&mut self`, so that no search can be running.
pub struct Table {
    clusters: CacheLines,
    scheme: Scheme,
    generation: u8,
    /// The system has not provided the memory yet; it does so page by page at the first access.
    is_untouched: bool,
}

impl Table {
    /// Creates an empty transposition table of this size in megabytes.
    pub fn new(megabytes: usize) -> Result<Table, OutOfMemory> {
        Ok(Table::of(allocate(megabytes, 1)?, Scheme::Cluster))
    }

    fn of(clusters: CacheLines, scheme: Scheme) -> Table {
        Table { clusters, scheme, generation: 0, is_untouched: false }
    }

    /// Resizes the table to this number of megabytes and clears it with several threads. With one
    /// thread, [`Table::touch`] accesses the memory. A size beyond the physical memory is an error
    /// and changes nothing; if the system refuses, the table is empty and keeps its size, or one
    /// cluster if the system refuses that too.
    pub fn resize(&mut self, megabytes: usize, threads: usize) -> Result<(), OutOfMemory> {
        check_size(megabytes)?;
        let old = self.clusters.all().len();
        // freed first: both need not fit
        self.clusters = CacheLines::new(1, 1).ok_or(OutOfMemory::Refused(megabytes))?;
        match allocate(megabytes, threads) {
            Ok(clusters) => {
                self.clusters = clusters;
                self.is_untouched = threads <= 1;
            }
            Err(error) => {
                self.clusters =
                    CacheLines::new(old, threads).ok_or(OutOfMemory::Refused(megabytes))?;
                self.is_untouched = threads <= 1;
                return Err(error);
            }
        }
        Ok(())
    }

    /// The size in megabytes; 0 for less than one.
    pub fn megabytes(&self) -> usize {
        size_of_val(self.clusters.all()) >> 20
    }

    /// Clears the transposition table on up to `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        self.generation = 0;
        self.is_untouched = false;
        self.clusters.clear(threads);
    }

    /// Accesses all memory of a resized table on up to `threads` threads, unless it has been
    /// cleared or searched since. In the first search, the page faults can take seconds.
    pub fn touch(&mut self, threads: usize) {
        if self.is_untouched {
            self.clear(threads);
        }
    }

    /// Starts a new generation of the transposition table at the beginning of a search, so that
    /// older entries are replaced first.
    pub fn next_generation(&mut self) {
        self.is_untouched = false;
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Permille of table slots filled by the current search, estimated from a sample (`hashfull`).
    pub fn permille_full(&self) -> u32 {
        let sample = self.clusters.all().iter().take(250).flat_map(slots);
        let fresh = |entry: &&Slot| {
            let data = data_of(entry);
            data.0 != 0 && data.generation() == self.generation
        };
        sample.filter(fresh).count() as u32 * 1000 / (250 * 4)
    }

    /// The slots of the cluster of a key. All [schemes](Scheme) keep the key's entry in one of
    /// them.
    #[inline]
    fn slots(&self, key: u64) -> &[Slot] {
        let clusters = self.clusters.all();
        slots(&clusters[index_below(key, clusters.len())])
    }

    /// Prefetches the transposition-table cluster of a key into the processor cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.slots(key)[0]);
    }

    /// Returns a copy of the transposition-table entry with this key; `None` if there is none.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtHit> {
        self.slots(key).iter().find_map(|entry| {
            let data = data_of(entry);
            (data.0 != 0 && key_of(entry, data) == key).then(|| data.hit())
        })
    }

    /// Stores a transposition-table entry for the position with this key, `ply` plies from the
    /// root.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: &TtEntry) {
        let (slot, old) = self.place_for(key);
        if self.is_worth_more(old, entry) {
            return;
        }
        let mv = entry.mv.map_or(old.move_bits(), Move::bits);
        write(slot, key, Data::new(ply, entry, mv, self.generation));
    }

    /// The slot of the position's own entry with its data, else the least valuable slot of the
    /// cluster, taken as empty.
    #[inline]
    fn place_for(&self, key: u64) -> (&Slot, Data) {
        let slots = self.slots(key);
        let mut lowest = (i32::MAX, &slots[0]);
        for entry in slots {
            let data = data_of(entry);
            if data.0 != 0 && key_of(entry, data) == key {
                return (entry, data);
            }
            let replacement_value = data.replacement_value(self.generation);
            if replacement_value < lowest.0 {
                lowest = (replacement_value, entry);
            }
        }
        (lowest.1, Data(0))
    }

    /// Whether the old entry of the same position is better than the new one: from the same search,
    /// and much deeper or the only one with a score.
    fn is_worth_more(&self, old: Data, new: &TtEntry) -> bool {
        let is_much_deeper = old.depth() > new.depth + DEPTH_SLACK + 2 * i32::from(new.tt_pv);
        old.0 != 0
            && new.bound != Bound::Exact
            && old.generation() == self.generation
            && (is_much_deeper || new.bound == Bound::None && old.bound() != Bound::None)
    }
}

fn allocate(megabytes: usize, threads: usize) -> Result<CacheLines, OutOfMemory> {
    check_size(megabytes)?;
    let bytes = megabytes.checked_mul(1 << 20).ok_or(OutOfMemory::Refused(megabytes))?;
    CacheLines::new(bytes / size_of::<CacheLine>(), threads).ok_or(OutOfMemory::Refused(megabytes))
}

/// Checks that a hash size in megabytes does not exceed the physical memory of the machine.
pub fn check_size(megabytes: usize) -> Result<(), OutOfMemory> {
    match machine::memory() {
        Some(memory) if megabytes > memory.total => {
            Err(OutOfMemory::BeyondMachine { requested: megabytes, physical: memory.total })
        }
        _ => Ok(()),
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("megabytes", &self.megabytes()).finish_non_exhaustive()
    }
}
