//! Unit tests of `secateur::search::limits`.

use crate::single::SingleSearch;
use secateur::chess::Game;
use secateur::engine::{Engine, Settings};
use secateur::search::deepen::deepen;
use secateur::search::{Limits, Signals, Silent};
use std::time::{Duration, Instant};

#[test]
fn set_limits_are_described() {
    let second = Duration::from_secs(1);
    let mut limits = Limits { infinite: true, ..Limits::with_depth(3) };
    limits.clock.left = [Some(second), None];
    limits.clock.increment = [second / 10, Duration::ZERO];
    limits.clock.nodes_per_millisecond = 7;
    let text = "depth 3, White's clock 1000 ms, White's increment 100 ms, \
        nodes per millisecond 7, infinite";
    assert_eq!(limits.describe(), text);
    assert_eq!(Limits::default().describe(), "no limit");
}

/// Only clocks are ignored.
#[test]
fn an_infinite_search_ends_at_its_soft_node_limit() {
    let limits =
        Limits { infinite: true, soft_nodes: Some(5_000), depth: Some(16), ..Limits::default() };
    let mut search = SingleSearch::new(Game::default(), limits);
    let (depth, nodes) = search.run(|worker| (deepen(worker, 1).depth, worker.nodes));
    assert!(depth < 16 && nodes < 40_000, "depth {depth}, {nodes} nodes");
}

#[test]
fn no_variations_count_as_one() {
    let settings = Settings { multi_pv: 0, ..Settings::default() };
    let mut engine = Engine::new(settings).expect("enough memory");
    assert_eq!(engine.settings().multi_pv, 1);
    let answer =
        engine.go(&Limits::with_depth(1), &Signals::default(), Instant::now(), &mut Silent);
    assert!(answer.depth == 1 && !answer.pv.is_empty());
}
