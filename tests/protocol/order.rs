//! Sequences of commands: order of answers, completeness of the log, and time of queued searches.

use crate::support::Session;
use std::time::Duration;

/// Time that a queued search waits: longer than a short search takes on a busy machine.
const QUEUED: Duration = Duration::from_millis(1500);

/// Index of the first line with this prefix.
fn index_of(lines: &[String], prefix: &str) -> usize {
    let found = lines.iter().position(|line| line.starts_with(prefix));
    found.unwrap_or_else(|| panic!("no '{prefix}' in {lines:#?}"))
}

/// Errors do not come before or within the answer to an earlier command.
#[test]
fn errors_are_reported_in_the_order_of_the_lines() {
    for _ in 0..20 {
        let mut engine = Session::start();
        engine.send("uci\nsetoption name Hash value 0\nsetoption Hash value 32\nd\nfoo\nisready");
        engine.expect("readyok");
        let indices = [
            "uciok",
            "info string option Hash",
            "info string setoption",
            "key ",
            "info string unknown",
        ]
        .map(|prefix| index_of(engine.output(), prefix));
        assert!(indices.is_sorted(), "{indices:?}: {:#?}", engine.output());
    }
}

#[test]
fn an_invalid_line_is_reported_during_a_search_unless_a_command_is_queued() {
    let mut engine = Session::start();
    engine.send("go infinite");
    engine.expect("info depth 2 ");
    engine.send("foo");
    engine.expect("info string unknown command 'foo'");
    engine.send("setoption name Hash value 0");
    engine.send("bar");
    engine.expect_no("info string", Duration::from_millis(100));
    engine.send("stop");
    for answer in ["bestmove", "info string option Hash", "info string unknown command 'bar'"] {
        engine.expect(answer);
    }
}

#[test]
fn isready_after_a_queued_search_is_answered_when_the_search_begins() {
    for _ in 0..10 {
        let mut engine = Session::start();
        engine.send("uci\nsetoption name Hash value x\ngo infinite\nisready");
        engine.expect("readyok");
        let indices = ["uciok", "info string option Hash", "readyok"]
            .map(|prefix| index_of(engine.output(), prefix));
        assert!(indices.is_sorted(), "{indices:?}: {:#?}", engine.output());
        engine.send("stop");
        engine.expect("bestmove");
    }
}

/// The engine may read lines after the option before the option takes effect.
#[test]
fn the_log_has_all_lines_after_the_option() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [first, second] = ["a.log", "b.log"].map(|name| folder.path().join(name));
    let mut engine = Session::start();
    let lines = ["setoption name Hash value 32", "ucinewgame", "go depth 2", "isready"];
    for path in [&first, &second, &first] {
        engine.send(&format!("setoption name Debug Log File value {}", path.display()));
        lines.iter().for_each(|line| engine.send(line));
    }
    engine
        .send("setoption name Debug Log File value no/such/log\nsetoption name debuglogfile value");
    engine.send("isready\nquit");
    engine.wait();
    for (path, times) in [(first, 2), (second, 1)] {
        let log = std::fs::read_to_string(&path).expect("the log exists");
        for line in lines {
            let count =
                log.lines().filter(|logged| logged.ends_with(&format!(" > {line}"))).count();
            assert_eq!(count, times, "{line}\n{log}");
        }
        assert_eq!(log.matches(" < bestmove ").count(), times, "{log}");
    }
}

/// Time of the last search in milliseconds.
fn time(engine: &Session) -> u128 {
    let text = engine.output().iter().rev().find_map(|line| line.split(" time ").nth(1));
    let number = text.and_then(|text| text.split(' ').next()).expect("a time");
    number.parse().expect(number)
}

