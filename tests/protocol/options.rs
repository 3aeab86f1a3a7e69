//! UCI options over pipes: their effects, repeated values and invalid values.

use crate::support::Session;
use secateur::chess::polyglot::{Book, key, key_of_game};
use secateur::chess::{Board, Game};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

const A_WHILE: Duration = Duration::from_millis(300);

/// Path of a scratch file. Each test uses other names.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Waits until all earlier commands are executed.
pub fn settle(engine: &mut Session) {
    engine.send("isready");
    engine.expect("readyok");
}

pub fn set(engine: &mut Session, name: &str, value: &str) {
    engine.send(&format!("setoption name {name} value {value}"));
}

/// The `info string` lines from this line index on.
pub fn reported(engine: &Session, from: usize) -> Vec<String> {
    engine.output()[from..].iter().filter(|line| line.starts_with("info string")).cloned().collect()
}

/// Nodes of the last search.
fn nodes(engine: &Session) -> u64 {
    let text = engine
        .output()
        .iter()
        .rev()
        .find_map(|line| line.split(" nodes ").nth(1))
        .expect("nodes were reported");
    text.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// A Polyglot book entry; `from` and `to` are square indices.
fn entry(key: u64, from: u16, to: u16, weight: u16) -> Vec<u8> {
    let numbers = [from << 6 | to, weight, 0, 0].map(u16::to_be_bytes);
    [key.to_be_bytes().as_slice(), numbers.as_flattened()].concat()
}

/// A book with 1. e4 (weight 7), 1. d4 (3), 1. h4 (0), and 1… e5.
fn small_book(name: &str) -> PathBuf {
    let start = Board::default();
    let after = start.after(start.parse_uci("e2e4").expect("legal"));
    let mut entries = [
        (key(&start, None), 15, 31, 0), // without weight
        (key(&start, None), 11, 27, 3),
        (key(&start, None), 12, 28, 7),
        (key(&after, None), 52, 36, 1),
    ];
    entries.sort_by_key(|entry| entry.0);
    let path = scratch(name);
    let bytes: Vec<Vec<u8>> =
        entries.iter().map(|&(key, from, to, weight)| entry(key, from, to, weight)).collect();
    std::fs::write(&path, bytes.concat()).expect("a file can be written");
    path
}

/// The book of the shared data.
fn shared_book() -> PathBuf {
    crate::shared::data("books/polyglot-small.bin")
}

#[test]
fn every_option_is_declared_once() {
    let mut engine = Session::start();
    engine.send("uci");
    engine.expect("uciok");
    let names: Vec<&str> = engine
        .output()
        .iter()
        .filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next())
        .collect();
    let unique: HashSet<&str> = names.iter().copied().collect();
    assert!(names.len() >= 26 && unique.len() == names.len(), "{names:?}");
    for name in [
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_AnalyseMode",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "SyzygyPath",
    ] {
        assert!(unique.contains(name), "{name}");
    }
    assert!(
        !names.contains(&"MoveOverhead"),
        "the alternative spelling is accepted but not declared"
    );
}

#[test]
fn option_names_and_values_are_read_in_any_spelling() {
    let mut engine = Session::start();
    for line in [
        "setoption name MoveOverhead value 100", // as lichess-bot and others spell it
        "setoption name Move Overhead value 100",
        "setoption name move  OVERHEAD value  50 ",
        "setoption name hash value 4",
        "setoption name clearhash",
        "setoption name Threads value 2",
        "setoption name ponder value True",
        "setoption name uci_chess960 value  FALSE  ",
        "setoption name OWNBOOK value true",
        "setoption name bookfile value <empty>",
        "setoption name Book Depth value 12",
        "setoption name bookVariety value 100",
        "setoption name NodesTime value 0",
        "setoption name debuglogfile value",
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
        "setoption name uci_opponent value none none computer Some Engine 17",
    ] {
        engine.send(line);
        settle(&mut engine);
        assert_eq!(reported(&engine, 0), [""; 0], "{line}");
    }
    engine.assert_responsive();
}

