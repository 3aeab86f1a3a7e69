//! What the protocol cannot take: refused in one line or mended with a remark, and what is answered
//! afterwards.

use crate::support::Session;
use std::process::Command;
use std::time::Duration;

const A_WHILE: Duration = Duration::from_millis(300);

#[test]
fn an_evaluation_that_is_none_is_refused_by_name() {
    let mut engine = Session::start();
    engine.send("setoption name EvalFile value no such file.weights");
    assert!(engine.expect("info string").contains("no such file.weights"));
    engine.send("setoption name EvalFile value Cargo.toml");
    assert!(engine.expect("info string").contains("SECATNET"));
    engine.send("setoption name EvalFile value");
    engine.send("setoption name EvalFile value <embedded>");
    engine.assert_sane();
}

/// Once they said what was wrong with the limit and searched for ever.
#[test]
fn a_go_without_a_readable_limit_ends() {
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
        "go perft -1",
        "go perft 5000",
    ]
    .map(|go| {
        let mut engine = Session::start();
        engine.send(go);
        (go, engine)
    });
    for (go, mut engine) in searches {
        assert_ne!(engine.expect("bestmove"), "bestmove (none)", "{go}");
        let remarks: Vec<&String> =
            engine.heard().iter().filter(|line| line.starts_with("info string go")).collect();
        assert!(
            remarks.len() == 2 && remarks[1].ends_with("no valid limit, using movetime 1 s"),
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

/// They overflowed the stack, and the process aborted.
#[test]
fn a_deep_perft_is_refused_in_a_line() {
    let mut engine = Session::start();
    engine.send("perft 5000");
    let remark = engine.expect("info string");
    assert_eq!(remark, "info string perft: '5000' is not a depth from 0 to 30");
    engine.send("perft 1");
    engine.expect("Nodes searched: 20");
    engine.assert_sane();
}

/// As arguments, they kept the program from ever ending.
#[test]
fn a_go_without_a_readable_limit_ends_the_program_too() {
    let output = Command::new(crate::support::BINARY)
        .args(["go depth x", "quit"])
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("bestmove "));
}

#[test]
fn a_go_with_many_bad_words_is_answered_by_one_line() {
    let mut engine = Session::start();
    engine.best_move(
        "position startpos",
        &format!("go depth 1 {} searchmoves {}", "x ".repeat(1000), "e2e9 ".repeat(1000)),
    );
    let remarks: Vec<&String> =
        engine.heard().iter().filter(|line| line.starts_with("info string")).collect();
    assert_eq!(
        remarks,
        [
            "info string go: 'x' is unknown; and 999 more",
            "info string searchmoves: 'e2e9' is not a move; and 999 more",
            "info string go: none of the searchmoves is legal, so there is no move"
        ]
    );
}

/// Megabytes of nonsense came back as they were.
#[test]
fn no_more_than_a_line_is_quoted_of_what_is_refused() {
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
    engine.assert_sane();
}

/// Devices without end were read without end, and pipes without a writer kept the protocol waiting.
#[cfg(unix)]
#[test]
fn files_that_are_none_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
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
    engine.assert_sane();
}

/// `go` played on in the position before, and the client took its move for one from the position
/// that was refused.
#[test]
fn after_a_position_that_is_refused_there_is_no_move_until_the_next() {
    let mut engine = Session::start();
    for refused in [
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
            engine.send(refused);
            engine.expect("info string position");
            engine.send(go);
            engine.expect("info string go: the last position was refused");
            assert_eq!(engine.expect("bestmove"), "bestmove (none)", "{refused}, {go}");
        }
        engine.send("perft 1");
        engine.expect("info string perft: the last position was refused");
        for (go, end) in [("go infinite", "stop"), ("go ponder wtime 100 btime 100", "ponderhit")] {
            engine.send(go);
            engine.expect_no("bestmove", Duration::from_millis(50));
            engine.send(end);
            assert_eq!(engine.expect("bestmove"), "bestmove (none)", "{refused}, {go}");
        }
        engine.assert_sane();
        engine.send(refused);
        engine.send("ucinewgame");
        engine.send("go depth 3");
        assert_ne!(engine.expect("bestmove"), "bestmove (none)", "{refused}");
    }
}

