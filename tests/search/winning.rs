//! Output of a search: WDL and scaled scores, lines that end with the game, complete mate lines,
//! and contempt.

use crate::evaluations::linear;
use crate::support::Session;
use secateur::chess::{Board, Game, Move, Outcome};
use secateur::engine::{Engine, Settings};
use secateur::eval::wdl;
use secateur::score::Score;
use secateur::search::{Limits, Listener, Report, Signals, Silent};
use std::time::Instant;

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse().expect(fen));
    moves.split_whitespace().for_each(|text| game.play(game.board().parse_uci(text).expect(text)));
    game
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The number after this word in the line.
fn number(line: &str, word: &str) -> Option<i32> {
    line.split(&format!(" {word} ")).nth(1)?.split(' ').next()?.parse().ok()
}

#[test]
fn wdl_is_between_score_and_nodes_and_adds_up_to_1000() {
    let mut engine = Session::start();
    engine.best_move("position startpos", "go depth 5");
    assert!(engine.output().iter().all(|line| !line.contains(" wdl ")), "off by default");
    engine.send("setoption name UCI_ShowWDL value true");
    let before = engine.output().len();
    for position in
        ["startpos", "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]
    {
        engine.best_move(&format!("position {position}"), "go depth 8");
    }
    let lines: Vec<&String> =
        engine.output()[before..].iter().filter(|line| line.starts_with("info depth")).collect();
    assert!(lines.len() > 10);
    for line in lines {
        let wdl: Vec<i32> = line
            .split(" wdl ")
            .nth(1)
            .expect(line)
            .split(' ')
            .take(3)
            .map_while(|word| word.parse().ok())
            .collect();
        assert_eq!((wdl.len(), wdl.iter().sum::<i32>()), (3, 1000), "{line}");
        let position = |word: &str| line.find(word).expect(line);
        assert!(
            position(" score ") < position(" wdl ")
                && position(" wdl ") < position(" nodes ")
                && position(" nodes ") < position(" pv ")
        );
        match number(line, "cp") {
            Some(shown) => {
                assert!(shown <= 0 || wdl[0] >= wdl[2], "{line}");
                assert!(shown >= 0 || wdl[0] <= wdl[2], "{line}");
                assert!(shown <= 102 || wdl[0] >= 500, "{line}");
                assert!(shown >= 98 || wdl[0] <= 500, "{line}");
            }
            None => assert!(line.contains(" score mate 1 wdl 1000 0 0 "), "{line}"),
        }
    }
}

/// Reported lines: score, whether it is exact, moves.
#[derive(Default)]
struct ScoredLines(Vec<(Score, bool, Vec<secateur::chess::Move>)>);

impl Listener for ScoredLines {
    fn pv(&mut self, report: &Report<'_>) {
        let is_exact = report.bound == secateur::search::table::Bound::Exact;
        self.0.push((report.score, is_exact, report.pv.to_vec()));
    }
}

fn engine(settings: Settings) -> Engine {
    let mut engine = Engine::new(settings).expect("a small table");
    engine.use_evaluator(linear());
    engine
}

/// Searches and checks that each reported line is legal and does not go on after the end of the
/// game. Returns the numbers of exact mates and of lines.
fn check_lines(engine: &mut Engine, game: &Game, limits: &Limits) -> (usize, usize) {
    let mut reported = ScoredLines::default();
    engine.set_game(game.clone());
    engine.go(limits, &Signals::default(), Instant::now(), &mut reported);
    let mut mates = 0;
    for (score, is_exact, line) in &reported.0 {
        let mut played = game.clone();
        for (index, &mv) in line.iter().enumerate() {
            assert!(played.board().is_legal(mv), "{}: move {index} of {line:?}", game.board());
            assert!(
                index == 0 || played.outcome().is_none(),
                "{}: over before move {index} of {line:?}",
                game.board()
            );
            played.play(mv);
        }
        if let Some(moves) = secateur::score::moves_to_mate(*score).filter(|_| *is_exact) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(line.len() as i32, plies, "{}: mate in {moves}: {line:?}", game.board());
            assert_eq!(played.outcome(), Some(Outcome::Checkmate), "{}", game.board());
            mates += 1;
        }
    }
    (mates, reported.0.len())
}

#[test]
fn mate_lines_are_complete_and_lines_end_with_the_game() {
    let mut mates = 0;
    for (fen, depth) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 6),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 4),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 9),
        ("3k4/8/8/8/8/8/4Q3/4K3 w - - 0 1", 16),
        ("3k4/8/8/8/8/8/4Q3/4K3 b - - 0 1", 16),
        ("8/8/8/3k4/8/8/1R6/R3K3 b - - 0 1", 14),
        ("7k/8/8/8/8/8/R7/K7 w - - 90 120", 12),
    ] {
        for lines in [1, 3] {
            let mut engine =
                engine(Settings { multi_pv: lines, hash_megabytes: 1, ..Settings::default() });
            mates += check_lines(&mut engine, &game(fen, ""), &Limits::with_depth(depth)).0;
        }
    }
    assert!(mates > 10, "only {mates} mates were reported"); // the number depends on the evaluation
}

