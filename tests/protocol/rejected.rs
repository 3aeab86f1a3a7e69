//! Invalid input: it is rejected or repaired with one line, and later commands are answered.

use crate::support::program::{program, run};
use crate::support::{BINARY, Session};
use std::time::Duration;

const A_WHILE: Duration = Duration::from_millis(300);

#[test]
fn an_invalid_eval_file_is_rejected_with_the_reason() {
    let mut engine = Session::start();
    engine.send("setoption name EvalFile value no such file.weights");
    assert!(engine.expect("info string").contains("no such file.weights"));
    engine.send("setoption name EvalFile value Cargo.toml");
    assert!(engine.expect("info string").contains("SECATNET"));
    engine.send("setoption name EvalFile value");
    engine.send("setoption name EvalFile value <embedded>");
    engine.assert_responsive();
}

/// The engine replaces the invalid limit, since a search without a limit is infinite.
#[test]
fn go_without_a_valid_limit_ends() {
    let searches = [
        "go depth",
        "go depth x",
        "go movetime",
        "go nodes",
        "go mate",
        "go wtime",
        "go movestogo 5 depth",
        "go deepth 5",
        "go depth -1",
        "go nodes -1",
        "go mate -1",
    ]
    .map(|go| {
        let mut engine = Session::start();
        engine.send(go);
        (go, engine)
    });
    for (go, mut engine) in searches {
        assert_ne!(engine.expect("bestmove"), "bestmove (none)", "{go}");
        let remarks: Vec<&String> =
            engine.output().iter().filter(|line| line.starts_with("info string go")).collect();
        assert!(
            remarks.len() == 1 && remarks[0].contains("no valid limit, using movetime 1 s; go"),
            "{go}: {remarks:?}"
        );
    }
    let mut engine = Session::start();
    engine.send("go ponder depth");
    engine.expect_no("bestmove", A_WHILE);
    engine.send("ponderhit");
    engine.expect("bestmove");
    engine.send("go infinite depth");
    engine.expect_no("bestmove", Duration::from_millis(1500));
    engine.send("stop");
    engine.expect("bestmove");
}

/// Recursion to this depth would overflow the stack.
#[test]
fn a_perft_beyond_the_maximum_depth_is_rejected() {
    let mut engine = Session::start();
    engine.send("perft 5000");
    let remark = engine.expect("info string");
    assert_eq!(remark, "info string perft: '5000' is not a depth from 0 to 30");
    engine.send("perft 1");
    engine.expect("Nodes searched: 20");
    engine.assert_responsive();
}

#[test]
fn go_without_a_valid_limit_ends_as_a_command_line_argument_too() {
    let (code, stdout, _) = run(program(BINARY).args(["go depth x", "quit"]));
    assert_eq!(code, Some(2));
    assert!(stdout.contains("bestmove "), "{stdout}");
}

#[test]
fn go_errors_are_reported_in_one_line() {
    let mut engine = Session::start();
    engine.best_move(
        "position startpos",
        &format!("go depth 1 {} searchmoves {}", "x y ".repeat(1000), "e2e9 ".repeat(1000)),
    );
    let remarks: Vec<&String> =
        engine.output().iter().filter(|line| line.starts_with("info string")).collect();
    let expected = "info string go: none of the searchmoves is legal, so there is no move; \
                    go: 'x' is unknown; go: 'y' is unknown; and 1 more";
    assert_eq!(remarks, [expected]);
}

#[test]
fn long_invalid_input_is_truncated_in_messages() {
    let mut engine = Session::start();
    let long = "x".repeat(1_000_000);
    let board = "8/8/8/8/8/8/8/8";
    for line in [
        long.clone(),
        format!("position {long}"),
        format!("position startpos {long}"),
        format!("position startpos moves {long}"),
        format!("position fen {long} w - - 0 1"),
        format!("position fen {board} {long} - - 0 1"),
        format!("position fen {board} w {long} - 0 1"),
        format!("position fen {board} w - {long} 0 1"),
        format!("position fen {board} w - - {long} 1"),
        format!("position fen {board} w - - 0 {long}"),
        format!("position fen {board} w - - 0 1 {long}"),
        format!("setoption name {long} value 1"),
        format!("setoption name Hash value {long}"),
        format!("setoption name Ponder value {long}"),
        format!("setoption name Preset value {long}"),
        format!("setoption name Driver value {long}"),
        format!("setoption name EvalFile value {long}"),
        format!("setoption name SyzygyPath value {}", "x:".repeat(100_000)),
        format!("debug {long}"),
        format!("bench {long}"),
        format!("perft {long}"),
        format!("genfens {long}"),
    ] {
        engine.send(&line);
        let answer = engine.expect("info string");
        assert!(
            answer.chars().count() < 2000 && !answer.contains(&"x".repeat(81)),
            "{answer:.300}"
        );
    }
    engine.assert_responsive();
}

