//! Unit tests of `secateur::uci::analyst`.

use secateur::chess::Board;
use secateur::tools::analysis::{Shown, build_analysis};
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
    assert_eq!(lines[0].worth.score, Shown::Centipawns(31));
    let answer = info.answer(board.parse_uci("e2e4").ok());
    let analysis = build_analysis(lines, answer, &board);
    assert_eq!(analysis.worth.score, Shown::Centipawns(31));
    assert_eq!((analysis.answer.progress.nodes, analysis.lines.len()), (100, 2));
}
