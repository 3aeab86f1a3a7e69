//! Syzygy tablebases: their results agree with the rules, with each other and with mates found by
//! the search, and damaged files cause no panic.
//!
//! The folder of the tables is set in `tests/support/endings.rs`.

use crate::endings::{Random, engine, folder, go, names, random_position, signs, tables};
use secateur::chess::Game;
use secateur::engine::{Engine, Settings};
use secateur::score::is_mate;
use secateur::search::Limits;
use secateur::tablebase::{TablebaseResult, Tablebases};

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn wdl_results_are_the_best_results_after_each_move() {
    let (folder, tables) = (folder(), tables());
    let mut random = Random(1);
    let (mut compared, mut en_passant) = (0, 0);
    for name in names(&folder) {
        for _ in 0..60 {
            let board = random_position(&mut random, &name);
            let (by_table, by_moves) = signs(&tables, &board);
            assert_eq!(by_table, by_moves, "{board}");
            compared += 1;
            for after in board.legal_moves().into_iter().map(|mv| board.after(mv)) {
                if after.en_passant().is_some() {
                    let (by_table, by_moves) = signs(&tables, &after);
                    assert_eq!(by_table, by_moves, "{after}");
                    en_passant += 1;
                }
            }
        }
    }
    assert!(compared >= 1800, "{compared} compared");
    let mut attempts = 0;
    while en_passant < 20 {
        attempts += 1;
        assert!(attempts < 100_000, "{en_passant} with en passant");
        let board = random_position(&mut random, "KPvKP");
        for after in board
            .legal_moves()
            .into_iter()
            .map(|mv| board.after(mv))
            .filter(|after| after.en_passant().is_some())
        {
            let (by_table, by_moves) = signs(&tables, &after);
            assert_eq!(by_table, by_moves, "{after}");
            en_passant += 1;
        }
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn dtz_agrees_with_wdl_in_every_table() {
    let (folder, tables) = (folder(), tables());
    let mut random = Random(2);
    for name in names(&folder) {
        for _ in 0..60 {
            let board = random_position(&mut random, &name);
            let wdl = tables.probe_wdl(&board).expect("the table exists");
            let dtz = tables.probe_dtz(&board).expect("the table exists");
            let by_dtz = match dtz.plies {
                ..-100 => TablebaseResult::BlessedLoss,
                -100..0 => TablebaseResult::Loss,
                0 => TablebaseResult::Draw,
                1..=100 => TablebaseResult::Win,
                101.. => TablebaseResult::CursedWin,
            };
            assert_eq!(wdl, by_dtz, "{board}: {dtz:?}");
        }
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn mates_found_by_the_search_agree_with_the_tables() {
    let (folder, tables) = (folder(), tables());
    let mut random = Random(3);
    let mut plain = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })
        .expect("a table of 1 MB");
    let mut proved = 0;
    for name in names(&folder) {
        for _ in 0..if name.starts_with("KQ") || name.starts_with("KRR") { 12 } else { 2 } {
            let board = random_position(&mut random, &name);
            plain.set_game(Game::new(board));
            let score = go(&mut plain, &Limits::with_nodes(6000)).score;
            if is_mate(score) {
                proved += 1;
                assert_eq!(
                    tables.probe_wdl(&board).map(|wdl| wdl.sign(false)),
                    Some(score.signum()),
                    "{board}"
                );
            }
        }
    }
    assert!(proved >= 8, "{proved} mates");
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn damaged_tables_count_as_missing() {
    let folder = folder();
    let damaged = tempfile::tempdir().expect("a temporary folder");
    let damaged = damaged.path();
    let copy = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = std::fs::read(folder.join(name)).expect(name);
        change(&mut bytes);
        std::fs::write(damaged.join(name), bytes).expect(name);
    };
    copy("KQvK.rtbw", &|bytes| bytes[0] ^= 1);
    copy("KRvK.rtbw", &|bytes| bytes.truncate(81));
    copy("KPvK.rtbw", &|bytes| bytes.truncate(64 * 60 + 16));
    copy("KBvK.rtbw", &|_| {});
    let tables = Tablebases::open(&damaged.display().to_string()).expect("some tables are valid");
    let wdl = |fen: &str| tables.probe_wdl(&fen.parse().expect(fen));
    assert_eq!(wdl("7k/8/8/8/8/8/8/KQ6 w - - 0 1"), None);
    assert_eq!(wdl("7k/8/8/8/8/8/8/KR6 w - - 0 1"), None);
    assert_eq!(wdl("7k/8/8/8/8/8/8/KB6 w - - 0 1"), Some(TablebaseResult::Draw));
    assert_eq!(
        (tables.inventory().wdl_tables(3), tables.problems().len()),
        (2, 2),
        "{:?}",
        tables.problems()
    );
    let (whole, mut random) = (crate::endings::tables(), Random(10));
    let (mut known, mut unknown) = (0, 0);
    for _ in 0..200 {
        let board = random_position(&mut random, "KPvK");
        match tables.probe_wdl(&board) {
            Some(wdl) => {
                known += 1;
                assert_eq!(Some(wdl), whole.probe_wdl(&board), "{board}");
            }
            None => {
                unknown += 1;
                assert!(
                    tables
                        .unprobeable_reason(&board)
                        .is_some_and(|reason| reason.contains("KPvK is damaged"))
                );
            }
        }
    }
    assert!(unknown > 10, "{known} known, {unknown} unknown");
    let mut engine = engine(damaged);
    engine.set_game(Game::new("7k/8/8/8/8/8/8/KQ6 w - - 0 1".parse().expect("valid FEN")));
    assert!(go(&mut engine, &Limits::with_depth(4)).best.is_some());
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn textbook_endings_have_the_known_results() {
    let tables = tables();
    for (fen, expected) in [
        ("8/8/8/8/8/8/4P3/K6k w - - 0 1", TablebaseResult::Win),
        ("8/8/8/8/8/4k3/4P3/4K3 w - - 0 1", TablebaseResult::Draw),
        ("7k/8/8/8/8/8/8/KNN5 w - - 0 1", TablebaseResult::Draw),
        ("k7/8/KB6/8/8/8/P7/8 w - - 0 1", TablebaseResult::Draw),
        ("k7/8/8/8/8/8/P7/KB6 w - - 0 1", TablebaseResult::Win),
    ] {
        assert_eq!(tables.probe_wdl(&fen.parse().expect(fen)), Some(expected), "{fen}");
    }
    let queen = "8/8/8/8/8/2k5/8/K6Q w - - 0 1".parse().expect("valid FEN");
    assert!(
        (1..=20).contains(&tables.probe_dtz(&queen).expect("the position is in the tables").plies),
        "mate in ten at most"
    );
}

/// Whether the message is one short line that contains the name of a table, such as `KRvKN`.
fn names_a_table(message: &str) -> bool {
    let is_name = |word: &str| {
        let is_side = |side: &str| {
            side.starts_with('K') && side.chars().all(|piece| "KQRBNP".contains(piece))
        };
        word.split_once('v').is_some_and(|(white, black)| is_side(white) && is_side(black))
    };
    let mut words = message.split(|letter: char| !letter.is_alphanumeric());
    message.len() < 100 && !message.contains('\n') && words.any(is_name)
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn random_damage_gives_a_short_message_and_no_panic() {
    let folder = folder();
    let damaged = tempfile::tempdir().expect("a temporary folder");
    let damaged = damaged.path();
    let (mut random, mut unknown) = (Random(11), 0);
    for _ in 0..60 {
        for name in ["KRvKN.rtbw", "KRvKN.rtbz", "KPvK.rtbw", "KPvK.rtbz"] {
            let mut bytes = std::fs::read(folder.join(name)).expect(name);
            for _ in 0..4 {
                let reach = if random.below(2) == 0 { 200 } else { bytes.len() as u64 };
                let place = 4 + random.below(reach.min(bytes.len() as u64) - 4) as usize;
                bytes[place] = random.below(256) as u8;
            }
            std::fs::write(damaged.join(name), bytes).expect(name);
        }
        let tables =
            Tablebases::open(&damaged.display().to_string()).expect("the headers are valid");
        for pieces in ["KRvKN", "KPvK"] {
            for _ in 0..5 {
                let board = random_position(&mut random, pieces);
                if tables.probe_wdl(&board).is_none() || tables.probe_dtz(&board).is_none() {
                    unknown += 1;
                    let reason = tables
                        .unprobeable_reason(&board)
                        .unwrap_or_else(|| panic!("no reason: {board}"));
                    assert!(names_a_table(&reason), "{board}: {reason}");
                }
            }
        }
    }
    assert!(unknown > 50, "only {unknown} positions were affected by the damage");
}
