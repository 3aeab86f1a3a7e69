//! Perft: counts the leaves of the game tree to a fixed depth, to verify the move generator and to
//! measure its speed.
//!
//! Bulk counting counts the moves of the last ply without making them. A hash table of counts and
//! several threads are optional and do not change the result.

pub mod difference;
mod suite;

pub use suite::{PerftCase, PerftCaseError, join_lines};

use super::board::Board;
use super::color::{Black, Color, Side, White};
use super::movegen::{All, Visit};
use super::moves::Move;
use crate::machine;
use crate::seeds::index_below;
use crate::threads;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Maximum depth, in plies, that commands and suites may request. Deeper counts would take years,
/// and very deep ones overflow the stack.
pub const MAX_DEPTH: u32 = 30;

/// Error of a text that is not a depth from 0 to [`MAX_DEPTH`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a depth from 0 to {MAX_DEPTH}")]
pub struct DepthError;

/// Parses a depth of a perft command, in plies.
pub fn parse_depth(text: &str) -> Result<u32, DepthError> {
    text.parse().ok().filter(|&depth| depth <= MAX_DEPTH).ok_or(DepthError)
}

/// Number of leaf nodes of the game tree at this depth in plies; 1 for depth 0. The recursion is as
/// deep as the tree: depths above [`MAX_DEPTH`] may overflow the stack.
pub fn perft(board: &Board, depth: u32) -> u64 {
    match (depth, board.side_to_move()) {
        (0, _) => 1,
        (_, Color::White) => count::<White>(board, depth),
        (_, Color::Black) => count::<Black>(board, depth),
    }
}

fn count<C: Side>(board: &Board, depth: u32) -> u64 {
    if depth == 1 {
        return board.count_moves_as::<C>();
    }
    let mut total = 0;
    board.generate::<C, All, _>(&mut Visit(|mv| {
        let mut next = *board; // made in place: `after` would copy the board again
        next.make_as::<C>(mv);
        total += count::<C::Other>(&next, depth - 1);
    }));
    total
}

/// Hash table of subtree counts, shared by threads. An entry is two words: the count, and the key
/// mixed with depth and count. An entry torn by two writers does not match and is counted again.
struct CountTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl CountTable {
    /// Allocates the table; `None` without enough memory.
    fn new(megabytes: usize) -> Option<CountTable> {
        let count = (megabytes << 20) / size_of::<[AtomicU64; 2]>();
        let mut entries = Vec::new();
        if machine::is_beyond(megabytes) || entries.try_reserve_exact(count).is_err() {
            return None;
        }
        entries.resize_with(count, Default::default);
        Some(CountTable { entries })
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.entries[index_below(key, self.entries.len())]
    }

    /// Mixes the depth into the key.
    fn mixed(key: u64, depth: u32) -> u64 {
        key ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let [check, count] = self.slot(key);
        let count = count.load(Ordering::Relaxed);
        (count != 0 && check.load(Ordering::Relaxed) == CountTable::mixed(key, depth) ^ count)
            .then_some(count)
    }

    fn put(&self, key: u64, depth: u32, count: u64) {
        let [check, slot] = self.slot(key);
        check.store(CountTable::mixed(key, depth) ^ count, Ordering::Relaxed);
        slot.store(count, Ordering::Relaxed);
    }
}

/// Stack size of a thread, in bytes.
const STACK: usize = 1 << 20;

/// Options of a perft run, such as number of threads and hash size, with a stop flag.
#[derive(Debug, Clone, Copy)]
pub struct PerftOptions<'a> {
    /// Number of threads, at least one.
    pub threads: usize,
    /// Size of the hash table in megabytes; 0 for none.
    pub hash_megabytes: usize,
    /// Stop flag: when set, the count ends without a result.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for PerftOptions<'_> {
    fn default() -> Self {
        PerftOptions { threads: 1, hash_megabytes: 0, stop: None }
    }
}

impl PerftOptions<'_> {
    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Reason why a perft run returned no count (stopped, or out of memory).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The stop flag was set.
    #[error("the count was stopped")]
    Stopped,
    /// The hash table cannot be allocated; its size in megabytes.
    #[error("cannot allocate {0} MB of hash")]
    OutOfMemory(usize),
}

