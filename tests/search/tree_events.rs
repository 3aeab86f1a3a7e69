//! Events that the search sends to a listener that records the tree.

use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::search::report::TreeEvent;
use secateur::search::statistics::Statistic;
use secateur::search::{Limits, Listener, Signals, Techniques};
use std::time::Instant;

const MIDDLE_GAME: &str = "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9";

/// Searches the middlegame with these techniques and this listener.
fn search(techniques: Techniques, depth: u32, listener: &mut (dyn Listener + Send)) {
    let settings = Settings { hash_megabytes: 1, techniques, ..Settings::default() };
    let mut engine = Engine::new(settings).expect("a small table");
    engine.set_game(Game::new(MIDDLE_GAME.parse::<Board>().expect("valid FEN")));
    engine.go(&Limits::with_depth(depth), &Signals::default(), Instant::now(), listener);
}

/// Reductions of the nodes that ProbCut checks, and of the same nodes inside the check.
#[derive(Default)]
struct CheckedNodes {
    /// Reduction of each node from the root to the current one.
    path: Vec<u8>,
    is_check_next: bool,
    /// Reductions in plies, outside and inside the check.
    reductions: Vec<(u8, u8)>,
}

impl Listener for CheckedNodes {
    fn records_tree(&self) -> bool {
        true
    }

    fn tree_event(&mut self, event: &TreeEvent) {
        match *event {
            TreeEvent::Attempt(technique) => self.is_check_next = technique == Statistic::ProbCut,
            TreeEvent::Enter { context, .. } => {
                let reduced = context.map_or(0, |context| context.reduced);
                if std::mem::take(&mut self.is_check_next) {
                    self.reductions.extend(self.path.last().map(|&outside| (outside, reduced)));
                }
                self.path.push(reduced);
            }
            TreeEvent::Leave(_) => {
                self.path.pop();
            }
            _ => {}
        }
    }
}

/// Else a hindsight reduction would reduce the node a second time.
#[test]
fn a_prob_cut_check_does_not_repeat_the_reduction_of_its_node() {
    let mut techniques = Techniques::FULL;
    techniques.set_pair("ProbCut=multi").expect("valid switch");
    let mut checked = CheckedNodes::default();
    search(techniques, 9, &mut checked);
    assert!(checked.reductions.iter().any(|&(outside, _)| outside > 1), "no reduced node");
    assert!(checked.reductions.iter().all(|&(_, inside)| inside == 0), "a reduced check");
}

/// Numbers of table entries reported, of table cutoffs, and of entries that decided no node.
#[derive(Default)]
struct Entries {
    reported: u64,
    cutoffs: u64,
    others: u64,
    is_reported: bool,
}

impl Listener for Entries {
    fn records_tree(&self) -> bool {
        true
    }

    fn tree_event(&mut self, event: &TreeEvent) {
        match *event {
            TreeEvent::TtHit(_) => {
                self.reported += 1;
                self.is_reported = true;
            }
            TreeEvent::Counted { technique: Statistic::TtCutoff, success } => {
                let is_reported = std::mem::take(&mut self.is_reported);
                assert_eq!(is_reported, success);
                self.cutoffs += u64::from(success);
                self.others += u64::from(!success);
            }
            _ => {}
        }
    }
}

#[test]
fn only_table_entries_that_decide_their_node_are_reported() {
    let mut entries = Entries::default();
    search(Techniques::FULL, 8, &mut entries);
    assert!(entries.cutoffs > 100 && entries.others > 100);
    assert_eq!(entries.reported, entries.cutoffs);
}