/// Sends a search during another one, and returns its time in milliseconds.
fn time_of_queued(go: &str) -> u128 {
    let mut engine = Session::start();
    engine.send("go infinite");
    engine.expect("info depth 2 ");
    engine.send(go);
    std::thread::sleep(QUEUED);
    engine.send("stop");
    engine.expect("bestmove");
    let first = engine.output().len();
    engine.expect("bestmove");
    assert!(engine.output().len() > first + 1, "lines of the second search");
    time(&engine)
}

/// Without a limit on time, the wait in the queue would falsify the reported speed.
#[test]
fn only_searches_limited_in_time_include_their_wait_in_the_queue() {
    let searches = ["go depth 2", "go nodes 100", "go movetime 10"];
    let times = std::thread::scope(|scope| {
        searches
            .map(|go| scope.spawn(move || time_of_queued(go)))
            .map(|search| search.join().expect("no panic"))
    });
    for ((go, time), is_timed) in searches.iter().zip(times).zip([false, false, true]) {
        // The engine may read the line later than it was sent. A search takes a few milliseconds.
        assert_eq!(time >= QUEUED.as_millis() / 2, is_timed, "{go}: {time} ms");
    }
}

/// Otherwise the first search has to wait for the memory and exceeds its time.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_a_larger_hash_table_is_resident_before_readyok() {
    let mut engine = Session::start();
    let before = engine.resident_megabytes();
    engine.send("setoption name Hash value 200\nisready");
    engine.expect("readyok");
    let grown = engine.resident_megabytes() - before;
    assert!(grown >= 200, "{grown} MB");
}

#[test]
fn skill_level_chooses_again_in_each_search() {
    let mut engine = Session::start();
    engine.send("setoption name Skill Level value 0");
    let mut moves: Vec<String> =
        (0..12).map(|_| engine.best_move("position startpos", "go depth 3")).collect();
    moves.dedup();
    assert!(moves.len() > 2, "{moves:?}");
}

/// A draw that can only be claimed does not end the game.
#[test]
fn d_describes_the_state_of_the_game() {
    let mut engine = Session::start();
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(2);
    for (position, text) in [
        ("fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "the game is over: checkmate"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "the game is over: stalemate"),
        ("fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1", "the game is over: drawn by insufficient material"),
        (
            "fen 8/8/4k3/8/8/3K4/8/7R w - - 100 90",
            "White to move, 22 legal moves; a draw by the fifty-move rule can be claimed",
        ),
        (
            &format!("startpos moves{shuffle}"),
            "White to move, 20 legal moves; a draw by threefold repetition can be claimed",
        ),
        ("startpos", "White to move, 20 legal moves"),
    ] {
        engine.send(&format!("position {position}\nd\nisready"));
        engine.expect("readyok");
        let described = engine.output().iter().rev().nth(1).expect("a line");
        assert_eq!(described, text, "{position}");
    }
}

#[test]
fn commands_are_answered_in_the_order_received() {
    let mut engine = Session::start();
    for _ in 0..300 {
        engine.send("go perft 1\nd\nisready");
        let before = engine.output().len();
        engine.expect("readyok");
        let answers = &engine.output()[before..];
        let index_of = |prefix| answers.iter().position(|line| line.starts_with(prefix));
        let indices = [index_of("Nodes searched"), index_of("key "), index_of("readyok")];
        assert!(indices.is_sorted() && indices[0].is_some(), "{answers:?}");
    }
}

#[test]
fn commands_during_a_search_are_executed_after_it() {
    let mut engine = Session::start();
    engine.send("go infinite");
    engine.expect("info depth 2");
    engine.send("position startpos moves e2e4");
    engine.send("setoption name MultiPV value 2");
    engine.send("stop");
    engine.expect("bestmove");
    engine.send("d");
    assert!(engine.expect("fen").contains("4P3"));
    engine.send("go depth 2");
    engine.expect("bestmove");
    assert!(
        engine
            .output()
            .iter()
            .any(|line| line.starts_with("info depth 2 ") && line.contains(" multipv 2 "))
    );
}
