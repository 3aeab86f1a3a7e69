//! The UCI protocol of the real binary over pipes, beyond the [probes](probes.rs).

use crate::support::Session;
use secateur::engine::{Engine, Settings};
use secateur::search::{Limits, Signals, Silent};
use std::time::{Duration, Instant};

const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const A_WHILE: Duration = Duration::from_millis(300);
/// Maximum number of nodes from the root to a leaf in a search of a few seconds.
const LINE: u64 = 100;

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The word after `word` in the line.
fn word_after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split(' ')
        .skip_while(|other| *other != word)
        .nth(1)
        .unwrap_or_else(|| panic!("{word}: {line}"))
}

#[test]
fn uci_is_answered_with_name_and_options() {
    let mut engine = Session::start();
    for _ in 0..2 {
        engine.send("uci");
        assert_eq!(engine.expect("id name").split(' ').nth(2), Some("Secateur"));
        engine.expect("id author");
        engine.expect("option name Hash type");
        engine.expect("uciok");
    }
    assert!(engine.output().iter().all(|line| !line.is_empty()), "no blank lines");
}

#[test]
fn every_info_line_has_its_fields_in_order() {
    let mut engine = Session::start();
    engine.best_move("position startpos", "go depth 6");
    let lines: Vec<&String> =
        engine.output().iter().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(lines.len(), 6);
    for line in lines {
        let keys = [
            "depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time",
            "pv",
        ];
        let indices: Vec<usize> =
            keys.iter().map(|key| line.find(&format!(" {key} ")).expect(line)).collect();
        assert!(indices.is_sorted(), "{line}");
    }
}

#[test]
fn pondering_waits_for_ponderhit_even_if_the_search_is_finished() {
    let mut engine = Session::start();
    for position in ["position startpos", "position fen 7k/8/8/8/8/8/6q1/7K w - - 0 1", STALEMATE] {
        engine.send(position);
        engine.send("go ponder wtime 100 btime 100 depth 2");
        engine.expect_no("bestmove", A_WHILE);
        engine.send("ponderhit");
        engine.expect("bestmove");
    }
    engine.send("position startpos moves e2e4");
    engine.send("go ponder wtime 60000 btime 60000");
    engine.send("stop");
    engine.expect("bestmove");
}

#[test]
fn stop_does_not_affect_later_searches() {
    let mut engine = Session::start();
    engine.send("stop");
    engine.send("ponderhit");
    engine.best_move("position startpos", "go depth 2");
    engine.send("stop");
    engine.send("go infinite");
    engine.expect_no("bestmove", A_WHILE);
    engine.send("stop");
    engine.expect("bestmove");
}

#[test]
fn an_infinite_search_of_a_dead_position_waits_for_stop() {
    let mut engine = Session::start();
    engine.send("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1");
    engine.send("go infinite");
    engine.expect_no("bestmove", A_WHILE);
    engine.send("stop");
    assert_ne!(engine.expect("bestmove"), "bestmove (none)");
}

/// In a dead position, hundreds of iterations end at once. Their equal lines are dropped, except
/// the last one. With MultiPV all are sent, since clients group the lines of a depth.
#[test]
fn equal_lines_of_an_infinite_search_are_dropped() {
    for (fen, lines, max) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", 1, 20),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", 3, 3 * 239),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 98 80", 1, 20),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, 1),
        ("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1, 1),
    ] {
        let mut engine = Session::start();
        engine.send(&format!("setoption name MultiPV value {lines}"));
        engine.send(&format!("position fen {fen}"));
        engine.send("go infinite");
        let last = if max == 1 { "info depth 0 " } else { "info depth 239 " };
        engine.expect(last);
        engine.expect_no("bestmove", A_WHILE);
        engine.send("stop");
        let best = engine.expect("bestmove");
        let sent: Vec<&String> =
            engine.output().iter().filter(|line| line.starts_with("info depth")).collect();
        let count = sent.len();
        let fits = if lines == 1 { (1..=max).contains(&count) } else { count == max };
        assert!(fits, "{fen}: {count} lines");
        let mv = best.split(' ').nth(1).expect("a move");
        let first = sent.iter().rfind(|line| line.contains(" multipv 1 ")).expect("a line");
        assert!(mv == "(none)" || first.contains(&format!(" pv {mv}")), "{best} after {first}");
    }
}

