//! Clocks in nodes (`nodestime`), which make games independent of the machine and its load.
//!
//! With `nodestime` at N, a millisecond is N nodes. The first `go` of a game sets the remaining
//! time. After that the engine keeps the clock itself: it subtracts the visited nodes and adds
//! increments. A new time control replaces the remaining time by that of the client; other clock
//! values of the client are ignored. Nodes of a ponder search are subtracted too, so `nodestime`
//! does not fit pondering.

use crate::chess::Color;
use crate::search::Limits;
use crate::search::clock::time_of_nodes;
use std::time::Duration;

/// Chess clock that counts nodes instead of time (UCI option `nodestime`).
#[derive(Debug, Default)]
pub struct NodeClock {
    /// Nodes per millisecond; 0 if clocks count time.
    rate: u64,
    /// Remaining nodes, converted to time; `None` before the first `go`.
    left: Option<Duration>,
    /// Last `movestogo` of the client.
    moves_to_go: Option<u32>,
}

impl NodeClock {
    /// Sets how many nodes stand for one millisecond (`nodestime`) and resets the clock; 0 selects
    /// real time.
    pub fn set_rate(&mut self, nodes_per_millisecond: u64) {
        *self = NodeClock { rate: nodes_per_millisecond, ..NodeClock::default() };
    }

    /// Discards the remaining nodes of the last game (`nodestime`), so that the next `go` sets the
    /// clock anew.
    pub fn new_game(&mut self) {
        self.set_rate(self.rate);
    }

    /// Replaces the own time left in the limits of a search by that of the node clock
    /// (`nodestime`).
    pub fn begin(&mut self, limits: &mut Limits, own: Color) {
        if self.rate == 0 {
            return;
        }
        limits.clock.nodes_per_millisecond = self.rate;
        let Some(sent) = limits.clock.time_left(own) else { return };
        // `movestogo` increases, appears or disappears at a new time control.
        let is_new = match (self.moves_to_go, limits.clock.moves_to_go) {
            (Some(last), Some(sent)) => sent > last,
            (last, sent) => last.is_some() != sent.is_some(),
        };
        if is_new {
            self.left = None;
        }
        self.moves_to_go = limits.clock.moves_to_go;
        limits.clock.left[own.index()] = Some(*self.left.get_or_insert(sent));
    }

    /// Updates the node clock (`nodestime`) after a search, by subtracting its nodes and adding the
    /// increment.
    pub fn end(&mut self, limits: &Limits, own: Color, nodes: u64) {
        if self.rate == 0 || limits.clock.time_left(own).is_none() {
            return;
        }
        let spent = time_of_nodes(nodes, self.rate);
        let earned = limits.clock.increment[own.index()];
        self.left = self.left.map(|left| (left + earned).saturating_sub(spent));
    }
}
