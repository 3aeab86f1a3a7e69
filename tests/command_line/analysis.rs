//! Unit tests of `secateur::tools::analysis`.

use secateur::chess::Move;
use secateur::chess::san::numbered;
use secateur::chess::{Color, Game};
use secateur::engine::{Engine, Settings};
use secateur::score::Score;
use secateur::search::report::{Listener, Report};
use secateur::search::{Limits, Signals};
use secateur::stop::Stop;
use secateur::tools::analysis::*;
use std::time::Instant;

fn engine() -> Engine {
    Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("1 MB is available")
}

fn game(moves: &[&str]) -> Game {
    let mut game = Game::default();
    moves.iter().for_each(|text| game.play(game.board().parse_san(text).expect(text)));
    game
}

#[test]
fn a_blunder_is_marked_and_costs_accuracy() {
    let mated = game(&["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
    let judged = analyse_game(&mut engine(), &mated, &Limits::with_nodes(5000), &|| {})
        .expect("the engine does not fail");
    assert_eq!(judged.len(), 7);
    assert_eq!(judged[5].mark, Some(Mark::Blunder), "{judged:?}");
    assert_eq!((judged[6].mark, judged[6].after.score), (None, DisplayScore::Mate(0)));
    let [white, black] = Color::ALL.map(|side| summary(&judged, side));
    assert_eq!((black.blunders, white.moves, black.moves), (1, 4, 3));
    assert!(white.accuracy > black.accuracy);
    assert!(white.average_loss < black.average_loss);
    assert!(black.average_loss > Some(300.0), "one of three moves allows mate: {black:?}");
}

#[test]
fn marks_and_accuracy_match_the_documented_scale() {
    let marks = [99, 100, 199, 200, 299, 300].map(Mark::of);
    let (low, middle) = (Some(Mark::Inaccuracy), Some(Mark::Mistake));
    assert_eq!(marks, [None, low, low, middle, middle, Some(Mark::Blunder)]);
    for (loss, expected) in [(0, 100.0), (100, 80.0), (200, 64.0), (300, 51.0)] {
        assert!((accuracy(loss) - expected).abs() < 0.5, "{loss}: {}", accuracy(loss));
    }
}

#[test]
fn results_come_in_order_with_several_engines() {
    let engines = (0..3).map(|_| engine()).collect();
    let items: Vec<u64> = (0..20).rev().collect();
    let mut seen = Vec::new();
    let work = |_: &mut Engine, item: &u64| {
        std::thread::sleep(std::time::Duration::from_millis(*item));
        *item
    };
    map_in_parallel(&items, engines, &Stop::default(), &work, &mut |index, item| {
        seen.push((index, item));
    });
    assert_eq!(seen, items.iter().copied().enumerate().collect::<Vec<_>>());
}

#[test]
fn lines_are_ranked_and_numbered() {
    let mut engine = engine();
    engine.set_multi_pv(3);
    let after = game(&["e4"]);
    let (limits, signals) = (Limits::with_depth(4), Signals::default());
    let task = AnalysisTask { game: &after, limits: &limits, signals: &signals };
    let mut reported = 0;
    let analysis = engine
        .analyse(&task, &mut |lines, _| {
            reported += lines.len();
        })
        .expect("the engine does not fail");
    assert!(reported >= 3, "{reported} lines were reported");
    assert_eq!(analysis.lines.len(), 3);
    assert!(
        analysis
            .lines
            .iter()
            .all(|line| numbered(after.board(), &line.moves)[0].starts_with("1... "))
    );
    assert_eq!(analysis.value.reversed().reversed(), analysis.value);
}

/// Keeps the depth, score and moves of the last report.
#[derive(Default)]
struct Last(u32, Score, Vec<Move>);

impl Listener for Last {
    fn pv(&mut self, report: &Report<'_>) {
        *self = Last(report.depth, report.score, report.pv.to_vec());
    }
}

/// The score and the cut line of a failed aspiration window do not replace the line of the last
/// iteration.
#[test]
fn an_unfinished_iteration_keeps_the_last_reported_line() {
    let start = game(&[]);
    for nodes in [100, 300, 500, 1000, 2000, 5000] {
        let (limits, signals) = (Limits::with_nodes(nodes), Signals::default());
        let mut last = Last::default();
        let answer = engine().go(&limits, &signals, Instant::now(), &mut last);
        let task = AnalysisTask { game: &start, limits: &limits, signals: &signals };
        let analysis = engine().analyse(&task, &mut |_, _| {}).expect("the engine does not fail");
        let line = &analysis.lines[0];
        assert_eq!(answer.score, last.1, "{nodes} nodes");
        assert_eq!((line.depth, &line.moves), (last.0, &last.2), "{nodes} nodes");
        assert_eq!(line.value, ScoreAndWdl::of(last.1, start.board()), "{nodes} nodes");
    }
}
