//! The ponder move and `ponderhit` (unit tests of `secateur::engine`).

use secateur::chess::{Game, Move};
use secateur::engine::*;
use secateur::score::Score;
use secateur::search::report::Report;
use secateur::search::{Limits, Listener, Signals, Silent};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Longest wait for an iteration on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Sends the depth of every reported line.
struct Depths(Sender<u32>);

impl Listener for Depths {
    fn pv(&mut self, report: &Report<'_>) {
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

/// The best PV reported last, with depth and score.
#[derive(Default)]
struct LastPv(Option<(Vec<Move>, u32, Score)>);

impl Listener for LastPv {
    fn pv(&mut self, report: &Report<'_>) {
        if report.multi_pv == 1 {
            self.0 = Some((report.pv.to_vec(), report.depth, report.score));
        }
    }
}

/// Checks that the answer of a search is the PV reported last.
fn assert_answer_is_last_pv(settings: Settings, limits: &Limits) {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut engine = Engine::new(settings).expect("enough memory");
    engine.set_game(Game::new(fen.parse().expect("valid FEN")));
    let mut last = LastPv::default();
    let answer = engine.go(limits, &Signals::default(), Instant::now(), &mut last);
    let (pv, depth, score) = last.0.expect("a report");
    let limits = limits.describe();
    assert_eq!((answer.depth, answer.score), (depth, score), "{limits}");
    assert_eq!(answer.pv[..], pv[..], "{limits}");
    assert_eq!(answer.best, Some(pv[0]), "{limits}");
    assert!(pv.len() == 1 || answer.ponder == Some(pv[1]), "{limits}: {answer:?}");
}

/// The PV of a root move changes in an iteration that is stopped and not reported.
#[test]
fn the_answer_of_a_stopped_search_is_the_pv_reported_last() {
    for nodes in [10_000, 30_000, 50_000, 60_000, 67_000, 72_000, 90_000] {
        assert_answer_is_last_pv(Settings::default(), &Limits::with_nodes(nodes));
    }
    let settings = Settings { multi_pv: 3, ..Settings::default() };
    assert_answer_is_last_pv(settings, &Limits::with_nodes(67_000));
}

/// A helper can win the vote with the first move of the main thread and another PV.
#[test]
fn the_answer_of_several_threads_is_the_pv_reported_last() {
    let settings = Settings { threads: 4, ..Settings::default() };
    for milliseconds in [40, 60, 80, 100] {
        let limits = Limits::with_move_time(Duration::from_millis(milliseconds));
        assert_answer_is_last_pv(settings, &limits);
    }
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