#[test]
fn a_search_to_a_depth_has_a_line_for_each_iteration() {
    let mut engine = Session::start();
    engine.best_move("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1", "go depth 30");
    assert_eq!(engine.output().iter().filter(|line| line.starts_with("info depth")).count(), 30);
}

/// Clients group the lines of a depth.
#[test]
fn every_depth_has_all_multipv_lines() {
    let mut engine = Session::start();
    engine.send("setoption name MultiPV value 2");
    engine.best_move("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go nodes 20000");
    let lines = engine.output().iter().filter(|line| line.contains(" multipv "));
    let depths = |rank: &str| -> Vec<&str> {
        let of_rank = lines.clone().filter(|line| word_after(line, "multipv") == rank);
        of_rank.map(|line| word_after(line, "depth")).collect()
    };
    let [first, second] = [depths("1"), depths("2")];
    assert!(second.len() > 3 && second.iter().all(|depth| first.contains(depth)), "{first:?}");
}

#[test]
fn multipv_is_limited_to_the_number_of_legal_moves() {
    let mut engine = Session::start();
    engine.send("setoption name MultiPV value 200");
    engine.best_move("position fen k7/8/8/8/8/8/8/K6r w - - 0 1", "go depth 3");
    let lines = engine.output().iter().filter(|line| line.starts_with("info depth 3 "));
    let mut reported: Vec<[&str; 2]> =
        lines.map(|line| ["multipv", "pv"].map(|word| word_after(line, word))).collect();
    reported.sort_unstable();
    let [["1", first], ["2", second]] = reported[..] else {
        panic!("{reported:?}: not two lines for two legal moves")
    };
    assert_ne!(first, second);
}

#[test]
fn castling_notation_follows_uci_chess960() {
    let mut engine = Session::start();
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(words(&engine.best_move(position, "go depth 1 searchmoves e1g1"))[1], "e1g1");
    engine.send("setoption name UCI_Chess960 value true");
    assert_eq!(words(&engine.best_move(position, "go depth 1 searchmoves e1h1"))[1], "e1h1");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1");
    engine.send("d");
    assert!(engine.expect("fen").contains("5RK1"));
}

#[test]
fn perft_is_counted_and_can_be_stopped() {
    let mut engine = Session::start();
    engine.send("position startpos");
    engine.send("go perft 4");
    assert_eq!(engine.expect("Nodes searched"), "Nodes searched: 197281");
    engine.send("go perft 12");
    engine.send("isready");
    engine.expect("readyok");
    engine.send("stop");
    assert!(engine.expect("info string").contains("perft stopped"));
    engine.send("perft 12");
    engine.send("stop");
    assert!(engine.expect("info string").contains("perft stopped"));
    engine.assert_responsive();
}

#[test]
fn techniques_are_switched_by_name() {
    let mut engine = Session::start();
    engine.send("uci expert");
    engine.expect("option name NullMove.Mode type combo default verified");
    engine.expect("option name MultiCut.AtAll type check default true");
    engine.expect("uciok");
    for (line, reason) in [
        (
            "setoption name MultiCut.AtAll value maybe",
            "MultiCut.AtAll: 'maybe' is not true or false",
        ),
        (
            "setoption name NullMove.Mode value odd",
            "NullMove.Mode: 'odd' is not one of off, fixed, heinz, mia, verified",
        ),
        ("setoption name Preset value odd", "option Preset: 'odd' is none of"),
    ] {
        engine.send(line);
        assert!(engine.expect("info string").contains(reason), "{line}");
    }
    engine.send("setoption name Preset value papers");
    engine.send("setoption name multicut.atall value true");
    engine.send("switches");
    assert!(engine.expect("NullMove.Mode").ends_with("(off, fixed, heinz, mia, verified)"));
    assert!(engine.expect("NullMove.Reduction").ends_with("(1 to 6)"));
    assert!(engine.expect("MultiCut.AtAll").contains("true"));
    engine.assert_responsive();
}