/// The options of lichess-bot's default configuration, in its order, and those that python-chess
/// adds.
#[test]
fn options_that_lichess_bot_sets_are_declared_and_accepted() {
    let mut engine = Session::start();
    engine.send("uci");
    engine.expect("uciok");
    for (name, value) in [
        ("Move Overhead", "100"),
        ("Threads", "2"),
        ("Hash", "256"),
        ("Ponder", "true"),
        ("UCI_AnalyseMode", "false"),
        ("UCI_Chess960", "false"),
        ("UCI_Opponent", "none 2000 computer maia1"),
    ] {
        assert!(
            engine
                .output()
                .iter()
                .any(|line| line.starts_with(&format!("option name {name} type "))),
            "{name}"
        );
        set(&mut engine, name, value);
    }
    engine.assert_responsive();
    assert_eq!(reported(&engine, 0), [""; 0]);
}

#[test]
fn invalid_values_are_rejected_with_the_reason() {
    let mut engine = Session::start();
    for (line, reason) in [
        (
            "setoption name OwnBook value perhaps",
            "option OwnBook: 'perhaps' is neither true nor false",
        ),
        ("setoption name Book Depth value -1", "option Book Depth: -1 is not between 0 and 1000"),
        (
            "setoption name Book Variety value 101",
            "option Book Variety: 101 is not between 0 and 100",
        ),
        (
            "setoption name Book File value no such.bin",
            "option Book File: cannot read no such.bin: ",
        ),
        ("setoption name Book File value src", "option Book File: cannot read src: "),
        ("setoption name Book File value Cargo.toml", "option Book File: Cargo.toml: offset "),
        (
            "setoption name nodestime value 10001",
            "option nodestime: 10001 is not between 0 and 10000",
        ),
        ("setoption name nodestime value many", "option nodestime: 'many' is not a whole number"),
        ("setoption name Debug Log File value no/such/log", "option Debug Log File: no/such/log: "),
        ("setoption name Debug Log File value src", "option Debug Log File: src: "),
        (
            "setoption name UCI_EngineAbout value mine",
            "option UCI_EngineAbout: this option is read-only",
        ),
        (
            "setoption name Move Overhead value 99999",
            "option Move Overhead: 99999 is not between 0 and 10000",
        ),
        ("setoption name Threads value 0", "option Threads: 0 is not between 1 and 1024"),
        ("setoption name MultiPV value 1.5", "option MultiPV: '1.5' is not a whole number"),
    ] {
        let before = engine.output().len();
        engine.send(line);
        settle(&mut engine);
        let reported = reported(&engine, before);
        assert!(
            reported.len() == 1 && reported[0].starts_with(&format!("info string {reason}")),
            "{line}: {reported:?}"
        );
    }
    engine.assert_responsive();
}

/// The second search of a position uses the hash table and the histories of the first, so its node
/// count shows whether they were cleared.
#[test]
fn repeated_and_invalid_values_do_not_clear_the_hash_table() {
    let second_search = |between: &[&str]| {
        let mut engine = Session::start();
        engine.best_move("position startpos", "go depth 9");
        between.iter().for_each(|line| engine.send(line));
        engine.best_move("position startpos", "go depth 9");
        nodes(&engine)
    };
    let kept = second_search(&[]);
    let same = [
        "setoption name Hash value 16",
        "setoption name Threads value 1",
        "setoption name EvalFile value <embedded>",
        "setoption name EvalFile value <empty>",
        "setoption name EvalFile value",
        "setoption name MultiPV value 1",
        "setoption name OwnBook value false",
        "setoption name nodestime value 0",
        "setoption name EvalFile value no such file",
        "setoption name Hash value none",
    ];
    assert_eq!(second_search(&same), kept);
    let mut fresh = Session::start();
    fresh.best_move("position startpos", "go depth 9");
    assert_eq!(second_search(&["setoption name Clear Hash"]), nodes(&fresh));
    assert_ne!(second_search(&["setoption name EvalFile value material"]), kept);
}