#[test]
fn lines_end_at_repetitions_of_earlier_game_positions() {
    let twice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let mut engine = engine(Settings { multi_pv: 20, hash_megabytes: 1, ..Settings::default() });
    let (_, lines) = check_lines(&mut engine, &game(START, twice), &Limits::with_depth(6));
    assert!(lines > 100);
    let drawn = game("8/5k2/5p2/5P2/5K2/8/8/8 w - - 95 150", "");
    check_lines(&mut engine, &drawn, &Limits::with_depth(14));
}

#[test]
fn options_that_keep_full_strength_keep_the_node_count() {
    let nodes = |options: &[&str]| {
        let mut engine = Session::start();
        options.iter().for_each(|option| engine.send(&format!("setoption name {option}")));
        engine.best_move("position startpos", "go depth 9");
        engine
            .output()
            .iter()
            .filter_map(|line| number(line, "nodes"))
            .next_back()
            .expect("nodes are reported")
    };
    let plain = nodes(&[]);
    let same = [
        "Skill Level value 20",
        "UCI_Elo value 500",
        "UCI_LimitStrength value false",
        "Contempt value 0",
    ];
    assert_eq!(nodes(&same), plain);
    assert_eq!(nodes(&["UCI_ShowWDL value true"]), plain);
    assert_ne!(nodes(&["Skill Level value 3"]), plain);
}

#[test]
fn contempt_scores_draws_for_the_side_to_move_at_the_root() {
    let settings = || Settings { hash_megabytes: 1, ..Settings::default() };
    let mut with_network = Engine::new(settings()).expect("a small table");
    for fen in ["8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "8/8/4k3/8/8/3KN3/8/8 b - - 0 1"] {
        check_contempt(&mut engine(settings()), fen);
        check_contempt(&mut with_network, fen);
    }
    // A known draw by its static evaluation: no draw by rule is near.
    check_contempt(&mut with_network, "k7/8/8/8/8/8/P7/K7 w - - 0 1");
}

/// Checks the score of a drawn position with several values of contempt.
fn check_contempt(engine: &mut Engine, fen: &str) {
    for contempt in [0, 40, -40] {
        engine.set_contempt(contempt);
        engine.set_game(game(fen, ""));
        let answer =
            engine.go(&Limits::with_depth(4), &Signals::default(), Instant::now(), &mut Silent);
        let material = wdl::material(engine.board());
        assert_eq!(wdl::centipawns_at(answer.score, material), -contempt, "{fen}");
    }
}

/// A drawn rook-pawn ending. Draw scores in the table have the sign of the side that searched, so
/// the other side must not use them.
#[test]
fn contempt_follows_a_change_of_the_side_to_move_at_the_root() {
    let mut engine = engine(Settings { hash_megabytes: 4, ..Settings::default() });
    engine.set_contempt(100);
    for (moves, depth) in [("", 18), ("g6h6", 6)] {
        engine.set_game(game("7k/8/6K1/7P/8/8/8/8 w - - 0 1", moves));
        let answer =
            engine.go(&Limits::with_depth(depth), &Signals::default(), Instant::now(), &mut Silent);
        assert!(answer.score < 0, "after '{moves}': {}", answer.score);
    }
}

#[test]
fn displayed_scores_depend_on_the_material() {
    let board: Board = START.parse().expect("valid FEN");
    let shown = |material| wdl::centipawns_at(150, material);
    assert_eq!(wdl::material(&board), wdl::FULL_MATERIAL);
    assert!(
        shown(wdl::FULL_MATERIAL) > shown(20),
        "the same score wins more often with more material"
    );
}

const ITALIAN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

/// Reported lines: rank, depth, score, first move.
#[derive(Default)]
struct ReportedLines(Vec<(usize, u32, Score, Option<Move>)>);

impl Listener for ReportedLines {
    fn pv(&mut self, report: &Report<'_>) {
        self.0.push((report.multi_pv, report.depth, report.score, report.pv.first().copied()));
    }
}

/// The last report has all MultiPV lines, from the aborted iteration or the one before.
#[test]
fn aborted_iterations_report_all_lines_in_order() {
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })
        .expect("a table of 1 MB");
    engine.set_multi_pv(4);
    engine.set_game(Game::new(ITALIAN.parse::<Board>().expect("valid FEN")));
    let mut mixed = 0;
    for nodes in (1..=40).map(|part| part * 500) {
        engine.new_game();
        engine.set_game(Game::new(ITALIAN.parse::<Board>().expect("valid FEN")));
        let mut reported = ReportedLines::default();
        let answer = engine.go(
            &Limits::with_nodes(nodes),
            &Signals::default(),
            Instant::now(),
            &mut reported,
        );
        let last = &reported.0[reported.0.len() - 4..];
        assert!(last.iter().map(|line| line.0).eq(1..=4), "{nodes}: {last:?}");
        assert_eq!(last[0].3, answer.best, "{nodes}: {last:?}");
        assert!(
            (1..4).all(|line| last[..line].iter().all(|other| other.3 != last[line].3)),
            "{nodes}: {last:?}"
        );
        // Lines of the new iteration come first. Lines of an iteration are sorted by score.
        assert!(
            last.is_sorted_by_key(|&(_, depth, score, _)| std::cmp::Reverse((depth, score))),
            "{nodes}: {last:?}"
        );
        mixed += usize::from(last[0].1 != last[3].1);
    }
    assert!(mixed > 5, "only {mixed} iterations were aborted between lines");
}