/// Counts the leaf nodes below each root move (perft divide), in generation order.
pub fn divide(
    board: &Board,
    depth: u32,
    options: &PerftOptions<'_>,
) -> Result<Vec<(Move, u64)>, PerftError> {
    divide_with_progress(board, depth, options, &|_, _| {})
}

/// Returns the leaf count of a position from the counts of its root moves. At depth 0 the position
/// itself is the leaf.
pub fn total(divided: &[(Move, u64)], depth: u32) -> u64 {
    if depth == 0 { 1 } else { divided.iter().map(|(_, leaves)| leaves).sum() }
}

/// Like [`divide`], and calls `done` with each finished root move and its leaf count, from any
/// thread.
pub fn divide_with_progress(
    board: &Board,
    depth: u32,
    options: &PerftOptions<'_>,
    done: &(dyn Fn(Move, u64) + Sync),
) -> Result<Vec<(Move, u64)>, PerftError> {
    let root_moves = board.legal_moves();
    if depth == 0 {
        return Ok(Vec::new());
    }
    let table = match options.hash_megabytes {
        0 => None,
        megabytes => Some(CountTable::new(megabytes).ok_or(PerftError::OutOfMemory(megabytes))?),
    };
    let jobs = split(board, depth);
    let totals: Vec<AtomicU64> = root_moves.iter().map(|_| AtomicU64::new(0)).collect();
    let jobs_of = |index| jobs.iter().filter(|job| job.root_index == index).count();
    let left: Vec<AtomicUsize> =
        (0..root_moves.len()).map(|index| AtomicUsize::new(jobs_of(index))).collect();
    for (&mv, left) in root_moves.iter().zip(&left) {
        // Mates and stalemates have no subtrees.
        if left.load(Ordering::Acquire) == 0 {
            done(mv, 0);
        }
    }
    let count = |(): &mut (), job: usize| {
        let Job { root_index, board, depth } = &jobs[job];
        let leaves = walk(board, *depth, table.as_ref(), options);
        if options.stopped() {
            return None;
        }
        totals[*root_index].fetch_add(leaves, Ordering::AcqRel);
        if left[*root_index].fetch_sub(1, Ordering::AcqRel) == 1 {
            done(root_moves[*root_index], totals[*root_index].load(Ordering::Acquire));
        }
        Some(())
    };
    let is_stopped = || options.stopped();
    threads::map(options.threads, STACK, jobs.len(), is_stopped, || Some(()), count);
    if options.stopped() {
        return Err(PerftError::Stopped);
    }
    Ok(root_moves.into_iter().zip(totals.into_iter().map(AtomicU64::into_inner)).collect())
}

/// Subtree of a root move to count.
struct Job {
    root_index: usize,
    board: Board,
    depth: u32,
}

/// Splits the tree into subtrees after one ply, or two plies if the depth is at least 4, so that
/// the threads have equal work and a stop is noticed soon.
fn split(board: &Board, depth: u32) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (root_index, mv) in board.legal_moves().into_iter().enumerate() {
        let child = board.after(mv);
        if depth < 4 {
            jobs.push(Job { root_index, board: child, depth: depth - 1 });
        } else {
            let grandchildren = child.legal_moves().into_iter().map(|reply| child.after(reply));
            jobs.extend(grandchildren.map(|board| Job { root_index, board, depth: depth - 2 }));
        }
    }
    jobs
}

/// Maximum depth, in plies, that is counted without checking the stop flag.
const SHORT: u32 = 5;

/// Counts a subtree, with the table if present. The result is invalid after a stop.
fn walk(board: &Board, depth: u32, table: Option<&CountTable>, options: &PerftOptions<'_>) -> u64 {
    if depth <= 1 || table.is_none() && depth <= SHORT {
        return perft(board, depth);
    }
    if depth > SHORT && options.stopped() {
        return 0;
    }
    if let Some(count) = table.and_then(|table| table.get(board.key(), depth)) {
        return count;
    }
    let count = board
        .legal_moves()
        .into_iter()
        .map(|mv| walk(&board.after(mv), depth - 1, table, options))
        .sum();
    if let Some(table) = table {
        table.put(board.key(), depth, count);
    }
    count
}
