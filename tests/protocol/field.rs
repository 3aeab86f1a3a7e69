//! Regression tests of the real binary for known failures of other engines: crashes, hangs and
//! lost games. Failures tested in `tests/protocol/probes.rs` are not repeated here.

use crate::support::Session;
use secateur::chess::{Board, Game};
use std::path::Path;
use std::time::Duration;

const A_WHILE: Duration = Duration::from_millis(200);
const CLOCKS: &str = "go wtime 300 btime 300 winc 5 binc 5";

/// Returns the move of a `bestmove` line and checks that it is legal.
fn legal_move(answer: &str, board: &Board) -> String {
    let text = answer.split(' ').nth(1).unwrap_or_default();
    assert!(board.parse_uci(text).is_ok(), "{answer}: {board}");
    text.to_owned()
}

fn board(fen: &str) -> Board {
    fen.parse().expect(fen)
}

/// The last line with a score.
fn last_score(engine: &Session) -> &str {
    engine.output().iter().rev().find(|line| line.contains(" score ")).expect("a line with a score")
}

/// Each position is searched with one thread and one line, and with four threads and 218 lines.
#[test]
fn odd_positions_are_answered_with_legal_moves() {
    answer_odd_positions(None);
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn odd_positions_are_answered_with_tablebases() {
    answer_odd_positions(Some(&crate::shared::data("syzygy")));
}

/// With tablebases, positions of more than six pieces are skipped.
fn answer_odd_positions(tables: Option<&Path>) {
    for (what, fen) in [
        ("218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"),
        ("the same with reversed colours", "Kbnn1kb1/PP1q4/q4q2/2q4q/4q3/1q4q1/3q4/r6r b - - 0 1"),
        ("nine queens a side", "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1"),
        ("an en passant pin along the rank", "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1"),
        ("an en passant pin along the diagonal", "7k/8/4b3/2pP4/2K5/8/8/8 w - c6 0 1"),
        ("en passant as the only way out of check", "8/8/8/2k5/3Pp3/8/8/3RK1b1 b - d3 0 1"),
        ("double check", "4k3/8/8/8/8/5n2/4r3/4K2R w K - 0 1"),
        ("one legal move", "7k/8/8/8/8/8/6q1/7K w - - 0 1"),
        ("six pieces", "8/1k6/8/2p5/2P1K3/8/5P2/7n w - - 0 1"),
        ("dead position: two kings", "8/8/4k3/8/8/3K4/8/8 w - - 0 1"),
        ("one ply before the fifty-move draw", "8/5k2/8/8/3R4/8/4K3/8 w - - 99 120"),
        ("at the fifty-move draw", "8/5k2/8/8/3R4/8/4K3/8 w - - 100 120"),
        ("beyond the fifty-move draw", "8/5k2/8/8/3R4/8/4K3/8 w - - 149 220"),
        ("all pawns about to promote", "8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8 w - - 0 1"),
        ("blocked pawns on all files", "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 1"),
    ] {
        if tables.is_some() && board(fen).occupied().count() > 6 {
            continue;
        }
        let mut engine = Session::start();
        if let Some(tables) = tables {
            engine.send(&format!("setoption name SyzygyPath value {}", tables.display()));
        }
        for (threads, lines) in [(1, 1), (4, 218)] {
            engine.send(&format!("setoption name Threads value {threads}"));
            engine.send(&format!("setoption name MultiPV value {lines}"));
            for go in ["go depth 4", "go nodes 3000", "go movetime 20", CLOCKS] {
                let answer = engine.best_move(&format!("position fen {fen}"), go);
                legal_move(&answer, &board(fen));
                assert!(
                    !engine.output().iter().any(|line| line.contains("rejected")),
                    "{what}: {:?}",
                    engine.output()
                );
            }
        }
    }
}

#[test]
fn a_pinned_pawn_cannot_capture_en_passant() {
    let mut engine = Session::start();
    for (fen, is_legal) in [
        ("8/8/8/K1pP3r/8/8/8/7k w - c6 0 1", false),
        ("7k/8/4b3/2pP4/2K5/8/8/8 w - c6 0 1", false),
        ("7k/8/8/2pP4/2K5/8/8/8 w - c6 0 1", true),
    ] {
        let answer =
            engine.best_move(&format!("position fen {fen}"), "go depth 2 searchmoves d5c6");
        assert_eq!(answer.starts_with("bestmove d5c6"), is_legal, "{fen}: {answer}");
    }
}

/// Checkmate by the hundredth ply without capture or pawn move wins. A later mate is a draw.
#[test]
fn checkmate_takes_precedence_over_the_fifty_move_rule() {
    let mut engine = Session::start();
    let back_rank = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 120";
    let answer = engine.best_move(&format!("position fen {back_rank}"), "go depth 5");
    assert!(answer.starts_with("bestmove a1a8"), "{answer}");
    assert!(engine.output().iter().any(|line| line.contains("score mate 1 ")));
    // The mate in two takes one ply too many.
    let mut engine = Session::start();
    engine.best_move("position fen k7/8/2K5/8/8/8/8/7Q w - - 98 120", "go depth 8");
    assert!(last_score(&engine).contains("score cp 0 "), "{}", last_score(&engine));
}

#[test]
fn repetitions_before_the_root_count_as_draws() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for times in [1, 2, 3, 150] {
        let moves: Vec<&str> = shuffle.iter().copied().cycle().take(4 * times).collect();
        let mut engine = Session::start();
        let answer =
            engine.best_move(&format!("position startpos moves {}", moves.join(" ")), "go depth 6");
        legal_move(&answer, &Board::default());
        engine.assert_responsive();
    }
    // White is a queen up and must avoid the check d2d4, a threefold repetition.
    let start = "7k/8/8/8/8/8/3Q4/K7 w - - 0 1";
    let mut game = Game::new(board(start));
    let moves = ["d2d4", "h8g8", "d4d2", "g8h8"].repeat(2);
    moves
        .iter()
        .for_each(|mv| game.play(game.board().parse_uci(mv).unwrap_or_else(|_| panic!("{mv}"))));
    let mut engine = Session::start();
    let answer =
        engine.best_move(&format!("position fen {start} moves {}", moves.join(" ")), "go depth 8");
    legal_move(&answer, game.board());
    assert!(!last_score(&engine).contains("score cp 0 "), "{}", last_score(&engine));
    // With the check as the only move, the score is a draw.
    engine.send("go depth 8 searchmoves d2d4");
    engine.expect("bestmove d2d4");
    assert!(last_score(&engine).contains("score cp 0 "), "{}", last_score(&engine));
}

