//! The audit finds most cuts of play right, and some wrong; no cut is audited without being asked for.

use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::search::tally::{Counted, Tally};
use secateur::search::{Limits, Signals, Silent, Techniques};
use secateur::tools::bench::POSITIONS;
use std::time::Instant;

/// Deep enough for each room to be audited in the benchmark's first positions.
const DEPTH: u32 = 14;
const FIRST: usize = 8;

fn total(techniques: Techniques) -> Tally {
    let mut total = Tally::default();
    for fen in &POSITIONS[..FIRST] {
        let mut engine = Engine::new(Settings { techniques, ..Settings::default() }).expect("a small table");
        engine.set_game(Game::new(fen.parse::<Board>().expect(fen)));
        total += &engine.go(&Limits::to_depth(DEPTH), &Signals::default(), Instant::now(), &mut Silent).tally;
    }
    total
}

#[test]
fn an_audit_tells_how_often_cuts_are_right() {
    let mut audited = Techniques::FULL;
    audited.set_pair("Audit=16").expect("a switch");
    let tally = total(audited);
    for counted in [Counted::ReverseFutility, Counted::NullMove, Counted::CaptureProbCut] {
        let audit = tally.audit(counted);
        assert!(audit.tried >= 20, "{}: {} audited", counted.name(), audit.tried);
        assert!(audit.won * 10 >= audit.tried * 7, "{}: {} of {} right", counted.name(), audit.won, audit.tried);
    }
    assert!(Counted::ALL.iter().any(|&counted| tally.audit(counted).won < tally.audit(counted).tried));
    let unaudited = total(Techniques::FULL);
    assert!(Counted::ALL.iter().all(|&counted| unaudited.audit(counted).tried == 0));
}