#[test]
fn book_moves_are_played_without_a_search_and_reported() {
    let path = small_book("answers.bin");
    let mut engine = Session::start();
    set(&mut engine, "Book File", path.to_str().expect("UTF-8"));
    set(&mut engine, "Book Variety", "0");
    engine.best_move("position startpos", "go depth 1");
    assert_eq!(reported(&engine, 0), [""; 0], "off by default");
    set(&mut engine, "OwnBook", "true");
    for go in
        ["go wtime 60000 btime 60000", "go movetime 10000", "go depth 60", "go nodes 100000000"]
    {
        let before = engine.output().len();
        assert_eq!(engine.best_move("position startpos", go), "bestmove e2e4", "{go}");
        let expected = format!("info string book move e2e4, weight 7 of 10, {}", path.display());
        assert_eq!(reported(&engine, before), [expected]);
    }
    assert_eq!(engine.best_move("position startpos moves e2e4", "go depth 60"), "bestmove e7e5");
    let before = engine.output().len();
    engine.best_move("position startpos moves e2e4 e7e5", "go depth 2");
    assert!(reported(&engine, before).is_empty(), "out of book");
}

#[test]
fn the_book_is_used_in_games_and_not_in_analysis() {
    let path = small_book("analysis.bin");
    let mut engine = Session::start();
    set(&mut engine, "Book File", path.to_str().expect("UTF-8"));
    set(&mut engine, "OwnBook", "true");
    engine.send("position startpos");
    for (go, end) in
        [("go infinite", "stop"), ("go", "stop"), ("go ponder wtime 100 btime 100", "ponderhit")]
    {
        engine.send(go);
        engine.expect_no("bestmove", A_WHILE);
        engine.send(end);
        engine.expect("bestmove");
    }
    engine.best_move("position startpos", "go mate 1 depth 2");
    engine.best_move("position startpos", "go depth 2 searchmoves a2a3 h2h4");
    set(&mut engine, "UCI_AnalyseMode", "true");
    engine.best_move("position startpos", "go depth 2");
    assert_eq!(reported(&engine, 0), ["info string no mate in 1 move"], "nothing about the book");
    set(&mut engine, "UCI_AnalyseMode", "false");
    assert_eq!(
        engine.best_move("position startpos", "go depth 60 searchmoves d2d4 a2a3"),
        "bestmove d2d4"
    );
    set(&mut engine, "Book Depth", "1");
    assert_eq!(engine.best_move("position startpos moves e2e4", "go depth 60"), "bestmove e7e5");
    set(&mut engine, "Book Depth", "0");
    let before = engine.output().len();
    engine.best_move("position startpos", "go depth 2");
    assert!(reported(&engine, before).is_empty(), "beyond the book depth");
}

#[test]
fn book_moves_are_played_in_proportion_to_their_weights() {
    let path = small_book("weights.bin");
    let mut engine = Session::start();
    set(&mut engine, "OwnBook", "true");
    engine.best_move("position startpos", "go depth 1");
    assert!(
        reported(&engine, 0).concat().contains("Book File is empty"),
        "the missing book is reported once"
    );
    set(&mut engine, "Book File", path.to_str().expect("UTF-8"));
    let mut played: HashMap<String, usize> = HashMap::new();
    for _ in 0..300 {
        *played.entry(engine.best_move("position startpos", "go depth 60")).or_default() += 1;
    }
    // 210 and 90 are expected; the bounds are more than five standard deviations away.
    let count = |mv: &str| played.get(mv).copied().unwrap_or(0);
    assert!((165..=255).contains(&count("bestmove e2e4")), "{played:?}");
    assert_eq!(
        count("bestmove e2e4") + count("bestmove d2d4"),
        300,
        "no move without weight: {played:?}"
    );
}

