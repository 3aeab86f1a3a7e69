//! The audit of forward pruning (switch `Audit`): most cutoffs are right, and some are wrong.

use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::search::statistics::{Statistic, Statistics};
use secateur::search::{Limits, Signals, Silent, Techniques};
use secateur::tools::bench::POSITIONS;
use std::time::Instant;

/// Depth at which each technique is audited in the first positions of the benchmark.
const DEPTH: u32 = 14;
/// Number of these positions.
const FIRST: usize = 8;

fn total(techniques: Techniques) -> Statistics {
    let mut total = Statistics::default();
    for fen in &POSITIONS[..FIRST] {
        let mut engine =
            Engine::new(Settings { techniques, ..Settings::default() }).expect("enough memory");
        engine.use_evaluator(Evaluator::default());
        engine.set_game(Game::new(fen.parse::<Board>().expect(fen)));
        total += &engine
            .go(&Limits::with_depth(DEPTH), &Signals::default(), Instant::now(), &mut Silent)
            .statistics;
    }
    total
}

#[test]
fn audit_counts_right_and_wrong_cutoffs() {
    let mut audited = Techniques::FULL;
    audited.set_pair("Audit=16").expect("valid switch");
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