/// Reading `/dev/zero` would not end, and opening a pipe without a writer would block.
#[cfg(unix)]
#[test]
fn devices_pipes_and_folders_are_rejected_as_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pipe = folder.path().join("pipe");
    assert!(
        std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success()
    );
    let mut engine = Session::start();
    for file in [pipe.to_str().expect("UTF-8"), "/dev/zero", "/"] {
        for option in ["EvalFile", "Book File", "Debug Log File"] {
            engine.send(&format!("setoption name {option} value {file}"));
            let answer = engine.expect("info string");
            assert!(answer.contains("not a regular file"), "{option} {file}: {answer}");
        }
        engine.send(&format!("genfens 1 seed 1 book {file}"));
        assert!(engine.expect("info string genfens").contains("not a regular file"));
    }
    engine.assert_responsive();
}

/// A client would take a move of the previous position for a move of the rejected one.
#[test]
fn go_after_a_rejected_position_returns_no_move_until_the_next_one() {
    let mut engine = Session::start();
    for rejected in [
        "position",
        "position kiwipete",
        "position startpos e2e4",
        "position fen foo",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 0000",
    ] {
        for go in ["go depth 3", "go wtime 1000 btime 1000", "go movetime 20", "go mate 2", "go"] {
            engine.send("position startpos moves e2e4");
            engine.send(rejected);
            engine.expect("info string position");
            engine.send(go);
            engine.expect("info string go: the last position was rejected");
            assert_eq!(engine.expect("bestmove"), "bestmove (none)", "{rejected}, {go}");
        }
        engine.send("perft 1");
        engine.expect("info string perft: the last position was rejected");
        for (go, end) in [("go infinite", "stop"), ("go ponder wtime 100 btime 100", "ponderhit")] {
            engine.send(go);
            engine.expect_no("bestmove", Duration::from_millis(50));
            engine.send(end);
            assert_eq!(engine.expect("bestmove"), "bestmove (none)", "{rejected}, {go}");
        }
        engine.assert_responsive();
        engine.send(rejected);
        engine.send("ucinewgame"); // the position on the board is that of the old game
        engine.send("go depth 3");
        assert_eq!(engine.expect("bestmove"), "bestmove (none)", "{rejected}");
        engine.send("position startpos");
        engine.send("go depth 3");
        assert_ne!(engine.expect("bestmove"), "bestmove (none)", "{rejected}");
    }
}

#[test]
fn d_shows_the_board_after_a_rejected_position_and_tools_reject_it() {
    let mut engine = Session::start();
    for (rejected, fen, shown) in [
        (
            "position startpos moves e2e4 e7e5 zzz",
            "4p3/4P3",
            "its position before the illegal move",
        ),
        ("position fen 9/8 w - - 0 1", "3P4/8/PPP1PPPP", "the position before it"),
    ] {
        engine.send("position startpos moves d2d4");
        engine.send(rejected);
        engine.expect("info string position");
        engine.send("d");
        assert!(engine.expect("fen").contains(fen), "{rejected}");
        let remark = engine.expect("the last position was rejected");
        assert!(remark.ends_with(&format!("; this is {shown}")), "{remark}");
        for tool in ["flip", "eval", "perft"] {
            engine.send(&format!("{tool} 1"));
            engine.expect(&format!("info string {tool}: the last position was rejected"));
        }
        engine.send("go perft 1");
        engine.expect("info string perft: the last position was rejected");
        engine.send("go depth 1");
        assert_eq!(engine.expect("bestmove"), "bestmove (none)");
    }
    engine.assert_responsive();
}

