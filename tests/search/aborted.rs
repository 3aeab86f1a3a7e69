//! A stopped search ends its nodes: a technique that was stopped in its own search cuts its node.

use crate::single::{SingleSearch, bare_node};
use secateur::chess::Game;
use secateur::search::extend::singular::{self, SingularResult};
use secateur::search::node::{Depth, Experiment, Node, StaticEvals};
use secateur::search::prune::razoring;
use secateur::search::table::{Bound, TtHit};
use secateur::search::worker::Worker;
use secateur::search::{Limits, Signals};

/// White is a queen up.
const WON: &str = "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1";

/// Calls `test` with a worker at [`WON`] whose search has been stopped.
fn with_aborted_worker(test: impl FnOnce(&mut Worker<'_>)) {
    let signals = Signals::default();
    signals.stop();
    let game = Game::new(WON.parse().expect("valid FEN"));
    let mut search = SingleSearch::new(game, Limits::default());
    search.techniques.switches.razoring = true;
    search.run_with(&signals, None, |worker| {
        worker.root_depth = 9;
        worker.poll_soon();
        assert!(worker.count_node() && worker.is_aborted());
        test(worker);
    });
}

fn node(depth: Depth) -> Node {
    Node { depth, ..bare_node() }
}

#[test]
fn a_stopped_singular_search_ends_the_node() {
    with_aborted_worker(|worker| {
        let mv = worker.board().parse_uci("d1h5").expect("a legal move");
        let (score, bound) = (0, Bound::Lower);
        let hit = TtHit { mv: Some(mv), score, eval: None, depth: 8, bound, tt_pv: false };
        let result =
            singular::try_extend::<Experiment>(worker, &Node { hit: Some(hit), ..node(8) }, mv);
        assert!(matches!(result, SingularResult::Cut(_)), "{result:?}");
    });
}

/// The quiescence search does not confirm the evaluation.
#[test]
fn a_stopped_razoring_search_ends_the_node() {
    with_aborted_worker(|worker| {
        let lost = StaticEvals { raw: -9000, static_eval: -9000, tt_adjusted: -9000 };
        let score = razoring::try_cut::<Experiment>(worker, &Node { evals: Some(lost), ..node(1) });
        assert!(score.is_some_and(|score| score > 0), "{score:?}");
    });
}
