//! Unit tests of `secateur::search::pvs`.

use crate::single::SingleSearch;
use secateur::chess::Game;
use secateur::engine::{Engine, Settings};
use secateur::score::DRAW;
use secateur::search::deepen::deepen;
use secateur::search::node::{NodeContext, Pv};
use secateur::search::pvs::*;
use secateur::search::statistics::Statistic;
use secateur::search::table::Bound;
use secateur::search::techniques::{Driver, Techniques};
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

/// The bare search with NegaScout and these switches.
fn negascout(pairs: &[&str]) -> Techniques {
    let mut techniques = Techniques::BARE;
    techniques.switches.driver = Driver::NegaScout;
    pairs.iter().for_each(|pair| techniques.set_pair(pair).expect("valid switch"));
    techniques
}

#[test]
fn negascout_skips_researches_only_if_a_null_window_is_exact() {
    for pair in [
        "Table.Order=true",
        "Killers=true",
        "History=true",
        "Aspiration=true",
        "Grain=25",
        "Pvs.FromAlpha=true",
        "IterativeDeepening=false",
    ] {
        assert!(negascout(&[pair]).switches.skips_research(), "{pair}");
    }
    for pair in [
        "Driver=pvs",
        "Quiescence=captures",
        "Table.Cut=true",
        "NullMove.Mode=fixed",
        "MultiCut.AtCut=true",
        "ReverseFutility=true",
        "Futility=true",
        "Lmp=true",
        "MateDistance=true",
        "Lmr=true",
        "Iir=true",
        "Singular=true",
        "Extension.Check=true",
        "Extension.Recapture=true",
    ] {
        assert!(!negascout(&[pair]).switches.skips_research(), "{pair}");
    }
}

/// Score, nodes and re-searches of a search with these techniques.
fn count_researches(techniques: Techniques) -> (i32, u64, u64) {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let game = Game::new(fen.parse().expect("valid FEN"));
    let mut search = SingleSearch::new(game, Limits::with_depth(3));
    search.techniques = techniques;
    search.run(|worker| {
        deepen(worker, 1);
        let researches = worker.statistics[Statistic::Research].won;
        (worker.root.moves[0].score, worker.nodes, researches)
    })
}

#[test]
fn negascout_differs_from_pvs_only_in_the_bare_search() {
    for (pairs, differs) in [(vec![], true), (vec!["Futility=true", "MateDistance=true"], false)] {
        let techniques = negascout(&pairs);
        let mut pvs = techniques;
        pvs.switches.driver = Driver::Pvs;
        let (scout, pvs) = (count_researches(techniques), count_researches(pvs));
        assert_eq!(scout.0, pvs.0, "{pairs:?}");
        assert_eq!(scout.1 < pvs.1 && scout.2 < pvs.2, differs, "{pairs:?}: {scout:?}, {pvs:?}");
        assert!(differs || scout == pvs, "{pairs:?}: {scout:?}, {pvs:?}");
    }
}
