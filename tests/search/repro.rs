//! Deterministic searches: the same search visits the same number of nodes again, even if other
//! searches were run before `ucinewgame`.

use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::search::{Limits, Signals, Silent};
use secateur::tools::bench;
use std::time::Instant;

fn nodes(engine: &mut Engine, fen: &str, depth: u32) -> u64 {
    let board: Board = fen.parse().expect(fen);
    engine.set_game(Game::new(board));
    engine
        .go(&Limits::with_depth(depth), &Signals::default(), Instant::now(), &mut Silent)
        .progress
        .nodes
}

#[test]
fn a_new_game_clears_all_search_state() {
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
        nodes(&mut engine, bench::POSITIONS[1], 7); // fills the table before the next round
    }
}

#[test]
fn a_replayed_game_visits_the_same_number_of_nodes() {
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
                    .go(&Limits::with_depth(5), &Signals::default(), Instant::now(), &mut Silent)
                    .progress
                    .nodes;
            }
            total
        })
        .collect();
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn the_bench_node_count_is_reproducible() {
    let nodes = bench::short_bench().expect("memory");
    assert!(nodes > 0);
    assert_eq!(Ok(nodes), bench::short_bench());
}

#[test]
fn the_soft_node_limit_ends_the_search_after_a_full_iteration() {
    const NEAR: u64 = 2400; // no iteration starts after four fifths of the soft limit

    for fen in bench::POSITIONS.iter().take(8) {
        let search = |limits: &Limits, in_place| {
            let mut engine =
                Engine::new(Settings { in_place, hash_megabytes: 1, ..Settings::default() })
                    .expect("a small table");
            engine.use_evaluator(Evaluator::default());
            engine.set_game(Game::new(fen.parse().expect(fen)));
            let answer = engine.go(limits, &Signals::default(), Instant::now(), &mut Silent);
            (answer.progress.nodes, answer.depth, answer.best, answer.score)
        };
        let soft = search(&Limits::with_node_limits(3000, 1_000_000), false);
        assert!(soft.0 >= NEAR, "{fen}: {} nodes", soft.0);
        assert_eq!(soft, search(&Limits::with_depth(soft.1), false), "{fen}: only full iterations");
        assert!(
            search(&Limits::with_depth(soft.1 - 1), false).0 < NEAR,
            "{fen}: one iteration too many"
        );
        assert_eq!(
            soft,
            search(&Limits::with_node_limits(3000, 1_000_000), true),
            "{fen}: on the caller's thread"
        );
        assert_eq!(
            search(&Limits::with_node_limits(3000, 1000), false).0,
            1000,
            "{fen}: the hard limit is exact"
        );
    }
}
