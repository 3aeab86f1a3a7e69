//! Searches with eight threads that share one table: each returns a legal move and a playable line.
//!
//! The searches are small, so that `make sanitize` and `make valgrind` can run them.

use secateur::chess::{Board, Game};
use secateur::engine::{Answer, Engine, Settings};
use secateur::search::report::{Listener, Report};
use secateur::search::{Limits, Signals, Silent};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

const THREADS: usize = 8;
/// Nodes of a search: enough for all threads to use the table, few enough for sanitizers and
/// Valgrind.
const NODES: u64 = 20_000;
/// A middlegame, an endgame with promotions, castling on both sides, a mate in one, one legal move.
const POSITIONS: [&str; 5] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "7k/8/8/8/8/8/6q1/7K w - - 0 1",
];

fn engine() -> Engine {
    Engine::new(Settings { hash_megabytes: 1, threads: THREADS, ..Settings::default() })
        .expect("a small table")
}

/// Checks that the best move begins the line, and that all moves of the line are legal.
fn assert_playable(board: &Board, answer: &Answer) {
    assert_eq!(answer.best, answer.pv.first().copied(), "{board}");
    let mut board = *board;
    for &mv in &answer.pv {
        assert!(board.is_legal(mv), "{board}: {mv:?}");
        board = board.after(mv);
    }
}

#[test]
fn eight_threads_return_legal_moves_and_playable_lines() {
    let mut engine = engine();
    for fen in POSITIONS {
        let board: Board = fen.parse().expect(fen);
        engine.set_game(Game::new(board));
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let answer = engine.go(&limits, &Signals::default(), Instant::now(), &mut Silent);
        assert!(answer.best.is_some(), "{fen}");
        assert_playable(&board, &answer);
        assert_eq!(answer.progress.nodes, answer.statistics.nodes(), "nodes of all threads: {fen}");
    }
}

#[test]
fn eight_threads_obey_stop_after_changes_of_hash_and_threads() {
    let mut engine = engine();
    for round in 0..6 {
        let board: Board = POSITIONS[round % POSITIONS.len()].parse().expect("valid FEN");
        engine.set_game(Game::new(board));
        let signals = Signals::new(round % 2 == 1);
        let limits =
            Limits { infinite: round % 2 == 0, ponder: round % 2 == 1, ..Limits::default() };
        let answer = std::thread::scope(|scope| {
            let search = scope.spawn(|| engine.go(&limits, &signals, Instant::now(), &mut Silent));
            std::thread::sleep(Duration::from_millis(5 * round as u64));
            signals.stop();
            search.join().expect("no thread panics")
        });
        assert!(answer.best.is_some_and(|mv| board.is_legal(mv)), "{board}");
        // The table is reallocated, and the number of helper threads changes.
        engine.set_hash(1 + round % 2).expect("a small table");
        engine.set_threads(1 + (round * 3) % THREADS);
        engine.new_game();
        engine.set_threads(THREADS);
    }
}

/// Listener that fails at the first line.
struct Failing;

impl Listener for Failing {
    fn pv(&mut self, _: &Report<'_>) {
        panic!("a listener fails");
    }
}

/// The helpers of an infinite search end too.
#[test]
fn a_panic_of_the_main_thread_ends_the_search() {
    let mut engine = engine();
    let limits = Limits { infinite: true, ..Limits::default() };
    let search = AssertUnwindSafe(|| {
        engine.go(&limits, &Signals::default(), Instant::now(), &mut Failing);
    });
    assert!(catch_unwind(search).is_err());
}
