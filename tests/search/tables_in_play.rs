//! Tablebases in play: the engine wins won positions, keeps draws, and reports tables correctly.
//!
//! The folder of the tables is set in `tests/support/endings.rs`.

use crate::endings::{
    Random, engine, folder, go, names, random_position, random_position_with, tables,
};
use crate::single::SingleSearch;
use crate::support::Session;
use secateur::chess::{Board, Game, Outcome};
use secateur::engine::{Engine, Settings};
use secateur::eval::wdl;
use secateur::score::{DRAW, TB_WIN, is_decisive, is_mate, mate_in, moves_to_mate, tb_win_in};
use secateur::search::node::NonPv;
use secateur::search::prune::tablebase;
use secateur::search::report::Report;
use secateur::search::setup::TablebaseSetup;
use secateur::search::worker::Worker;
use secateur::search::{Limits, Listener, Signals};
use secateur::tablebase::{TablebaseOptions, TablebaseProbe, TablebaseResult, Tablebases};
use std::time::Instant;

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn positions_with_castling_rights_are_not_probed() {
    let folder = folder();
    let mut engine = engine(&folder);
    for (fen, is_known) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", true),
        ("r3k3/8/8/8/8/8/8/4K2R w q - 0 1", false),
        ("r3k3/8/8/8/8/8/8/4K2R w - - 0 1", true),
    ] {
        let board: Board = fen.parse().expect(fen);
        let tables = engine.tablebases().expect("tablebases are set");
        assert_eq!(
            (tables.probe_wdl(&board).is_some(), tables.probe_dtz(&board).is_some()),
            (is_known, is_known),
            "{fen}"
        );
        engine.set_game(Game::new(board));
        // At depth 1 no position in which the castling right is lost is probed.
        assert_eq!(go(&mut engine, &Limits::with_depth(1)).progress.tb_hits > 0, is_known, "{fen}");
    }
}

/// Plays the best defence by the tables: a mate or a draw if there is one, else the move with the
/// longest DTZ.
fn defend(tables: &Tablebases, game: &mut Game) {
    let board = *game.board();
    let value = |after: &Board| match after.count_moves() {
        0 if after.in_check() => i32::MAX,
        0 => i32::MAX / 2,
        _ => match tables.probe_dtz(after).map_or(0, |dtz| dtz.plies) {
            0 => i32::MAX / 2,
            plies => plies,
        },
    };
    let best = board
        .legal_moves()
        .into_iter()
        .max_by_key(|&mv| value(&board.after(mv)))
        .expect("a legal move");
    game.play(best);
}

