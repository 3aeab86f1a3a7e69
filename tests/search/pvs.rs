//! Unit tests of `secateur::search::pvs`.

use crate::single::SingleSearch;
use secateur::chess::Game;
use secateur::engine::{Engine, Settings};
use secateur::score::DRAW;
use secateur::search::node::{NodeContext, Pv};
use secateur::search::pvs::*;
use secateur::search::table::Bound;
use secateur::search::techniques::Techniques;
use secateur::search::{Limits, Signals, Silent};
use std::time::{Duration, Instant};

/// Black is lost but can repeat by a quiet move that futility pruning skips.
#[test]
fn repetition_is_a_draw_in_a_pv_node_with_open_window() {
    let game =
        Game::new("nb4k1/p2p1p1p/6p1/8/p7/6P1/5P1P/2QQ2K1 b - - 0 1".parse().expect("valid FEN"));
    SingleSearch::new(game, Limits::default()).run(|worker| {
        for text in ["g8g7", "d1d2", "g7g8", "d2d1"] {
            let mv = worker.board().parse_uci(text).expect("a legal move");
            worker.push::<Pv>(mv);
        }
        for depth in 1..=4 {
            let score = pvs::<Pv>(worker, -2000, 2000, depth, NodeContext::ROOT);
            assert_eq!(score, 0, "depth {depth}");
        }
    });
}

/// An exact score of minus infinity would be reported as a mate.
#[test]
fn a_search_without_a_score_returns_a_draw_without_bound() {
    let mut techniques = Techniques::FULL;
    techniques.set_pair("IterativeDeepening=false").expect("valid switch");
    let settings = Settings { hash_megabytes: 1, techniques, ..Settings::default() };
    let mut engine = Engine::new(settings).expect("enough memory");
    let limits = Limits::with_move_time(Duration::from_millis(20));
    let answer = engine.go(&limits, &Signals::default(), Instant::now(), &mut Silent);
    assert!(answer.best.is_some());
    assert_eq!((answer.score, answer.bound), (DRAW, Bound::None));
}