#[test]
fn the_board_after_a_refused_position_is_described_and_tools_keep_the_refusal() {
    let mut engine = Session::start();
    for (refused, fen, shown) in [
        (
            "position startpos moves e2e4 e7e5 zzz",
            "4p3/4P3",
            "its position before the illegal move",
        ),
        ("position fen 9/8 w - - 0 1", "3P4/8/PPP1PPPP", "the position before it"),
    ] {
        engine.send("position startpos moves d2d4");
        engine.send(refused);
        engine.expect("info string position");
        engine.send("d");
        assert!(engine.expect("fen").contains(fen), "{refused}");
        let remark = engine.expect("the last position was refused");
        assert!(remark.ends_with(&format!("; this is {shown}")), "{remark}");
        for tool in ["flip", "eval", "perft"] {
            engine.send(&format!("{tool} 1"));
            engine.expect(&format!("info string {tool}: the last position was refused"));
        }
        engine.send("go perft 1");
        engine.expect("info string perft: the last position was refused");
        engine.send("go depth 1");
        assert_eq!(engine.expect("bestmove"), "bestmove (none)");
    }
    engine.assert_sane();
}

/// They were refused, though clients that keep no account of castling rights are many.
#[test]
fn claims_of_a_position_that_cannot_be_are_left_out_and_reported() {
    let mut engine = Session::start();
    for (fen, reported, mended) in [
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
            engine.heard().iter().filter(|line| line.starts_with("info string")).collect();
        let last = remarks.last().expect(fen);
        assert!(
            last.starts_with("info string position: impossible parts ignored: ")
                && last.contains(reported),
            "{last}"
        );
        engine.send("d");
        assert!(engine.expect("fen").ends_with(mended), "{fen}");
    }
    // Its moves are played on without another word.
    let reported = engine.heard().len();
    engine.best_move("position fen 4k3/8/8/8/8/8/8/4K2R w K e6 0 1 moves e1g1", "go depth 3");
    assert!(!engine.heard()[reported..].iter().any(|line| line.starts_with("info string")));
}

/// Clients write such clocks, and the answer was no move: a lost game.
#[test]
fn a_half_move_clock_beyond_the_rules_is_answered_with_a_move() {
    let mut engine = Session::start();
    for clock in [100, 150, 151, 197, 65_535, 70_000] {
        let position = format!("position fen 7k/8/1NB2K2/8/8/2r2N2/8/8 w - - {clock} 162");
        let answer = engine.best_move(&position, "go depth 3");
        assert_ne!(answer, "bestmove (none)", "{clock}");
        let answer = engine.best_move(&format!("{position} moves f3e5 c3c6"), "go nodes 500");
        assert_ne!(answer, "bestmove (none)", "{clock}");
    }
    let reported: Vec<&String> =
        engine.heard().iter().filter(|line| line.contains("half-move clock '197' read")).collect();
    assert!(!reported.is_empty());
}

/// A wrong right turned standard chess into Chess960: castling came as `e1h1`, or with the rook of
/// b1.
#[test]
fn wrong_rights_do_not_make_standard_chess_chess960() {
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
        let before = engine.heard().len();
        engine.send("go perft 1");
        engine.expect("Nodes searched");
        let castlings: Vec<&str> = engine.heard()[before..]
            .iter()
            .filter_map(|line| line.split_once(':').map(|(mv, _)| mv))
            .filter(|mv| ["e1g1", "e1c1", "e1h1", "e1a1", "e1b1"].contains(mv))
            .collect();
        let mut expected = moves.to_vec();
        let mut found = castlings.clone();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{fen}");
        assert!(!engine.heard().iter().any(|line| line.contains("only Chess960")), "{fen}");
    }
    // With the option on, the same letters mean the outermost rooks.
    engine.send("position fen 4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1");
    engine.expect("info string position: ");
    engine.send("setoption name UCI_Chess960 value true");
    engine.send("position fen 4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1");
    engine.send("d");
    assert!(engine.expect("fen").contains(" w HB - "));
}

/// 592 and 735: the square was left out, for a check that was there before the pawn passed.
#[test]
fn en_passant_that_is_possible_on_the_board_is_counted() {
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
