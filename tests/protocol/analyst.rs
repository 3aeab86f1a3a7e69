//! Unit tests of `secateur::uci::analyst`.

use secateur::chess::Board;
use secateur::tools::analysis::{DisplayScore, build_analysis};
use secateur::uci::analyst::*;
use std::time::Duration;

#[test]
fn lines_are_stored_by_multipv_number() {
    let board = Board::default();
    let mut info = AnalysisInfo::new(&board);
    let second = Duration::from_secs(1);
    assert!(!info.read("info string hello", second));
    assert!(!info.read("info depth 3 nodes 90", second));
    assert!(info.read("info depth 4 multipv 2 score cp -20 nodes 95 pv d2d4 d7d5", second));
    assert!(info.read("info depth 5 multipv 1 score cp 31 nodes 100 pv e2e4 e7e5 e2e4", second));
    let lines = info.lines();
    assert_eq!((lines.len(), lines[0].depth, lines[0].moves.len()), (2, 5, 2));
    assert_eq!(lines[0].value.score, DisplayScore::Centipawns(31));
    let answer = info.answer(board.parse_uci("e2e4").ok());
    let analysis = build_analysis(lines, answer, &board);
    assert_eq!(analysis.value.score, DisplayScore::Centipawns(31));
    assert_eq!((analysis.answer.progress.nodes, analysis.lines.len()), (100, 2));
}

/// The last line of a search that ends after a fail high or low is a bound.
#[test]
fn bounds_do_not_replace_scores() {
    let board = Board::default();
    let mut info = AnalysisInfo::new(&board);
    for line in [
        "info depth 8 score cp 20 pv d2d4 d7d5",
        "info depth 9 score cp 150 pv e2e4 e7e5 g1f3",
        "info depth 10 score cp 180 lowerbound pv e2e4",
        "info depth 10 score cp -300 upperbound pv e2e4",
    ] {
        assert!(info.read(line, Duration::from_secs(1)));
    }
    let analysed = |info: &AnalysisInfo<'_>, best: &str| {
        let analysis =
            build_analysis(info.lines(), info.answer(board.parse_uci(best).ok()), &board);
        (analysis.value.score, analysis.lines[0].moves.len())
    };
    assert_eq!(analysed(&info, "e2e4"), (DisplayScore::Centipawns(150), 3));
    assert_eq!(analysed(&info, "d2d4"), (DisplayScore::Centipawns(20), 2), "line of the best move");
    assert!(info.read("info depth 11 score mate 9 lowerbound pv e2e4", Duration::from_secs(1)));
    assert_eq!(analysed(&info, "e2e4").0, DisplayScore::Mate(9));
}

#[test]
fn scores_near_200_pawns_are_tablebase_wins() {
    let board = Board::default();
    for score in [19_990, -19_990, 20_000] {
        let mut info = AnalysisInfo::new(&board);
        let line = format!("info depth 9 score cp {score} pv e2e4");
        assert!(info.read(&line, Duration::from_secs(1)));
        assert_eq!(info.lines()[0].value.score, DisplayScore::Centipawns(score));
    }
}

#[test]
fn a_large_evaluation_is_not_a_tablebase_win() {
    let board: Board = "6k1/8/8/8/8/8/P7/6K1 w - - 0 1".parse().expect("valid FEN");
    let mut info = AnalysisInfo::new(&board);
    assert!(info.read("info depth 9 score cp 12000 pv a2a4", Duration::from_secs(1)));
    let DisplayScore::Centipawns(shown) = info.lines()[0].value.score else {
        panic!("a mate score")
    };
    assert!((5_000..19_000).contains(&shown), "{shown}");
}