/// Many clients send FENs with impossible castling rights.
#[test]
fn impossible_castling_rights_and_en_passant_are_ignored_and_reported() {
    let mut engine = Session::start();
    for (fen, reported, repaired) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            "castling right without a rook on a1; castling",
            "w K - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
            "White has a castling right, but its king is on e2",
            "w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K e6 0 1",
            "en passant on e6: no pawn has just passed there",
            "w K - 0 1",
        ),
    ] {
        assert_ne!(
            engine.best_move(&format!("position fen {fen}"), "go depth 3"),
            "bestmove (none)",
            "{fen}"
        );
        let remarks: Vec<&String> =
            engine.output().iter().filter(|line| line.starts_with("info string")).collect();
        let last = remarks.last().expect(fen);
        assert!(
            last.starts_with("info string position: impossible parts ignored: ")
                && last.contains(reported),
            "{last}"
        );
        engine.send("d");
        assert!(engine.expect("fen").ends_with(repaired), "{fen}");
    }
    // Moves after the same FEN are played without a second report.
    let reported = engine.output().len();
    engine.best_move("position fen 4k3/8/8/8/8/8/8/4K2R w K e6 0 1 moves e1g1", "go depth 3");
    assert!(!engine.output()[reported..].iter().any(|line| line.starts_with("info string")));
}

/// Some clients send such clocks, and an answer without a move would lose the game.
#[test]
fn an_out_of_range_half_move_clock_is_answered_with_a_move() {
    let mut engine = Session::start();
    for clock in [100, 150, 151, 197, 65_535, 70_000] {
        let position = format!("position fen 7k/8/1NB2K2/8/8/2r2N2/8/8 w - - {clock} 162");
        let answer = engine.best_move(&position, "go depth 3");
        assert_ne!(answer, "bestmove (none)", "{clock}");
        let answer = engine.best_move(&format!("{position} moves f3e5 c3c6"), "go nodes 500");
        assert_ne!(answer, "bestmove (none)", "{clock}");
    }
    let reported: Vec<&String> =
        engine.output().iter().filter(|line| line.contains("half-move clock '197' read")).collect();
    assert!(!reported.is_empty());
}

/// Castling stays `e1g1` or `e1c1`, and only with rooks on a1 and h1.
#[test]
fn impossible_castling_rights_do_not_switch_to_chess960() {
    let mut engine = Session::start();
    for (fen, moves, reported) in [
        ("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", &["e1g1"][..], "without a rook on a1"),
        ("4k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", &["e1c1"], "without a rook on h1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1g1", "e1c1"], ""),
    ] {
        engine.send(&format!("position fen {fen}"));
        if !reported.is_empty() {
            let remark = engine.expect("info string position: ");
            assert!(remark.contains(reported), "{remark}");
        }
        let before = engine.output().len();
        engine.send("go perft 1");
        engine.expect("Nodes searched");
        let castlings: Vec<&str> = engine.output()[before..]
            .iter()
            .filter_map(|line| line.split_once(':').map(|(mv, _)| mv))
            .filter(|mv| ["e1g1", "e1c1", "e1h1", "e1a1", "e1b1"].contains(mv))
            .collect();
        let mut expected = moves.to_vec();
        let mut found = castlings.clone();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{fen}");
        assert!(!engine.output().iter().any(|line| line.contains("only Chess960")), "{fen}");
    }
    // With UCI_Chess960 on, the same letters mean the outermost rooks.
    engine.send("position fen 4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1");
    engine.expect("info string position: ");
    engine.send("setoption name UCI_Chess960 value true");
    engine.send("position fen 4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1");
    engine.send("d");
    assert!(engine.expect("fen").contains(" w HB - "));
}

/// Black's king was in check before White's double push, which is impossible in a game. The
/// captures are still legal on the board.
#[test]
fn en_passant_that_is_legal_on_the_board_is_counted() {
    let mut engine = Session::start();
    for (fen, leaves) in
        [("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 711), ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", 736)]
    {
        engine.send(&format!("position fen {fen}"));
        engine.send("go perft 3");
        let total = engine.expect("Nodes searched");
        assert_eq!(total, format!("Nodes searched: {leaves}"), "{fen}");
    }
}
