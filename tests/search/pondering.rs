//! Unit tests of `secateur::engine`.

use secateur::engine::*;
use secateur::search::report::Report;
use secateur::search::{Limits, Listener, Signals, Silent};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Longest wait for an iteration on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Sends the depth of every iteration.
struct Depths(Sender<u32>);

impl Listener for Depths {
    fn line(&mut self, report: &Report<'_>) {
        let _ = self.0.send(report.depth);
    }
}

/// Waits for an iteration of at least this depth and returns its depth.
fn wait_for(depth: u32, depths: &Receiver<u32>) -> u32 {
    loop {
        let reached = depths.recv_timeout(PATIENCE).expect("the search goes on");
        if reached >= depth {
            return reached;
        }
    }
}

/// A search to depth 1 has a line of one move; the table has the reply.
#[test]
fn the_ponder_move_comes_from_the_table_if_the_line_ends_with_the_best_move() {
    let mut engine = Engine::new(Settings::default()).expect("a small table");
    let mut answers = [8, 1].map(|depth| {
        let limits = Limits::to_depth(depth);
        engine.go(&limits, &Signals::default(), Instant::now(), &mut Silent)
    });
    let [deep, shallow] = &mut answers;
    assert!(deep.pv.len() > 1 && deep.ponder == deep.pv.get(1).copied());
    assert_eq!(shallow.pv.len(), 1, "the test shows nothing");
    let next = engine.board().after(shallow.best.expect("a move"));
    assert!(shallow.ponder.is_some_and(|reply| next.is_legal(reply)), "{:?}", shallow.ponder);
}

/// Less than the hard limit with ten minutes on the clock. The soft limit is always below 130
/// seconds.
const HARD: Duration = Duration::from_secs(200);

#[test]
fn a_ponder_hit_is_answered_at_once_if_the_pondering_was_long_enough() {
    let mut engine = Engine::new(Settings::default()).expect("a small table");
    let mut limits = Limits { ponder: true, ..Limits::default() };
    limits.clock.left = [Some(Duration::from_secs(600)); 2];
    for (pondered, is_enough) in [(130, true), (0, false)] {
        let signals = Signals::new(true);
        let Some(start) = Instant::now().checked_sub(Duration::from_secs(pondered)) else {
            return println!("skipped: the machine's clock does not go back {pondered} s");
        };
        std::thread::scope(|scope| {
            let (teller, depths) = channel();
            let (engine, limits, signals) = (&mut engine, &limits, &signals);
            let search =
                scope.spawn(move || engine.go(limits, signals, start, &mut Depths(teller)));
            // it is past the soft limit, and waits for the hit
            let reached = wait_for(6, &depths);
            assert!(!search.is_finished());
            let hit = Instant::now();
            signals.ponder_hit();
            if is_enough {
                let _ = search.join().expect("it ends by itself");
                let (taken, left) = (hit.elapsed(), HARD.saturating_sub(hit - start));
                assert!(
                    taken < left / 10,
                    "{taken:?} of the {left:?} to the hard limit, which would end it too"
                );
            } else {
                wait_for(reached + 2, &depths);
                assert!(!search.is_finished(), "pondered for {pondered} s");
                signals.stop();
            }
        });
    }
}
