//! What a thread remembers from one search to the next: megabytes of numbers that lie together in
//! pages of their own.

use super::correction::Corrections;
use super::order::captures::CaptureHistory;
use super::order::continuation::ContinuationHistory;
use super::order::history::QuietHistory;
use super::order::low_ply::LowPlyHistory;
use super::order::pawns::PawnHistory;
use super::techniques::Ageing;
use crate::eval::LineMemory;
use crate::huge_pages::Paged;
use once_cell::sync::Lazy;
use zerocopy::{FromBytes, FromZeros, IntoBytes, KnownLayout};

/// Threads that can run at once; asked once, for it takes system calls.
pub static CORES: Lazy<usize> =
    Lazy::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// What is remembered; nothing, where all is zero.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct Memory {
    /// What evaluations are made from.
    pub evaluation: LineMemory,
    /// How often quiet moves have cut.
    pub quiet_history: QuietHistory,
    /// And so near the root.
    pub low_ply_history: LowPlyHistory,
    /// And after which moves.
    pub continuation_history: ContinuationHistory,
    /// And among which pawns.
    pub pawn_history: PawnHistory,
    /// How often captures have cut.
    pub capture_history: CaptureHistory,
    /// How far evaluations have been off.
    pub corrections: Corrections,
}

impl Memory {
    /// Prepares for another search: its root is another, and what was near the last one says
    /// nothing.
    pub fn prepare(&mut self, ageing: Ageing) {
        self.quiet_history.age(ageing);
        self.low_ply_history.zero();
    }

    /// Forgets everything.
    fn forget(&mut self) {
        self.evaluation.forget();
        self.quiet_history.zero();
        self.low_ply_history.zero();
        self.continuation_history.zero();
        self.pawn_history.zero();
        self.capture_history.zero();
        self.corrections.zero();
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Memory")
    }
}

/// The memory of one thread, which makes it when it first searches and empties it itself: so it
/// lies near the processor that uses it, and a thread that never searches costs nothing.
#[derive(Debug, Default)]
pub struct ThreadMemory {
    pages: Option<Paged<Memory>>,
    is_outdated: bool,
}

impl ThreadMemory {
    /// Nothing of what is there shall be remembered.
    pub fn forget(&mut self) {
        self.is_outdated = true;
    }

    /// Takes the memory from the system, which gives pages only when they are touched, for a search
    /// with so many threads; false if it has none. Where threads are more than the cores each of
    /// them does little, and huge pages would take the time to clear what is never looked at.
    #[must_use]
    pub fn reserve(&mut self, threads: usize) -> bool {
        if self.pages.is_none() {
            self.pages =
                if threads <= *CORES { Paged::try_zeroed() } else { Paged::try_zeroed_small() };
        }
        self.pages.is_some()
    }

    /// The memory, for a search with so many threads.
    ///
    /// # Panics
    /// If it is not [reserved](ThreadMemory::reserve) and cannot be.
    pub fn recall(&mut self, threads: usize) -> &mut Memory {
        assert!(self.reserve(threads), "no memory for a search thread");
        let memory = self.pages.as_mut().unwrap_or_else(|| unreachable!("reserved")).get_mut();
        if std::mem::take(&mut self.is_outdated) {
            memory.forget();
        }
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;
    use crate::search::techniques::Tunables;

    #[test]
    fn what_is_forgotten_is_gone_and_all_else_stays() {
        let board = Board::default();
        let place = crate::search::correction::Place::of(&board, [0, 0]);
        let correction =
            |memory: &mut ThreadMemory| memory.recall(1).corrections.of(&place, &Tunables::DEFAULT);
        let mut memory = ThreadMemory::default();
        (0..50).for_each(|_| memory.recall(1).corrections.update(&place, 60, 8));
        assert!(correction(&mut memory) > 0);
        memory.forget();
        assert_eq!(correction(&mut memory), 0);
    }
}