/// When the limit is noticed, the search still visits the nodes down to the first leaf.
#[test]
fn a_node_limit_is_exceeded_by_one_line_at_most() {
    let mut engine =
        Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("enough memory");
    for nodes in [5000, 5001, 20_000, 20_001, 100_000] {
        let answer =
            engine.go(&Limits::with_nodes(nodes), &Signals::default(), Instant::now(), &mut Silent);
        let spent = answer.progress.nodes;
        assert!((nodes..nodes + LINE).contains(&spent), "{spent} of {nodes}");
    }
    let mut engine = Session::start();
    engine.best_move("position startpos", "go nodes 5000");
    let nodes = engine.output().iter().filter(|line| line.starts_with("info depth"));
    let max = nodes.filter_map(|line| word_after(line, "nodes").parse::<u64>().ok()).max();
    assert!(max.is_some_and(|nodes| nodes <= 5000), "{max:?}");
}

#[test]
fn quit_is_obeyed_in_every_state() {
    for (lines, bestmoves, totals) in [
        (&["quit"][..], 0, 0),
        (&["go infinite", "quit"], 1, 0),
        (&["go ponder wtime 1000 btime 1000", "quit"], 1, 0),
        (&["go infinite"], 1, 0),
        (&["bench 2", "quit"], 0, 1),
    ] {
        let mut engine = Session::start();
        lines.iter().for_each(|line| engine.send(line));
        engine.close_input();
        assert!(engine.wait().success(), "{lines:?}");
        let output = engine.output_to_the_end();
        let count =
            |matches: &dyn Fn(&String) -> bool| output.iter().filter(|line| matches(line)).count();
        let is_best_move = |line: &String| line.starts_with("bestmove ");
        assert_eq!(count(&is_best_move), bestmoves, "{lines:?}: {output:?}");
        assert_eq!(count(&|line| is_bench_total(line)), totals, "{lines:?}: {output:?}");
    }
}

/// Whether this is the last line of `bench`, `N nodes M nps`.
fn is_bench_total(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let is_number = |word: &str| word.parse::<u64>().is_ok();
    matches!(words[..], [nodes, "nodes", speed, "nps"] if is_number(nodes) && is_number(speed))
}

/// The search is still queued when the engine reads `quit`, as it waits for the large table.
#[test]
fn quit_waits_for_bestmove_of_a_search_with_a_large_hash_table() {
    for _ in 0..5 {
        let mut engine = Session::start();
        engine.send("setoption name Hash value 512\ngo depth 4\nquit");
        engine.expect("bestmove");
        assert!(engine.wait().success());
    }
}

#[test]
fn a_four_field_fen_and_an_empty_move_list_are_accepted() {
    let mut engine = Session::start();
    engine.send("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves ");
    engine.send("d");
    assert!(engine.expect("fen").ends_with("w KQkq - 0 1"));
}

#[test]
fn threads_and_hash_can_be_changed_between_searches() {
    let mut engine = Session::start();
    for (threads, hash) in [(2, 1), (3, 64), (1, 8)] {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send(&format!("setoption name Hash value {hash}"));
        engine.send("setoption name Clear Hash");
        engine.assert_responsive();
    }
    assert!(
        !engine.output().iter().any(|line| line.starts_with("info string")),
        "{:?}",
        engine.output()
    );
}

