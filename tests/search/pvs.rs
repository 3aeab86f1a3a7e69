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
fn who_can_repeat_has_a_draw_in_an_open_window_too() {
    let game =
        Game::new("nb4k1/p2p1p1p/6p1/8/p7/6P1/5P1P/2QQ2K1 b - - 0 1".parse().expect("sound"));
    SingleSearch::new(game, Limits::default()).run(|worker| {
        for text in ["g8g7", "d1d2", "g7g8", "d2d1"] {
            let mv = worker.board().parse_uci(text).expect("legal");
            worker.push::<Pv>(mv);
        }
        for depth in 1..=4 {
            let score = pvs::<Pv>(worker, -2000, 2000, depth, NodeContext::ROOT);
            assert_eq!(score, 0, "depth {depth}");
        }
    });
}

/// It was minus infinite and exact, which reads as a mate.
#[test]
fn a_search_that_ends_before_its_first_score_claims_none() {
    let mut techniques = Techniques::FULL;
    techniques.set_pair("IterativeDeepening=false").expect("a switch");
    let settings = Settings { hash_megabytes: 1, techniques, ..Settings::default() };
    let mut engine = Engine::new(settings).expect("a small table");
    let limits = Limits::for_time(Duration::from_millis(20));
    let answer = engine.go(&limits, &Signals::default(), Instant::now(), &mut Silent);
    assert!(answer.best.is_some());
    assert_eq!((answer.score, answer.bound), (DRAW, Bound::None));
}
