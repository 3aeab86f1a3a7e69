//! The data that the threads of one search share. It lives on the stack of the call; no search
//! state is global.

use super::clock::Clock;
use super::limits::Limits;
use super::report::Progress;
use super::signals::Signals;
use super::table::Table;
use crossbeam::utils::CachePadded;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Data shared by the threads of one search (table, signals, limits, clock, node counters).
#[derive(Debug)]
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Stop and ponder-hit signals of the search.
    pub signals: &'a Signals,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// Time limits of the search.
    pub clock: Clock,
    /// Set when the main thread is done.
    finished: AtomicBool,
    nodes: Vec<CachePadded<AtomicU64>>,
    /// Positions found in tablebases. Rare enough for one counter.
    tb_hits: CachePadded<AtomicU64>,
}

impl<'a> Shared<'a> {
    /// Creates the shared data of a search with this number of threads.
    pub fn new(
        table: &'a Table,
        signals: &'a Signals,
        limits: &'a Limits,
        clock: Clock,
        threads: usize,
    ) -> Shared<'a> {
        let nodes = (0..threads).map(|_| CachePadded::new(AtomicU64::new(0))).collect();
        let tb_hits = CachePadded::new(AtomicU64::new(0));
        Shared { table, signals, limits, clock, finished: AtomicBool::new(false), nodes, tb_hits }
    }

    /// Number of threads of the search.
    pub fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Makes all search threads except the main one stop, because the main one has finished.
    pub fn stop_helpers(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether search threads must stop now.
    #[inline]
    pub fn should_stop(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.signals.is_stopped()
    }

    /// Whether `bestmove` must be sent now, after `stop`, at the hard time limit or when the main
    /// thread is done. The main thread decides when it has finished a search with a time limit.
    pub fn is_due(&self) -> bool {
        let is_late = || {
            let is_done = self.finished.load(Ordering::Relaxed) && self.clock.is_set();
            is_done || self.clock.is_past_hard(|| self.total_nodes())
        };
        self.signals.is_stopped() || !self.signals.is_pondering() && is_late()
    }

    /// Publishes the node count of one search thread to the others, for limits and reports.
    #[inline]
    pub fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    /// Node count of the search, the sum of the counts last published by each thread.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Adds to the number of tablebase hits of the search.
    pub fn add_tb_hits(&self, hits: u64) {
        self.tb_hits.fetch_add(hits, Ordering::Relaxed);
    }

    /// Nodes, time, hash usage and tablebase hits of the search so far.
    pub fn progress(&self) -> Progress {
        Progress {
            nodes: self.total_nodes(),
            time: self.clock.elapsed(),
            permille_full: self.table.permille_full(),
            tb_hits: self.tb_hits.load(Ordering::Relaxed),
        }
    }
}