#[test]
fn the_last_pv_starts_with_the_best_move_of_all_threads() {
    let mut engine = Session::start();
    engine.send("setoption name Threads value 4");
    for moves in ["", " moves e2e4 c7c5", " moves d2d4 g8f6 c2c4 e7e6 b1c3 f8b4"] {
        for go in ["go movetime 150", "go wtime 2000 btime 2000", "go nodes 100000", "go depth 7"] {
            let answer = engine.best_move(&format!("position startpos{moves}"), go);
            let reported = engine
                .output()
                .iter()
                .rev()
                .find_map(|line| line.split(" pv ").nth(1))
                .expect("a line with a PV");
            assert_eq!(words(reported)[0], words(&answer)[1], "{go}");
        }
    }
}

/// A script sends its commands and closes the pipe without waiting for the results.
#[test]
fn perft_and_genfens_are_finished_before_quit_and_eof() {
    for (lines, answer) in [
        (&["position startpos", "go perft 4"][..], "Nodes searched: 197281"),
        (&["go infinite", "perft 3", "quit"], "Nodes searched: 8902"),
        (&["genfens 3 seed 1 book None", "go perft 1", "quit"], "Nodes searched: 20"),
    ] {
        let mut engine = Session::start();
        lines.iter().for_each(|line| engine.send(line));
        engine.close_input();
        engine.expect(answer);
        assert!(engine.wait().success(), "{lines:?}");
        let openings = engine
            .output_to_the_end()
            .iter()
            .filter(|line| line.starts_with("info string genfens "))
            .count();
        assert_eq!(openings, if lines[0].starts_with("genfens 3 ") { 3 } else { 0 }, "{lines:?}");
    }
}

/// The whole perft would take days.
#[cfg(unix)]
#[test]
fn perft_ends_when_stdout_is_closed() {
    use std::io::Write;
    use std::process::Stdio;
    let (input, output) = (Stdio::piped(), Stdio::piped());
    let mut engine = crate::support::program::program(crate::support::BINARY)
        .stdin(input)
        .stdout(output)
        .spawn()
        .expect("the binary starts");
    drop(engine.stdout.take());
    engine.stdin.take().expect("piped").write_all(b"go perft 14\n").expect("the engine reads");
    assert_eq!(engine.wait().expect("the engine ends").code(), Some(141));
}

#[test]
fn long_commands_answer_stop_and_isready() {
    let mut engine = Session::start();
    for work in ["bench 40", "genfens 1000000", "perft 14", "speedtest 1 16 100"] {
        engine.send(work);
        engine.send("isready");
        engine.expect("readyok");
        engine.send("stop");
        let word = work.split(' ').next().unwrap_or_default();
        engine.expect(&format!("info string {word} stopped"));
    }
    engine.assert_responsive();
}

