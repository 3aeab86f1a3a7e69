//! Reports of failed aspiration windows.

use crate::single::SingleSearch;
use secateur::chess::Game;
use secateur::search::deepen::deepen;
use secateur::search::table::Bound;
use secateur::search::{Limits, Listener, Report, Signals};
use secateur::tools::bench::POSITIONS;
use std::time::{Duration, Instant};

/// Longer than the search time after which failed windows are reported.
const LATE: Duration = Duration::from_secs(4);
/// Number of positions, enough for windows that fail high and low.
const SEARCHED: usize = 10;

/// Numbers of reports with a lower and an upper bound.
#[derive(Default)]
struct Bounds {
    lower: usize,
    upper: usize,
}

impl Listener for Bounds {
    fn pv(&mut self, report: &Report<'_>) {
        self.lower += usize::from(report.bound == Bound::Lower);
        self.upper += usize::from(report.bound == Bound::Upper);
    }
}

/// Counts the bounds that searches with this number of lines report, if they began at `start`.
fn count_bounds(start: Instant, lines: usize) -> Bounds {
    let mut bounds = Bounds::default();
    POSITIONS[..SEARCHED].iter().for_each(|fen| search(fen, start, lines, &mut bounds));
    bounds
}

fn search(fen: &str, start: Instant, lines: usize, bounds: &mut Bounds) {
    let game = Game::new(fen.parse().expect("valid FEN"));
    let mut search = SingleSearch::new(game, Limits::with_depth(10));
    search.start = start;
    search.run_with(&Signals::default(), Some(bounds), |worker| deepen(worker, lines));
}

#[test]
fn failed_windows_of_a_long_search_with_one_line_are_reported() {
    let Some(start) = Instant::now().checked_sub(LATE) else {
        return println!("skipped: the machine's clock does not go back {LATE:?}");
    };
    let one = count_bounds(start, 1);
    assert!(one.lower > 0 && one.upper > 0, "{} lower, {} upper", one.lower, one.upper);
    let two = count_bounds(start, 2);
    assert_eq!((two.lower, two.upper), (0, 0), "with MultiPV no bounds are reported");
}
