//! The audit finds most cuts of play right, and some wrong; no cut is audited unless the
//! audit is on.

use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::search::statistics::{Statistic, Statistics};
use secateur::search::{Limits, Signals, Silent, Techniques};
use secateur::tools::bench::POSITIONS;
use std::time::Instant;

/// Deep enough for each technique to be audited in the benchmark's first positions.
const DEPTH: u32 = 14;
const FIRST: usize = 8;

fn total(techniques: Techniques) -> Statistics {
    let mut total = Statistics::default();
    for fen in &POSITIONS[..FIRST] {
        let mut engine =
            Engine::new(Settings { techniques, ..Settings::default() }).expect("a small table");
        engine.use_evaluator(Evaluator::default());
        engine.set_game(Game::new(fen.parse::<Board>().expect(fen)));
        total += &engine
            .go(&Limits::to_depth(DEPTH), &Signals::default(), Instant::now(), &mut Silent)
            .statistics;
    }
    total
}

#[test]
fn an_audit_counts_how_often_cuts_are_right() {
    let mut audited = Techniques::FULL;
    audited.set_pair("Audit=16").expect("a switch");
    let statistics = total(audited);
    for statistic in [Statistic::ReverseFutility, Statistic::NullMove, Statistic::CaptureProbCut] {
        let audit = statistics.audit(statistic);
        assert!(audit.tried >= 20, "{}: {} audited", statistic.name(), audit.tried);
        assert!(
            audit.won * 10 >= audit.tried * 7,
            "{}: {} of {} right",
            statistic.name(),
            audit.won,
            audit.tried
        );
    }
    assert!(
        Statistic::ALL
            .iter()
            .any(|&statistic| statistics.audit(statistic).won < statistics.audit(statistic).tried)
    );
    let unaudited = total(Techniques::FULL);
    assert!(Statistic::ALL.iter().all(|&statistic| unaudited.audit(statistic).tried == 0));
}