/// Castling is written as the king's capture of its rook, so no two moves have the same text.
#[test]
fn a_chess960_position_is_played_as_chess960_without_the_option() {
    let mut engine = Session::start();
    engine.send("position fen 4k3/8/8/8/8/8/8/RK6 w A -");
    assert!(engine.expect("info string").contains("as if UCI_Chess960 were on"));
    engine.send("perft 1");
    engine.expect("Nodes searched");
    let mut moves: Vec<String> =
        engine.output().iter().filter(|line| line.ends_with(": 1")).cloned().collect();
    let count = moves.len();
    moves.sort();
    moves.dedup();
    assert!(moves.len() == count && moves.contains(&"b1a1: 1".to_owned()), "{moves:?}");
    // X-FEN castling letters are read as on the command line.
    engine.send("position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
    engine.send("go perft 5");
    engine.expect("Nodes searched: 6457234");
    let castle = "position fen 2kr4/8/8/8/8/8/8/4K3 b d - 0 1";
    assert!(engine.best_move(castle, "go depth 1 searchmoves c8d8").starts_with("bestmove c8d8"));
    // The next position follows the option UCI_Chess960 again.
    let usual = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(engine.best_move(usual, "go depth 1 searchmoves e1h1").starts_with("bestmove e1g1"));
}

/// The normal search prunes the first move of the mate.
#[test]
fn a_mate_that_pruning_hides_is_found() {
    let mut engine = Session::start();
    let hidden = "position fen 8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1";
    assert!(engine.best_move(hidden, "go mate 2").starts_with("bestmove c6d7"));
    assert!(
        engine
            .output()
            .iter()
            .any(|line| line.contains("score mate 2 ") && line.contains(" pv c6d7 "))
    );
    // The mated side gets the corresponding score.
    engine.best_move(&format!("{hidden} moves c6d7"), "go mate 1");
    assert!(engine.output().iter().any(|line| line.contains("score mate -1 ")));
}

#[test]
fn a_search_for_a_mate_ends_when_there_is_none_or_a_limit_is_reached() {
    let mut engine = Session::start();
    assert_ne!(engine.best_move("position startpos", "go mate 2"), "bestmove (none)");
    assert!(!engine.output().iter().any(|line| line.contains("score mate")));
    for go in ["go mate 9 movetime 200", "go mate 9 nodes 300000", "go mate 9 depth 3"] {
        assert_ne!(engine.best_move("position startpos", go), "bestmove (none)", "{go}");
    }
    engine.send("go mate 9");
    engine.expect_no("bestmove", A_WHILE);
    engine.send("isready");
    engine.expect("readyok");
    engine.send("stop");
    engine.expect("bestmove");
}

#[test]
fn moves_may_be_written_in_san() {
    let mut engine = Session::start();
    engine.send("position startpos moves 1. e4 e7e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O");
    engine.send("d");
    assert_eq!(
        engine.expect("fen"),
        "fen r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5"
    );
    let answer = engine.best_move("position startpos moves e4", "go depth 2 searchmoves Nf6");
    assert!(answer.starts_with("bestmove g8f6"), "{answer}");
    engine.send("position startpos moves e4 Nf5");
    assert_eq!(
        engine.expect("info string"),
        "info string position rejected: move 2 'Nf5' is not legal here"
    );
}

#[test]
fn go_without_a_legal_searchmove_returns_no_move() {
    let mut engine = Session::start();
    let answer = engine.best_move("position startpos", "go depth 2 searchmoves e2e5 Ke2");
    assert_eq!(answer, "bestmove (none)");
    let reported = "info string go: none of the searchmoves is legal, so there is no move";
    let is_reported = engine.output().iter().any(|line| line.starts_with(reported));
    assert!(is_reported, "{:?}", engine.output());
    engine.send("go infinite searchmoves e2e5");
    engine.expect_no("bestmove", A_WHILE);
    engine.send("stop");
    engine.expect("bestmove (none)");
    engine.assert_responsive();
}

#[test]
fn exit_quits_and_flip_swaps_the_colours() {
    let mut engine = Session::start();
    engine.send("position startpos moves e2e4");
    engine.send("flip");
    assert_eq!(
        engine.expect("fen"),
        "fen rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    // The next position is set up completely and does not continue from the flipped board.
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("d");
    assert!(engine.expect("fen").contains("4p3/4P3"));
    engine.send("exit");
    assert!(engine.wait().success());
}

/// The nodes of an aborted iteration count too.
#[test]
fn the_last_line_has_all_nodes_of_the_search() {
    let mut engine = Session::start();
    for nodes in [3000, 20_000, 50_000] {
        engine.best_move("position startpos", &format!("go nodes {nodes}"));
        let last = engine.output().iter().rfind(|line| line.starts_with("info ")).expect("a line");
        let reported: u64 = word_after(last, "nodes").parse().expect(last);
        assert!(reported >= nodes, "{nodes}: {last}");
    }
    let before = engine.output().len();
    engine.best_move("position startpos", "go depth 4");
    let lines = engine.output()[before..].iter().filter(|line| line.starts_with("info ")).count();
    assert_eq!(lines, 4, "nothing is reported twice");
}
