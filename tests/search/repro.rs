//! The same search twice is the same search: node for node, whatever was in the table before the
//! new game.

use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::eval::{Evaluator, evaluator_named};
use secateur::search::{Limits, Signals, Silent, Techniques};
use secateur::tools::bench;
use std::time::Instant;

fn nodes(engine: &mut Engine, fen: &str, depth: u32) -> u64 {
    let board: Board = fen.parse().expect(fen);
    engine.set_game(Game::new(board));
    engine
        .go(&Limits::to_depth(depth), &Signals::default(), Instant::now(), &mut Silent)
        .progress
        .nodes
}

#[test]
fn a_new_game_forgets_everything() {
    let mut engine = Engine::new(Settings::default()).expect("a small table");
    let mut first = Vec::new();
    for round in 0..2 {
        for (index, fen) in bench::POSITIONS.iter().enumerate() {
            engine.new_game();
            let count = nodes(&mut engine, fen, 5);
            if round == 0 {
                first.push(count);
            } else {
                assert_eq!(count, first[index], "{fen}");
            }
        }
        nodes(&mut engine, bench::POSITIONS[1], 7); // litter for the next round
    }
}

#[test]
fn a_game_with_its_history_is_searched_alike_twice() {
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f3g1", "c6b8"];
    let counts: Vec<u64> = (0..2)
        .map(|_| {
            let mut engine = Engine::new(Settings::default()).expect("a small table");
            let mut game = Game::default();
            let mut total = 0;
            for text in moves {
                game.play(game.board().parse_uci(text).expect(text));
                engine.set_game(game.clone());
                total += engine
                    .go(&Limits::to_depth(5), &Signals::default(), Instant::now(), &mut Silent)
                    .progress
                    .nodes;
            }
            total
        })
        .collect();
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn the_benchmark_has_one_signature() {
    let runs: Vec<u64> = (0..2)
        .map(|_| {
            bench::run(4, Techniques::FULL, Evaluator::default(), |_| {})
                .expect("a small table")
                .nodes
        })
        .collect();
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn soft_nodes_end_with_the_iteration_that_comes_near_them() {
    const NEAR: u64 = 2400; // four fifths of the limit

    for fen in bench::POSITIONS.iter().take(8) {
        let search = |limits: &Limits, in_place| {
            let mut engine =
                Engine::new(Settings { in_place, hash_megabytes: 1, ..Settings::default() })
                    .expect("small");
            engine.use_evaluator(evaluator_named("linear").expect("it is built in"));
            engine.set_game(Game::new(fen.parse().expect(fen)));
            let answer = engine.go(limits, &Signals::default(), Instant::now(), &mut Silent);
            (answer.progress.nodes, answer.depth, answer.best, answer.score)
        };
        let soft = search(&Limits::to_soft_nodes(3000, 1_000_000), false);
        assert!(soft.0 >= NEAR, "{fen}: {} nodes", soft.0);
        assert_eq!(soft, search(&Limits::to_depth(soft.1), false), "{fen}: whole iterations");
        assert!(
            search(&Limits::to_depth(soft.1 - 1), false).0 < NEAR,
            "{fen}: no iteration too many"
        );
        assert_eq!(
            soft,
            search(&Limits::to_soft_nodes(3000, 1_000_000), true),
            "{fen}: on the caller's thread"
        );
        assert!(
            search(&Limits::to_soft_nodes(3000, 100), false).0 < NEAR,
            "{fen}: the hard limit holds"
        );
    }
}