/// Plays a won position against the best defence; returns the outcome and the number of plies.
fn play_out(engine: &mut Engine, start: Board, limits: &Limits) -> (Outcome, usize) {
    engine.new_game();
    let mut game = Game::new(start);
    let own = start.side_to_move();
    loop {
        if let Some(outcome) = game.outcome() {
            return (outcome, game.moves().len());
        }
        if game.board().side_to_move() == own {
            engine.set_game(game.clone());
            let answer = go(engine, limits);
            assert!(
                is_decisive(answer.score) && answer.score > 0,
                "{}: {}",
                game.board(),
                answer.score
            );
            game.play(answer.best.expect("a legal move"));
        } else {
            defend(engine.tablebases().expect("tablebases are set"), &mut game);
        }
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn won_endings_are_won_under_the_fifty_move_rule() {
    let folder = folder();
    let tables = tables();
    let mut engine = engine(&folder);
    let mut random = Random(4);
    for (pieces, starts) in [
        ("KBNvK", 10),
        ("KQvKR", 10),
        ("KBBvK", 6),
        ("KPvK", 5),
        ("KRvK", 4),
        ("KQvK", 4),
        ("KRvKN", 5),
        ("KQPvK", 3),
    ] {
        for _ in 0..starts {
            let start = random_position_with(&tables, &mut random, pieces, TablebaseResult::Win);
            let (outcome, plies) = play_out(&mut engine, start, &Limits::with_nodes(300));
            assert_eq!(outcome, Outcome::Checkmate, "{start} after {plies} plies");
        }
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn won_endings_are_won_with_a_high_half_move_clock() {
    let folder = folder();
    let tables = tables();
    let mut engine = engine(&folder);
    let mut random = Random(5);
    for pieces in ["KBNvK", "KQvKR", "KRvK"] {
        for _ in 0..3 {
            let start = random_position_with(&tables, &mut random, pieces, TablebaseResult::Win);
            let dtz = tables.probe_dtz(&start).expect("the position is in the tables").plies;
            // No spare ply except one, by which the DTZ may be rounded.
            let fen = start.to_string().replace(" 0 1", &format!(" {} 60", 99 - dtz));
            let (outcome, plies) =
                play_out(&mut engine, fen.parse().expect("valid FEN"), &Limits::with_nodes(300));
            assert_eq!(outcome, Outcome::Checkmate, "{fen} after {plies} plies");
        }
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn drawn_positions_stay_drawn() {
    let folder = folder();
    let tables = tables();
    let mut engine = engine(&folder);
    let mut random = Random(6);
    for pieces in ["KPvK", "KRvKB", "KQvKP", "KRvKP", "KPvKP"] {
        for _ in 0..10 {
            let start = random_position_with(&tables, &mut random, pieces, TablebaseResult::Draw);
            engine.set_game(Game::new(start));
            let answer = go(&mut engine, &Limits::with_nodes(300));
            let after = start.after(answer.best.expect("a legal move"));
            assert_eq!(
                (answer.score, tables.probe_wdl(&after)),
                (DRAW, Some(TablebaseResult::Draw)),
                "{start}"
            );
        }
    }
}

/// Lines of the last iteration: MultiPV number, score, first move.
#[derive(Default)]
struct Lines(Vec<(usize, i32, secateur::chess::Move)>);

impl Listener for Lines {
    fn pv(&mut self, report: &Report<'_>) {
        if report.multi_pv == 1 {
            self.0.clear();
        }
        self.0.push((report.multi_pv, report.score, report.pv[0]));
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn lines_are_ranked_wins_first_then_draws() {
    let folder = folder();
    let mut engine = engine(&folder);
    let start: Board = "8/8/8/3k4/8/3K4/4P3/8 w - - 0 1".parse().expect("valid FEN");
    let legal = start.count_moves() as usize;
    engine.set_multi_pv(legal);
    engine.set_game(Game::new(start));
    let mut lines = Lines::default();
    engine.go(&Limits::with_depth(6), &Signals::default(), Instant::now(), &mut lines);
    assert_eq!(lines.0.len(), legal, "every move has a line");
    let tables = engine.tablebases().expect("tablebases are set");
    let signs: Vec<i32> = lines
        .0
        .iter()
        .map(|(_, _, mv)| {
            -tables.probe_wdl(&start.after(*mv)).expect("the position is in the tables").sign(true)
        })
        .collect();
    assert!(signs.is_sorted_by(|a, b| a >= b) && signs.contains(&0), "{signs:?}");
    for ((_, score, mv), sign) in lines.0.iter().zip(signs) {
        assert!(
            score.signum() == sign && (is_mate(*score) || [0, TB_WIN].contains(score)),
            "{mv:?} {score}"
        );
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn mates_are_found_and_reported_with_tablebases() {
    let folder = folder();
    let mut engine = engine(&folder);
    for (fen, moves) in [
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 1),
        ("7k/6n1/5K2/8/8/8/7P/6Q1 w - - 0 1", 1),
        ("8/8/8/8/8/1K6/7R/k7 w - - 0 1", 1),
    ] {
        engine.set_game(Game::new(fen.parse().expect(fen)));
        let score = go(&mut engine, &Limits::with_depth(4)).score;
        assert_eq!(moves_to_mate(score), Some(moves), "{fen}: {score}");
    }
    // With five pieces, tables are probed inside the tree only. They must not hide short mates.
    let mut plain = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })
        .expect("a table of 1 MB");
    let (mut random, mut mates) = (Random(7), 0);
    for pieces in ["KQPvKN", "KRRvKB", "KQRvKP"] {
        for _ in 0..25 {
            let game = Game::new(random_position(&mut random, pieces));
            let [without, with] = [&mut plain, &mut engine].map(|engine| {
                engine.new_game();
                engine.set_game(game.clone());
                go(engine, &Limits::with_depth(7)).score
            });
            if moves_to_mate(without).is_some_and(|moves| (1..=2).contains(&moves)) {
                mates += 1;
                assert_eq!(with, without, "{}", game.board());
            }
        }
    }
    assert!(mates >= 8, "{mates} mates");
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn inner_nodes_are_probed_within_the_limits_of_pieces_and_depth() {
    let folder = folder();
    let mut engine = engine(&folder);
    let start: Board = "4k3/8/8/8/8/8/3nP3/4K2R w - - 5 1".parse().expect("valid FEN");
    engine.set_game(Game::new(start));
    let answer = go(&mut engine, &Limits::with_depth(5));
    assert!(answer.progress.tb_hits > 0);
    assert_eq!(
        (answer.best.map(|mv| mv.uci(false)).as_deref(), answer.score),
        (Some("e1d2"), tb_win_in(1))
    );
    for options in [
        TablebaseOptions { pieces: 0, ..TablebaseOptions::default() },
        TablebaseOptions { pieces: 3, ..TablebaseOptions::default() },
        TablebaseOptions { depth: 90, ..TablebaseOptions::default() },
    ] {
        engine.new_game();
        engine.set_tablebase_options(options);
        let answer = go(&mut engine, &Limits::with_depth(3));
        assert!(
            answer.progress.tb_hits == 0 && !is_decisive(answer.score),
            "{options:?}: {answer:?}"
        );
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn a_win_beyond_the_fifty_move_rule_is_a_draw_unless_it_is_off() {
    let folder = folder();
    let tables = tables();
    let mut engine = engine(&folder);
    let start = random_position_with(&tables, &mut Random(8), "KBNvK", TablebaseResult::Win);
    let dtz = tables.probe_dtz(&start).expect("the position is in the tables").plies;
    let late: Board = start
        .to_string()
        .replace(" 0 1", &format!(" {} 60", 102 - dtz))
        .parse()
        .expect("valid FEN");
    for (fifty_moves, score) in [(true, DRAW), (false, TB_WIN)] {
        engine
            .set_tablebase_options(TablebaseOptions { fifty_moves, ..TablebaseOptions::default() });
        engine.set_game(Game::new(late));
        assert_eq!(go(&mut engine, &Limits::with_depth(2)).score, score, "{late}: {dtz}");
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn root_moves_are_ranked_by_wdl_without_dtz_tables() {
    let folder = folder();
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let wdl_only = temporary.path();
    for name in names(&folder) {
        std::fs::copy(
            folder.join(&name).with_extension("rtbw"),
            wdl_only.join(&name).with_extension("rtbw"),
        )
        .expect("the file can be copied");
    }
    let tables = tables();
    let mut engine = engine(wdl_only);
    let mut random = Random(9);
    for pieces in ["KPvK", "KQvKP", "KPvKP"] {
        for _ in 0..5 {
            let start = random_position_with(&tables, &mut random, pieces, TablebaseResult::Win);
            engine.set_game(Game::new(start));
            let answer = go(&mut engine, &Limits::with_nodes(500));
            let after = start.after(answer.best.expect("a legal move"));
            let keeps =
                after.count_moves() == 0 || tables.probe_wdl(&after) == Some(TablebaseResult::Loss);
            assert!(keeps && is_decisive(answer.score), "{start}: {answer:?}");
        }
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn contempt_applies_to_tablebase_draws() {
    let folder = folder();
    let mut engine = engine(&folder);
    engine.use_evaluator(crate::evaluations::linear());
    for contempt in [0, 20, -20] {
        engine.set_contempt(contempt);
        // White can take the knight, with a draw by rook against rook. Otherwise White is a knight
        // down.
        engine.set_game(Game::new("k5r1/8/8/7n/8/8/8/3K3R w - - 0 1".parse().expect("valid FEN")));
        let answer = go(&mut engine, &Limits::with_depth(5));
        let expected = -wdl::from_centipawns(contempt, wdl::material(engine.board()));
        assert_eq!(
            (answer.best.map(|mv| mv.uci(false)).as_deref(), answer.score),
            (Some("h1h5"), expected)
        );
        // The root itself is a position of the tables.
        engine.set_game(Game::new("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1".parse().expect("valid FEN")));
        let expected = -wdl::from_centipawns(contempt, wdl::material(engine.board()));
        assert_eq!(go(&mut engine, &Limits::with_depth(4)).score, expected);
    }
}

/// A won position of the tablebases.
const WON: &str = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";

/// Calls `test` with a worker in a position of the tablebases.
fn run_in_ending(fen: &str, signals: &Signals, test: impl FnOnce(&mut Worker<'_>)) {
    let tables = tables();
    let game = Game::new(fen.parse().expect("valid FEN"));
    let probing = TablebaseProbe::new(&tables, &TablebaseOptions::default());
    let mut search = SingleSearch::new(game, Limits::default());
    search.tablebases = TablebaseSetup { probing, ..TablebaseSetup::default() };
    search.run_with(signals, None, test);
}

/// Limits and signals are polled every 1024 nodes. A probe may wait for a slow disk, so the next
/// node polls them too.
#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn limits_are_polled_after_a_tablebase_probe() {
    let signals = Signals::default();
    signals.stop();
    run_in_ending(WON, &signals, |worker| {
        worker.root_depth = 2; // the first iteration is finished
        assert!(!worker.count_node(), "not polled before the probe");
        assert!(matches!(
            tablebase::probe::<NonPv>(worker, 0, 1, 5),
            tablebase::ProbeResult::Cut(_)
        ));
        assert!(worker.count_node(), "polled after the probe");
    });
}

/// The window lies above the win, so the search looks for a mate. Its score must not fall below the
/// win.
#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn a_tablebase_win_below_a_null_window_bounds_the_score() {
    run_in_ending(WON, &Signals::default(), |worker| {
        let alpha = mate_in(9);
        match tablebase::probe::<NonPv>(worker, alpha, alpha + 1, 5) {
            tablebase::ProbeResult::Bounds(proven) => assert_eq!(proven.lower, tb_win_in(0)),
            result => panic!("{result:?}"),
        }
    });
}

/// In a lost position, only mate scores lie below the tablebase loss.
#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn a_tablebase_loss_cuts_or_bounds_the_score() {
    run_in_ending("8/8/8/3k4/8/8/8/KR6 b - - 0 1", &Signals::default(), |worker| {
        let result = tablebase::probe::<NonPv>(worker, 0, 1, 5);
        let is_loss = |score| score == -tb_win_in(0);
        assert!(
            matches!(result, tablebase::ProbeResult::Cut(score) if is_loss(score)),
            "{result:?}"
        );
        let alpha = -mate_in(9);
        match tablebase::probe::<NonPv>(worker, alpha, alpha + 1, 5) {
            tablebase::ProbeResult::Bounds(proven) => assert_eq!(proven.upper, -tb_win_in(0)),
            result => panic!("{result:?}"),
        }
    });
}

/// The check probes the tables for each root move, so `go` does not repeat it.
#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn missing_tables_are_reported_once_a_game() {
    let folder = folder();
    let folder_without_dtz = tempfile::tempdir().expect("a temporary folder");
    std::fs::copy(folder.join("KRvK.rtbw"), folder_without_dtz.path().join("KRvK.rtbw"))
        .expect("the file can be copied");
    let mut engine = Session::start();
    let path = format!("setoption name SyzygyPath value {}", folder_without_dtz.path().display());
    let (position, mut reported) = ("position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1", Vec::new());
    for command in [path.as_str(), "", "ucinewgame", "", "setoption name SyzygyPath", &path] {
        engine.send(command);
        engine.best_move(position, "go depth 2");
        reported.push(
            engine
                .output()
                .iter()
                .filter(|line| line.starts_with("info string tablebases: "))
                .count(),
        );
    }
    assert_eq!(reported, [1, 1, 2, 2, 2, 3], "{:?}", engine.output());
}
