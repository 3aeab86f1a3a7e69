//! Unit tests of `secateur::uci::output`.

use secateur::chess::Board;
use secateur::eval::wdl;
use secateur::score::{mated_in, tb_win_in};
use secateur::search::pv::Line;
use secateur::search::report::{Progress, Report};
use secateur::search::table::Bound;
use secateur::uci::output::*;
use std::time::Duration;

#[test]
fn info_fields_have_the_documented_order() {
    let progress =
        Progress { nodes: 1000, time: Duration::from_millis(500), permille_full: 7, tb_hits: 3 };
    let pv = Line::from_iter([Board::default().parse_uci("e2e4").expect("legal")]);
    let score = wdl::from_centipawns(-31, wdl::FULL_MATERIAL);
    let report = Report {
        depth: 9,
        selective_depth: 14,
        multi_pv: 2,
        score,
        bound: Bound::Lower,
        progress,
        pv: &pv,
    };
    let mut reporter = UciReporter::new(&Board::default(), false, false, true);
    assert_eq!(
        reporter.info_line(&report),
        "info depth 9 seldepth 14 multipv 2 score cp -31 lowerbound nodes 1000 nps 2000 \
         hashfull 7 tbhits 3 time 500 pv e2e4"
    );
    reporter.shows_wdl = true;
    let mate = Report { score: mated_in(4), bound: Bound::Exact, ..report };
    assert!(reporter.info_line(&mate).contains(" score mate -2 wdl 0 0 1000 nodes "));
    let shown = [tb_win_in(5), -tb_win_in(0)].map(|score| score_text(score, wdl::FULL_MATERIAL));
    assert_eq!(shown, ["cp 19995", "cp -20000"]);
}
