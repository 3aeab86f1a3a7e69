//! Unit tests of `secateur::search::prune::enhanced_transposition_cut`.

use crate::single::SingleSearch;
use secateur::chess::Game;
use secateur::search::Limits;
use secateur::search::node::Experiment;
use secateur::search::prune::enhanced_transposition_cut::*;
use secateur::search::prune::transposition_cut::MAX_CUTOFF_CLOCK;
use secateur::search::table::{Bound, TtEntry};

/// The score of a cutoff at this half-move clock, if the table proves that this move wins.
fn cut_by(mv: &str, clock: u16) -> Option<i32> {
    let fen = format!("4k3/8/8/3p4/4P3/8/8/4K3 w - - {clock} 80");
    let mut search =
        SingleSearch::new(Game::new(fen.parse().expect("valid FEN")), Limits::default());
    search.techniques.switches.etc.on = true;
    search.run(|worker| {
        let mv = worker.board().parse_uci(mv).expect("a legal move");
        let (score, bound) = (-500, Bound::Upper);
        let entry = TtEntry { mv: None, score, eval: None, depth: 9, bound, tt_pv: false };
        worker.shared.table.store(worker.board().after(mv).key(), 1, &entry);
        try_cut::<Experiment>(worker, 100, 4)
    })
}

#[test]
fn the_half_move_clock_of_the_child_counts() {
    assert_eq!(cut_by("e1e2", MAX_CUTOFF_CLOCK - 1), Some(500));
    assert_eq!(cut_by("e1e2", MAX_CUTOFF_CLOCK), None);
    assert_eq!(cut_by("e4d5", MAX_CUTOFF_CLOCK + 1), Some(500));
}
