//! Reports of failed aspiration windows.

use secateur::chess::Game;
use secateur::eval::Evaluator;
use secateur::search::clock::Clock;
use secateur::search::deepen::deepen;
use secateur::search::memory::ThreadMemory;
use secateur::search::shared::Shared;
use secateur::search::table::{Bound, Table};
use secateur::search::techniques::Tunables;
use secateur::search::worker::{SearchSetup, Worker};
use secateur::search::{Limits, Listener, Report, Signals, Techniques};
use secateur::tools::bench::POSITIONS;
use std::time::{Duration, Instant};

/// Later than the time from which failed windows are reported.
const LATE: Duration = Duration::from_secs(4);
/// Enough positions for windows that fail on both sides.
const SEARCHED: usize = 10;

/// Counts the reports with a lower and an upper bound.
#[derive(Default)]
struct Bounds {
    lower: usize,
    upper: usize,
}

impl Listener for Bounds {
    fn line(&mut self, report: &Report<'_>) {
        self.lower += usize::from(report.bound == Bound::Lower);
        self.upper += usize::from(report.bound == Bound::Upper);
    }
}

/// Bounds reported by searches with this number of lines that began at `start`.
fn bounds(start: Instant, lines: usize) -> Bounds {
    let mut bounds = Bounds::default();
    POSITIONS[..SEARCHED].iter().for_each(|fen| search(fen, start, lines, &mut bounds));
    bounds
}

fn search(fen: &str, start: Instant, lines: usize, bounds: &mut Bounds) {
    let game = Game::new(fen.parse().expect("a position"));
    let (table, limits) = (Table::new(1).expect("a megabyte"), Limits::to_depth(10));
    let (signals, side) = (Signals::default(), game.board().side_to_move());
    let clock = Clock::new(&limits, side, Duration::ZERO, Tunables::DEFAULT, start);
    let shared = Shared::new(&table, &signals, &limits, clock, 1);
    let (mut memory, evaluator) = (ThreadMemory::default(), Evaluator::default());
    let setup = SearchSetup::new(&game, &evaluator, Techniques::FULL);
    let memory = memory.get_or_allocate(1);
    deepen(&mut Worker::new(&shared, memory, &setup, 0, Some(bounds)), lines);
}

#[test]
fn failed_windows_of_a_long_search_with_one_line_are_reported() {
    let Some(start) = Instant::now().checked_sub(LATE) else {
        return println!("skipped: the machine's clock does not go back {LATE:?}");
    };
    let one = bounds(start, 1);
    assert!(one.lower > 0 && one.upper > 0, "{} lower, {} upper", one.lower, one.upper);
    let two = bounds(start, 2);
    assert_eq!((two.lower, two.upper), (0, 0), "with MultiPV no bounds are reported");
}
