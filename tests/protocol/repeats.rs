//! Unit tests of `secateur::uci::repeats`.

use secateur::chess::Board;
use secateur::search::pv::Line;
use secateur::search::report::{Progress, Report};
use secateur::search::table::Bound;
use secateur::uci::repeats::Repeats;
use std::time::Duration;

#[test]
fn equal_lines_repeat_within_the_interval() {
    let line = |text| Line::from_iter([Board::default().parse_uci(text).expect(text)]);
    let (pv, other) = (line("e2e4"), line("d2d4"));
    let mut repeats = Repeats::default();
    let mut is_repeated = |milliseconds, multi_pv, score, pv: &Line| {
        let time = Duration::from_millis(milliseconds);
        let progress = Progress { nodes: 1, time, ..Progress::default() };
        let bound = Bound::Exact;
        let (depth, selective_depth) = (1, 1);
        repeats.record(&Report { depth, selective_depth, multi_pv, score, bound, progress, pv })
    };
    assert!(!is_repeated(1, 1, 0, &pv) && is_repeated(2, 1, 0, &pv));
    assert!(!is_repeated(3, 1, 0, &other) && is_repeated(4, 1, 0, &other));
    assert!(!is_repeated(5, 1, 9, &other), "another score");
    assert!(is_repeated(104, 1, 9, &other) && !is_repeated(105, 1, 9, &other));
    // Clients group the lines of a depth by MultiPV rank.
    assert!(!is_repeated(106, 2, 0, &pv) && !is_repeated(107, 1, 9, &other));
    assert!(!is_repeated(108, 2, 0, &pv) && !is_repeated(109, 1, 9, &other));
}
