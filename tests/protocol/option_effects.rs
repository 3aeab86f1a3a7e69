//! Effects of clocks and options on the search, with `nodestime` where time would depend on the
//! machine.

use crate::support::Session;

/// The nodes of a search with ten nodes per millisecond.
fn nodes_of(position: &str, go: &str) -> u64 {
    let mut engine = Session::start();
    engine.send("setoption name nodestime value 10");
    engine.best_move(position, go);
    number_after(&engine, " nodes ")
}

/// The number after this word in the last line that has it.
fn number_after(engine: &Session, word: &str) -> u64 {
    let line = engine.output().iter().rfind(|line| line.contains(word)).expect(word);
    let number = line.split(word).nth(1).and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn a_search_is_limited_by_the_clock_of_the_side_to_move() {
    for (position, own, other) in
        [("position startpos", 'w', 'b'), ("position startpos moves e2e4", 'b', 'w')]
    {
        let clocks = |own_time: u32, other_time: u32| {
            nodes_of(position, &format!("go {own}time {own_time} {other}time {other_time}"))
        };
        let (short, long) = (clocks(200, 60_000), clocks(60_000, 200));
        assert!(short * 20 < long && long < 100_000, "{position}: {short} and {long} nodes");
        let increments = |own_inc: u32, other_inc: u32| {
            let clocks = "wtime 1000 btime 1000";
            nodes_of(position, &format!("go {clocks} {own}inc {own_inc} {other}inc {other_inc}"))
        };
        assert!(increments(1000, 0) > 2 * increments(0, 1000), "{position}: increments");
        // If only the opponent's clock is known, it stands for both.
        assert_eq!(nodes_of(position, &format!("go {other}time 200")), short, "{position}");
    }
}

#[test]
fn later_moves_get_more_time() {
    let spent = |number: u32| -> u64 {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
        [5_000, 8_000, 12_000, 18_000, 27_000, 40_000]
            .map(|time| {
                let position = format!("position fen {start} {number}");
                nodes_of(&position, &format!("go wtime {time} btime {time}"))
            })
            .iter()
            .sum()
    };
    let (early, late) = (spent(1), spent(40));
    assert!(late * 5 > early * 6, "{early} nodes at move 1, {late} at move 40");
}

#[test]
fn the_move_overhead_is_taken_off_the_time_of_a_move() {
    let mut engine = Session::start();
    engine.send("setoption name Move Overhead value 2900");
    engine.best_move("position startpos", "go movetime 3000");
    let time = number_after(&engine, " time ");
    assert!(time < 1500, "100 ms are left of 3 s: {time} ms");
}

#[test]
fn contempt_is_the_score_of_a_draw() {
    let mut engine = Session::start();
    for (contempt, score) in [("100", "cp -100"), ("-100", "cp 100"), ("0", "cp 0")] {
        engine.send(&format!("setoption name Contempt value {contempt}"));
        engine.best_move("position fen 8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "go depth 4");
        let line = engine.output().iter().rfind(|line| line.contains(" score ")).expect("a line");
        assert!(line.contains(&format!(" score {score} ")), "{contempt}: {line}");
    }
}

#[test]
fn a_certain_draw_has_no_wins() {
    let mut engine = Session::start();
    engine.send("setoption name UCI_ShowWDL value true");
    for fen in ["7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", "8/8/4k3/8/8/3K4/8/8 w - - 0 1"] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 2");
        let line = engine.expect("info depth");
        assert!(line.contains(" wdl 0 1000 0"), "{line}");
        engine.expect("bestmove");
    }
}

#[test]
fn a_refuted_mate_is_reported() {
    let mut engine = Session::start();
    for (go, expected) in [
        ("go mate 2", "info string no mate in 2 moves"),
        ("go mate 1 searchmoves e2e4", "info string no mate in 1 move with these searchmoves"),
    ] {
        engine.send("position startpos");
        engine.send(go);
        assert_eq!(engine.expect("info string"), expected);
        engine.expect("bestmove");
    }
}

#[test]
fn a_part_of_a_clock_is_reported_and_ends_the_search() {
    let mut engine = Session::start();
    engine.send("position startpos");
    for go in ["go winc 100 binc 100", "go movestogo 10"] {
        engine.send(go);
        let line = engine.expect("info string");
        let reason = "go: winc, binc and movestogo need wtime or btime";
        assert_eq!(line, format!("info string go: no valid limit, using movetime 1 s; {reason}"));
        engine.expect("bestmove");
    }
}