#[test]
fn a_ponder_search_without_a_clock_waits_and_then_ends() {
    for end in [&["ponderhit", "stop"][..], &["stop"], &["ponderhit", "ponderhit", "stop", "stop"]]
    {
        let mut engine = Session::start();
        engine.send("position startpos moves e2e4 e7e5");
        engine.send("go ponder");
        engine.expect_no("bestmove", A_WHILE);
        end.iter().for_each(|line| engine.send(line));
        engine.expect("bestmove");
        engine.expect_no("bestmove", A_WHILE);
        engine.assert_responsive();
    }
}

#[test]
fn a_ponder_hit_that_comes_at_once_is_not_lost() {
    let mut engine = Session::start();
    for _ in 0..40 {
        engine.send("position startpos moves e2e4 e7e5\ngo ponder wtime 100 btime 100\nponderhit");
        engine.expect("bestmove");
    }
    for _ in 0..40 {
        engine.send("go ponder wtime 100 btime 100\nstop");
        engine.expect("bestmove");
    }
    assert_eq!(engine.output().iter().filter(|line| line.starts_with("bestmove")).count(), 80);
}

#[test]
fn every_go_sent_in_a_burst_gets_one_bestmove() {
    let mut engine = Session::start();
    // Each search has another move in `searchmoves`, which identifies its answer.
    engine.send(
        "go infinite searchmoves a2a3\ngo depth 3 searchmoves b2b3\n\
         go movetime 5 searchmoves c2c3\nstop\nstop\n\
         ucinewgame\ngo depth 2 searchmoves d2d3\nsetoption name Hash value 1",
    );
    for mv in ["a2a3", "b2b3", "c2c3", "d2d3"] {
        let answer = engine.expect("bestmove");
        assert_eq!(legal_move(&answer, &Board::default()), mv, "{answer}");
    }
    engine.expect_no("bestmove", A_WHILE);
    engine.assert_responsive();
}

