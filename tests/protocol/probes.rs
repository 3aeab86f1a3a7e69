//! Probes of the real binary over pipes: input on which well-known engines have crashed, hung or
//! answered too early.

use crate::support::Session;
use std::time::Duration;

const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const CHECKMATE: &str = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const A_WHILE: Duration = Duration::from_millis(300);

#[test]
fn probe_01_stalemate_waits_for_stop() {
    let mut engine = Session::start();
    engine.send(STALEMATE);
    engine.send("go infinite");
    engine.expect_no("bestmove", A_WHILE);
    engine.send("stop");
    assert_eq!(engine.expect("bestmove"), "bestmove (none)");
    engine.assert_responsive();
}

#[test]
fn probe_02_checkmate_has_no_move() {
    let mut engine = Session::start();
    assert_eq!(engine.best_move(CHECKMATE, "go depth 3"), "bestmove (none)");
    assert!(engine.output().iter().any(|line| line.contains("score mate 0")));
    engine.assert_responsive();
}

#[test]
fn probe_03_isready_is_answered_during_a_search() {
    let mut engine = Session::start();
    engine.send("position startpos");
    engine.send("go infinite");
    engine.expect("info depth 3");
    for _ in 0..5 {
        engine.send("isready");
        engine.expect("readyok");
    }
    assert!(
        !engine.output().iter().any(|line| line.starts_with("bestmove")),
        "isready must not end the search"
    );
    engine.send("stop");
    engine.expect("bestmove");
}

#[test]
fn probe_04_end_of_input_ends_an_infinite_search() {
    let mut engine = Session::start();
    engine.send("go infinite");
    engine.expect("info depth 2");
    engine.close_input();
    engine.expect("bestmove");
    assert!(engine.wait().success());
    let answers =
        engine.output_to_the_end().iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers, 1);
}

#[test]
fn probe_05_an_empty_board_is_rejected() {
    let mut engine = Session::start();
    engine.send("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    assert!(engine.expect("info string").contains("White has no king"));
    engine.send("go depth 2");
    assert!(engine.expect("info string").contains("was rejected"));
    assert_eq!(engine.expect("bestmove"), "bestmove (none)");
    engine.assert_responsive();
}

/// A client would take a move of the old position for a move of the new one.
#[test]
fn probe_06_a_bad_fen_has_no_move() {
    let mut engine = Session::start();
    engine.send("position startpos moves e2e4");
    engine.send("position fen foo");
    assert!(engine.expect("info string").contains("rejected"));
    engine.send("d");
    assert!(engine.expect("fen").contains("4P3"), "the old position stays on the board");
    engine.send("go wtime 1000 btime 1000");
    assert_eq!(engine.expect("bestmove"), "bestmove (none)");
    engine.assert_responsive();
}

#[test]
fn probe_07_searchmoves_and_depth_combine() {
    let mut engine = Session::start();
    assert!(
        engine
            .best_move("position startpos", "go depth 5 searchmoves a2a3")
            .starts_with("bestmove a2a3")
    );
    let answer = engine.best_move("position startpos", "go searchmoves h2h4 a2a3 depth 2");
    assert!(["h2h4", "a2a3"].contains(&answer.split(' ').nth(1).unwrap_or_default()), "{answer}");
    assert_eq!(
        engine.best_move("position startpos", "go depth 2 searchmoves 0000"),
        "bestmove (none)"
    );
}

#[test]
fn probe_08_go_mate_ends_with_and_without_a_mate() {
    let mut engine = Session::start();
    let back_rank = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    assert!(engine.best_move(back_rank, "go mate 1").starts_with("bestmove a1a8"));
    assert!(engine.output().iter().any(|line| line.contains("score mate 1")));
    engine.best_move("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "go mate 1");
}

#[test]
fn probe_09_a_negative_depth_is_reported_and_answered() {
    let mut engine = Session::start();
    assert_ne!(engine.best_move("position startpos", "go depth -1"), "bestmove (none)");
    let remark = "info string go: no valid limit, using movetime 1 s; \
                  go depth: '-1' is below zero";
    assert!(engine.output().iter().any(|line| line == remark), "{:?}", engine.output());
    engine.assert_responsive();
}

#[test]
fn probe_10_negative_clocks_are_answered_with_a_move() {
    let mut engine = Session::start();
    for go in [
        "go wtime -50 btime -50",
        "go wtime 0 btime 0",
        "go wtime 1 btime 1 winc -5",
        "go movetime 0",
    ] {
        assert_ne!(engine.best_move("position startpos", go), "bestmove (none)", "{go}");
    }
}

#[test]
fn probe_11_bad_options_are_rejected_with_the_reason() {
    let mut engine = Session::start();
    for (line, reason) in [
        ("setoption name Hash value abc", "option Hash: 'abc' is not a whole number"),
        ("setoption name Hash value 0", "option Hash: 0 is not between 1 and"),
        ("setoption name Hash", "option Hash: a value is missing"),
        #[cfg(target_os = "linux")]
        ("setoption name Hash value 33554432", "33554432 MB of hash are more than the"),
        ("setoption name Nonsense value 1", "there is no option 'Nonsense'"),
        ("setoption name Ponder value maybe", "option Ponder: 'maybe' is neither true nor false"),
        ("setoption", "setoption: 'name' expected"),
        ("setoption name", "setoption: no name"),
    ] {
        engine.send(line);
        let answer = engine.expect("info string");
        assert!(answer.contains(reason), "{line}: {answer}");
    }
    engine.assert_responsive();
}

#[test]
fn probe_12_unknown_commands_are_reported_and_ignored() {
    let mut engine = Session::start();
    engine.send("xyzzy 1 2 3");
    assert!(engine.expect("info string").contains("unknown command 'xyzzy 1 2 3'"));
    engine.send("");
    engine.send("   ");
    engine.send("joho isready");
    engine.expect("readyok");
    engine.assert_responsive();
}

#[test]
fn probe_13_the_move_list_ends_at_an_illegal_move() {
    let mut engine = Session::start();
    engine.send("position startpos moves e2e4 e7e5 e1e3 d7d6");
    assert!(engine.expect("info string").contains("move 3 'e1e3' is not legal here"));
    engine.send("d");
    assert_eq!(
        engine.expect("fen"),
        "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
    engine.send("go depth 2");
    assert_eq!(engine.expect("bestmove"), "bestmove (none)", "the client means another position");
    engine.assert_responsive();
}

#[test]
fn probe_14_movestogo_0_means_no_movestogo() {
    let nodes = |moves_to_go: &str| {
        let mut engine = Session::start();
        engine.send("setoption name nodestime value 10");
        let go = format!("go wtime 5000 btime 5000{moves_to_go}");
        engine.best_move("position startpos", &go);
        let line = engine.output().iter().rfind(|line| line.contains(" nodes ")).expect("a line");
        let number = line.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next());
        number.and_then(|number| number.parse::<u64>().ok()).expect("a number of nodes")
    };
    let (absent, one) = (nodes(""), nodes(" movestogo 1"));
    assert_eq!(nodes(" movestogo 0"), absent);
    assert!(one > 2 * absent, "{one} nodes for the last move, {absent} for others");
}