#[test]
fn an_invalid_book_is_rejected_with_its_error_and_the_old_one_stays() {
    let path = small_book("whole.bin");
    let bytes = std::fs::read(&path).expect("just written");
    let mut engine = Session::start();
    set(&mut engine, "OwnBook", "true");
    set(&mut engine, "Book File", path.to_str().expect("UTF-8"));
    let backwards: Vec<u8> = bytes.chunks(16).rev().flatten().copied().collect();
    for (name, broken, reason) in [
        ("cut.bin", bytes[..39].to_vec(), "offset 32: 7 bytes are left"),
        ("empty.bin", Vec::new(), "offset 0: it is empty"),
        ("backwards.bin", backwards, "this key is smaller than the one before it"),
        (
            "no move.bin",
            [&bytes[..56], &[0xff, 0xff], &bytes[58..]].concat(),
            "offset 56: 0xffff is no move",
        ),
    ] {
        let broken_path = scratch(name);
        std::fs::write(&broken_path, broken).expect("a file can be written");
        set(&mut engine, "Book File", broken_path.to_str().expect("UTF-8"));
        let answer = engine.expect("info string option Book File: ");
        assert!(answer.contains(name) && answer.contains(reason), "{answer}");
    }
    engine.best_move("position startpos moves e2e4", "go depth 60");
    assert!(
        reported(&engine, 0).iter().any(|line| line.contains("book move e7e5")),
        "the old book is still in use"
    );
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn the_shared_book_is_played() {
    let path = shared_book();
    let mut engine = Session::start();
    set(&mut engine, "OwnBook", "true");
    set(&mut engine, "Book Variety", "0");
    set(&mut engine, "Book File", path.to_str().expect("UTF-8"));
    assert_eq!(
        engine.best_move("position startpos", "go wtime 60000 btime 60000"),
        "bestmove e2e4"
    );
    let castling = "position startpos moves e2e4 c7c5 g1f3 d7d6 f1b5 c8d7 b5d7 b8d7";
    assert_eq!(engine.best_move(castling, "go wtime 60000 btime 60000"), "bestmove e1g1");
    set(&mut engine, "UCI_Chess960", "true");
    assert_eq!(engine.best_move(castling, "go wtime 60000 btime 60000"), "bestmove e1h1");
}

/// Follows the book moves from the initial position. Positions reached contain more than half of
/// the entries.
#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn every_reachable_entry_of_the_shared_book_is_legal() {
    let path = shared_book();
    let bytes = std::fs::read(path).expect("readable");
    let book = Book::from_bytes(&bytes).expect("a book");
    assert_eq!(book.len(), bytes.len() / 16);
    let mut entries: HashMap<u64, usize> = HashMap::new();
    for entry in bytes.as_chunks::<16>().0 {
        *entries
            .entry(u64::from_be_bytes(entry[..8].try_into().expect("eight bytes")))
            .or_default() += 1;
    }
    let mut open = vec![Game::default()];
    let (mut positions, mut moves) = (0, 0);
    while let Some(game) = open.pop() {
        let key = key_of_game(&game, None);
        let Some(known) = entries.remove(&key) else { continue };
        let found = book.moves(game.board(), key);
        assert_eq!(found.len(), known, "{}", game.board());
        positions += 1;
        moves += found.len();
        for next in found {
            let mut game = game.clone();
            game.play(next.mv);
            open.push(game);
        }
    }
    println!("{positions} positions and {moves} of {} entries reached", book.len());
    assert!(moves > book.len() / 2, "{moves} of {}", book.len());
}

#[test]
fn nodestime_counts_nodes_instead_of_time() {
    let game = || {
        let mut engine = Session::start();
        set(&mut engine, "nodestime", "100");
        engine.send("ucinewgame");
        let (mut moves, mut spent) = (String::new(), Vec::new());
        for _ in 0..12 {
            // Only the first clock counts; the engine ignores the later ones.
            let answer =
                engine.best_move(&format!("position startpos{moves}"), "go wtime 400 btime 400");
            spent.push(nodes(&engine));
            let own = answer.split(' ').nth(1).expect("a move").to_owned();
            moves =
                if moves.is_empty() { format!(" moves {own}") } else { format!("{moves} {own}") };
        }
        spent
    };
    let spent = game();
    assert_eq!(spent, game(), "the node counts do not depend on the speed of the machine");
    let sum: u64 = spent.iter().sum();
    assert!((10_000..=40_000).contains(&sum), "400 ms are 40000 nodes: {spent:?}");
    let mut engine = Session::start();
    set(&mut engine, "nodestime", "50");
    engine.best_move("position startpos", "go movetime 200");
    // The last line includes the aborted iteration, which visits a few more nodes while it
    // unwinds.
    assert!((4_000..=10_050).contains(&nodes(&engine)), "{}", nodes(&engine));
}

#[test]
fn the_opponent_is_reported_in_debug_mode() {
    let mut engine = Session::start();
    set(&mut engine, "UCI_Opponent", "IM 2450 human Jane Doe");
    engine.send("debug on");
    engine.best_move("position startpos", "go depth 1");
    assert!(
        reported(&engine, 0).iter().any(|line| line.ends_with("opponent 'IM 2450 human Jane Doe'"))
    );
    assert!(reported(&engine, 0).iter().any(|line| line.ends_with(" 0 1: depth 1")));
}
