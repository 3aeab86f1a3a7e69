//! The ponder move and `ponderhit` (unit tests of `secateur::engine`).

use secateur::engine::*;
use secateur::search::report::Report;
use secateur::search::{Limits, Listener, Signals, Silent};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Longest wait for an iteration on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Sends the depth of every reported line.
struct Depths(Sender<u32>);

impl Listener for Depths {
    fn line(&mut self, report: &Report<'_>) {
        let _ = self.0.send(report.depth);
    }
}

/// Waits for an iteration of at least this depth and returns its depth.
fn wait_for(depth: u32, depths: &Receiver<u32>) -> u32 {
    loop {
        let reached = depths.recv_timeout(TIMEOUT).expect("still searching");
        if reached >= depth {
            return reached;
        }
    }
}

/// The PV of a search to depth 1 has one move, and the table has the reply.
#[test]
fn the_ponder_move_comes_from_the_table_if_the_pv_has_one_move() {
    let mut engine = Engine::new(Settings::default()).expect("enough memory");
    let mut answers = [8, 1].map(|depth| {
        let limits = Limits::with_depth(depth);
        engine.go(&limits, &Signals::default(), Instant::now(), &mut Silent)
    });
    let [deep, shallow] = &mut answers;
    assert!(deep.pv.len() > 1 && deep.ponder == deep.pv.get(1).copied());
    assert_eq!(shallow.pv.len(), 1, "the PV has no reply");
    let next = engine.board().after(shallow.best.expect("a best move"));
    assert!(shallow.ponder.is_some_and(|reply| next.is_legal(reply)), "{:?}", shallow.ponder);
}

/// Lower bound of the hard limit with ten minutes on the clock. The soft limit is always below 130
/// seconds.
const HARD: Duration = Duration::from_secs(200);

#[test]
fn ponderhit_after_the_soft_limit_is_answered_immediately() {
    let mut engine = Engine::new(Settings::default()).expect("enough memory");
    let mut limits = Limits { ponder: true, ..Limits::default() };
    limits.clock.left = [Some(Duration::from_secs(600)); 2];
    for (pondered, is_enough) in [(130, true), (0, false)] {
        let signals = Signals::new(true);
        let Some(start) = Instant::now().checked_sub(Duration::from_secs(pondered)) else {
            return println!("skipped: the machine's clock does not go back {pondered} s");
        };
        std::thread::scope(|scope| {
            let (sender, depths) = channel();
            let (engine, limits, signals) = (&mut engine, &limits, &signals);
            let search =
                scope.spawn(move || engine.go(limits, signals, start, &mut Depths(sender)));
            // The search continues until `ponderhit`, even past the soft limit.
            let reached = wait_for(6, &depths);
            assert!(!search.is_finished());
            let hit = Instant::now();
            signals.ponder_hit();
            if is_enough {
                let _ = search.join().expect("the search ends");
                let (taken, left) = (hit.elapsed(), HARD.saturating_sub(hit - start));
                assert!(
                    taken < left / 10,
                    "{taken:?} of the {left:?} before the hard limit, which would also end it"
                );
            } else {
                wait_for(reached + 2, &depths);
                assert!(!search.is_finished(), "pondered for {pondered} s");
                signals.stop();
            }
        });
    }
}
