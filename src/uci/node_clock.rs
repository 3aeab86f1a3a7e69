//! Nodes as time: games whose clocks are counted in nodes, which any machine under any load plays
//! alike.
//!
//! With the option `nodestime` at N, a millisecond is N nodes. The clock that the client sends with
//! the first `go` of a game is what there is to spend; from then on the account is kept here, by
//! nodes entered, increments and times for a number of moves included, and what the client's clock
//! says no longer counts. Nodes entered while pondering are charged like all others: such games are
//! not meant for pondering.

use crate::chess::Color;
use crate::search::Limits;
use crate::search::clock::time_of_nodes;
use std::time::Duration;

/// The account of a game.
#[derive(Debug, Default)]
pub struct NodeClock {
    /// Nodes in a millisecond; 0 if clocks count time.
    rate: u64,
    /// What is left, in the time that the nodes stand for.
    left: Option<Duration>,
    /// As the client last said.
    moves_to_go: Option<u32>,
}

impl NodeClock {
    /// A millisecond is this many nodes from now on, with a new account; 0 for time again.
    pub fn set_rate(&mut self, nodes_per_millisecond: u64) {
        *self = NodeClock { rate: nodes_per_millisecond, ..NodeClock::default() };
    }

    /// The next search is of another game.
    pub fn new_game(&mut self) {
        self.set_rate(self.rate);
    }

    /// Puts the account in the place of the clock that the client sent.
    pub fn begin(&mut self, limits: &mut Limits, own: Color) {
        if self.rate == 0 {
            return;
        }
        limits.clock.nodes_per_millisecond = self.rate;
        let Some(sent) = limits.clock.left_of(own) else { return };
        // More moves to go than before: the time control is over, and the client has added time.
        if limits.clock.moves_to_go > self.moves_to_go {
            self.left = None;
        }
        self.moves_to_go = limits.clock.moves_to_go;
        limits.clock.left[own.index()] = Some(*self.left.get_or_insert(sent));
    }

    /// Books a search that `begin` began: what it spent, and what the move earns.
    pub fn end(&mut self, limits: &Limits, own: Color, nodes: u64) {
        if self.rate == 0 || limits.clock.left_of(own).is_none() {
            return;
        }
        let spent = time_of_nodes(nodes, self.rate);
        let earned = limits.clock.increment[own.index()];
        self.left = self.left.map(|left| (left + earned).saturating_sub(spent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(left: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let mut limits = Limits::default();
        limits.clock.left = [Some(Duration::from_millis(left)), None];
        limits.clock.increment = [Duration::from_millis(increment); 2];
        limits.clock.moves_to_go = moves_to_go;
        limits
    }

    fn play(clock: &mut NodeClock, mut limits: Limits, nodes: u64) -> Option<u128> {
        clock.begin(&mut limits, Color::White);
        clock.end(&limits, Color::White, nodes);
        limits.clock.left[0].map(|left| left.as_millis())
    }

    #[test]
    fn the_account_is_kept_by_nodes() {
        let mut clock = NodeClock::default();
        clock.set_rate(100);
        assert_eq!(play(&mut clock, limits(1000, 10, None), 30_000), Some(1000));
        assert_eq!(
            play(&mut clock, limits(5, 10, None), 100_000),
            Some(710),
            "the client's clock no longer counts"
        );
        assert_eq!(play(&mut clock, limits(5, 10, None), 0), Some(0), "overdrawn is empty");
        clock.new_game();
        assert_eq!(play(&mut clock, limits(700, 0, None), 0), Some(700));
    }

    #[test]
    fn the_next_time_control_is_paid_in() {
        let mut clock = NodeClock::default();
        clock.set_rate(1);
        assert_eq!(play(&mut clock, limits(900, 0, Some(2)), 300), Some(900));
        assert_eq!(play(&mut clock, limits(900, 0, Some(1)), 300), Some(600));
        assert_eq!(play(&mut clock, limits(1200, 0, Some(40)), 0), Some(1200));
    }

    #[test]
    fn time_stays_time_without_a_rate() {
        let mut clock = NodeClock::default();
        assert_eq!(play(&mut clock, limits(1000, 0, None), 900), Some(1000));
        assert_eq!(play(&mut clock, limits(800, 0, None), 900), Some(800));
    }
}
