//! The state of a thread that outlives a search: histories and accumulators, in pages of their own.

use super::correction::CorrectionHistory;
use super::order::captures::CaptureHistory;
use super::order::continuation::ContinuationHistory;
use super::order::history::QuietHistory;
use super::order::low_ply::LowPlyHistory;
use super::order::pawns::PawnHistory;
use super::techniques::Ageing;
use crate::eval::neural::accumulator::AccumulatorStack;
use crate::huge_pages::Paged;
use crate::machine::CORES;
use zerocopy::{FromBytes, FromZeros, IntoBytes, KnownLayout};

/// Histories and evaluation cache of one search thread, kept between searches. All zero is the
/// empty state.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct ThreadData {
    /// Accumulators of the evaluation network.
    pub accumulators: AccumulatorStack,
    /// Quiet history.
    pub quiet_history: QuietHistory,
    /// Low-ply history.
    pub low_ply_history: LowPlyHistory,
    /// Continuation history.
    pub continuation_history: ContinuationHistory,
    /// Pawn history.
    pub pawn_history: PawnHistory,
    /// Capture history.
    pub capture_history: CaptureHistory,
    /// Correction history.
    pub correction_history: CorrectionHistory,
}

impl ThreadData {
    /// Prepares the histories for another search by ageing the quiet history and clearing the
    /// low-ply history.
    pub fn prepare(&mut self, ageing: Ageing) {
        self.quiet_history.age(ageing);
        self.low_ply_history.zero();
    }

    /// Clears the histories. The evaluation's accumulators stay: each carries the key of its board
    /// and the hash of its network.
    fn clear(&mut self) {
        self.quiet_history.zero();
        self.low_ply_history.zero();
        self.continuation_history.zero();
        self.pawn_history.zero();
        self.capture_history.zero();
        self.correction_history.zero();
    }
}

impl std::fmt::Debug for ThreadData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ThreadData")
    }
}

/// Owner of one search thread's [`ThreadData`] (histories, evaluation cache). The memory is
/// reserved before the thread starts. The thread is the first to access and clear it, so that the
/// pages lie near the processor that uses them.
#[derive(Debug, Default)]
pub struct LazyThreadData {
    pages: Option<Paged<ThreadData>>,
    needs_clear: bool,
}

impl LazyThreadData {
    /// Marks the histories to be cleared before the next search, as for a new game.
    pub fn clear_before_use(&mut self) {
        self.needs_clear = true;
    }

    /// Allocates the thread's [`ThreadData`] if it is missing; returns false if the system has not
    /// enough memory. If `threads` exceeds the cores it uses small pages, as clearing huge pages
    /// would take longer than the search.
    #[must_use]
    pub fn reserve(&mut self, threads: usize) -> bool {
        if self.pages.is_none() {
            self.pages =
                if threads <= *CORES { Paged::try_zeroed() } else { Paged::try_zeroed_small() };
        }
        self.pages.is_some()
    }

    /// Returns the thread's [`ThreadData`], allocated and cleared if necessary, for a search with
    /// `threads` threads.
    ///
    /// # Panics
    /// If it is not [reserved](LazyThreadData::reserve) and cannot be.
    pub fn get_or_allocate(&mut self, threads: usize) -> &mut ThreadData {
        assert!(self.reserve(threads), "no memory for a search thread");
        let data = self.pages.as_mut().unwrap_or_else(|| unreachable!("reserved")).get_mut();
        if std::mem::take(&mut self.needs_clear) {
            data.clear();
        }
        data
    }
}