#[test]
fn quit_ends_multithreaded_searches() {
    for go in
        ["go infinite", "go ponder", "go mate 9", "go perft 12\nstop", "go depth 100\ngo infinite"]
    {
        let mut engine = Session::start();
        engine.send("setoption name Threads value 4");
        engine.send(go);
        std::thread::sleep(Duration::from_millis(30));
        engine.send("quit");
        assert!(engine.wait().success(), "{go}");
    }
}

#[test]
fn extreme_numbers_in_go_are_answered_with_a_legal_move() {
    for go in [
        "go wtime 99999999999999999999 btime 99999999999999999999 movestogo 99999999999 depth 2",
        "go depth 4294967297 nodes 500",
        "go nodes 18446744073709551616 depth 2",
        "go movetime -99999999999999999999",
        "go nodes 0",
        "go nodes 1",
        "go depth 0",
        "go mate 0",
        "go wtime 1 btime 1 winc 0 binc 0 movestogo 1",
    ] {
        let mut engine = Session::start();
        legal_move(&engine.best_move("position startpos", go), &Board::default());
        engine.assert_responsive();
    }
}

#[test]
fn line_endings_and_blanks_are_ignored_and_null_moves_rejected() {
    let mut engine = Session::start();
    engine.send("isready\r\nposition startpos moves 0000\r\n\tgo   depth\t2  \r");
    engine.expect("readyok");
    assert_eq!(
        engine.expect("bestmove"),
        "bestmove (none)",
        "a null move is not legal, so the position is rejected"
    );
    engine.send("position startpos moves e2e4\r\n\tgo   depth\t2  \r");
    assert_ne!(engine.expect("bestmove"), "bestmove (none)");
    engine.assert_responsive();
}

/// The bytes come alone and within commands.
#[test]
fn invalid_utf8_and_control_characters_are_survived() {
    let all: Vec<u8> = (0..=255).filter(|byte| *byte != b'\n').collect();
    let long = [0xff; 100_000];
    for bytes in [
        b"\0".as_slice(),
        b"\0\0\0isready of no kind\0",
        b"\xff\xfe\x80",
        b"\xed\xa0\x80 \xc0\xaf \xf4\x90\x80\x80",
        b"position startpos moves \xc3\x28 e2\xffe4",
        b"position fen \x80\x80\x80\x80 w - - 0 1",
        b"setoption name Ha\xe2\x82sh value \0\xff",
        b"setoption name \xff value \xff",
        b"i\x80s\x80r\x80e\x80a\x80d\x80y",
        &all,
        &long,
    ] {
        let mut engine = Session::start();
        engine.send_bytes(bytes);
        engine.send_bytes(b"\n");
        engine.assert_responsive();
        for line in engine.output() {
            assert!(
                line.chars().count() < 300,
                "{bytes:.40?} are answered by {} characters",
                line.chars().count()
            );
        }
        engine.send("quit");
        assert!(engine.wait().success(), "{bytes:.40?}");
    }
}

/// Otherwise `eval FEN` would silently evaluate the current position.
#[test]
fn commands_that_take_no_position_reject_one() {
    let mut engine = Session::start();
    for command in ["eval", "d"] {
        engine.send(&format!("{command} 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
        engine.expect(&format!("info string {command} takes no position"));
    }
}

/// Match runners set declared options only.
#[test]
fn presets_are_declared_with_the_switches() {
    let mut engine = Session::start();
    engine.send("uci expert");
    engine.expect("option name Preset type combo default full var full var papers");
    engine.send("switches");
    engine.expect("Preset ");
}
