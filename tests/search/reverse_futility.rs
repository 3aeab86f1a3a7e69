//! Reverse futility pruning with a lost beta is limited to low depth, so that it hides no mates.

use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::score::{Score, WINNING};
use secateur::search::node::Depth;
use secateur::search::report::TreeEvent;
use secateur::search::statistics::Statistic;
use secateur::search::{Limits, Listener, Signals};
use std::time::Instant;

/// White mates in five and is far ahead in material.
const WON: &str = "6B1/8/6n1/4N3/2PkNBK1/3P2P1/r2P4/8 w - - 0 1";

/// Nodes cut by reverse futility pruning.
#[derive(Default)]
struct Cuts {
    /// Beta and depth of each node from the root to the current one.
    path: Vec<(Score, Depth)>,
    /// Beta and depth of the cut nodes.
    cut: Vec<(Score, Depth)>,
}

impl Listener for Cuts {
    fn records_tree(&self) -> bool {
        true
    }

    fn tree_event(&mut self, event: &TreeEvent) {
        match *event {
            TreeEvent::Enter { window: [_, beta], depth, .. } => self.path.push((beta, depth)),
            TreeEvent::Leave(_) => {
                self.path.pop();
            }
            TreeEvent::Counted { technique: Statistic::ReverseFutility, success: true } => {
                self.cut.extend(self.path.last());
            }
            _ => {}
        }
    }
}

#[test]
fn nodes_with_a_lost_beta_are_cut_at_low_depth_only() {
    let mut engine = Engine::new(Settings::default()).expect("a small table");
    engine.use_evaluator(Evaluator::default());
    engine.set_game(Game::new(WON.parse::<Board>().expect(WON)));
    let mut cuts = Cuts::default();
    engine.go(&Limits::with_depth(14), &Signals::default(), Instant::now(), &mut cuts);
    let (lost, others): (Vec<_>, Vec<_>) =
        cuts.cut.into_iter().partition(|(beta, _)| *beta < -WINNING);
    let deepest = |nodes: &[(Score, Depth)]| nodes.iter().map(|(_, depth)| *depth).max();
    // The limit is 4, but a hindsight reduction may lower the depth by a ply after the node is
    // entered.
    assert!(deepest(&lost).is_some_and(|depth| depth <= 5), "{:?}", deepest(&lost));
    assert!(deepest(&others).is_some_and(|depth| depth > 5), "{:?}", deepest(&others));
}
