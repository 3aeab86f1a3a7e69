//! Unit tests of `secateur::uci::solver`.

use secateur::chess::Board;
use secateur::score::{DECISIVE_BOUND, mated_in};
use secateur::search::Limits;
use secateur::tools::analysis::DisplayScore;
use secateur::tools::solve::{Effort, SuitePosition};
use secateur::uci::info_line::InfoLine;
use secateur::uci::solver::*;
use std::time::Duration;

fn position(text: &str) -> SuitePosition {
    SuitePosition { suite: 0, number: 1, engine: 1, epd: text.parse().expect(text) }
}

#[test]
fn limits_become_a_go_command() {
    let limits = Limits { depth: Some(9), ..Limits::with_move_time(Duration::from_micros(50)) };
    assert_eq!(go(&limits, None), "go depth 9 movetime 1");
    assert_eq!(go(&Limits::with_nodes(200), Some(-3)), "go nodes 200 mate 3");
}

#[test]
fn each_info_line_is_judged_when_it_is_read() {
    let position = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"back rank\";");
    let mut info = SearchInfo::new(&position.epd);
    let second = Duration::from_secs(1);
    info.read("info depth 1 score cp 20 nodes 10 pv g1f2", second);
    info.read("info depth 2 multipv 2 score mate 1 nodes 11 pv a1a8", second);
    info.read("info string score mate 1 pv a1a8", second);
    info.read("info depth 2 score mate 1 upperbound nodes 12 pv a1a8", second);
    assert!(info.effort_to_solution.is_none() && info.nodes == 12);
    info.read("info depth 3 seldepth 5 score mate 1 nodes 50 nps 9 pv a1a8", 2 * second);
    info.read("info depth 4 nodes 70", 3 * second);
    let best = position.epd.board.parse_uci("a1a8").ok();
    let result = info.result(&position, best, 4 * second);
    assert_eq!((result.solved, result.depth), (Some(true), 3));
    assert_eq!(result.score, DisplayScore::Mate(1));
    assert_eq!(result.effort_to_solution, Some(Effort { nodes: 50, seconds: 2.0 }));
    assert_eq!((result.nodes, result.engine), (70, 1));
    let lost = SearchInfo::new(&position.epd).result(&position, None, second);
    assert_eq!((lost.solved, lost.played), (Some(false), None));
}

/// Engines report bounds only after some seconds. The result must not depend on that.
#[test]
fn bounds_of_the_same_move_keep_score_and_line() {
    let position = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra7;");
    let mut info = SearchInfo::new(&position.epd);
    let second = Duration::from_secs(1);
    let found = |info: &SearchInfo<'_>, best: &str| {
        let result = info.result(&position, position.epd.board.parse_uci(best).ok(), second);
        (result.depth, result.line, result.score)
    };
    info.read("info depth 5 score cp 68 nodes 10 pv a1a7 g8f8", second);
    let exact = found(&info, "a1a7");
    assert!(exact.0 == 5 && exact.1.contains("Kf8"), "{exact:?}");
    info.read("info depth 6 score cp 55 lowerbound nodes 20 pv a1a7", second);
    assert_eq!(found(&info, "a1a7"), exact);
    info.read("info depth 6 score cp 90 lowerbound nodes 30 pv a1a8", second);
    assert_eq!(found(&info, "a1a8").0, 6, "another move");
    info.read("info depth 7 score mate 1 lowerbound nodes 40 pv a1a8", second);
    let mate = found(&info, "a1a8");
    assert_eq!((mate.0, mate.2), (7, DisplayScore::Mate(1)), "a mate is a result");
}

/// Output must not extend the time limit of `stop`.
#[cfg(unix)]
#[test]
fn an_engine_that_prints_continuously_and_ignores_stop_is_reported() {
    use secateur::stop::Stop;
    use secateur::tools::solve::Solver;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = folder.path().join("busy");
    // The script ends after 10 s, twice the time limit of `stop`.
    let on_go = "i=0; while [ $i -lt 1000 ]; do echo info nodes 1; sleep 0.01; i=$((i+1)); done";
    crate::support::program::write_engine(&script, &format!("{on_go}; exit"));
    let command = format!("sh {}", script.display());
    let spec = Spec { command, options: Vec::new(), chosen: Vec::new() };
    let mut engine = ExternalEngine::start(&spec).expect("the engine starts");
    let stop = Stop::default();
    stop.request_urgent();
    let position = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;");
    let error = engine.solve(&position, &Limits::with_nodes(10), &stop).expect_err("no answer");
    assert!(error.to_string().contains("did not answer 'stop' within"), "{error}");
}

#[test]
fn scores_are_read_in_every_form() {
    let score = |text: &str| InfoLine::parse(text, &Board::default())?.score;
    assert_eq!(score("info score cp -31 lowerbound"), Some(-31));
    assert_eq!(score("info score mate -2"), Some(mated_in(4)));
    assert_eq!(score("info score mate 0"), Some(mated_in(0)));
    assert_eq!(score("info score cp 99999999"), Some(DECISIVE_BOUND - 1));
    assert_eq!((score("info score"), score("info depth 3")), (None, None));
}
