//! Without forward pruning, every search algorithm returns the value of a plain negamax search.

use secateur::chess::epd::Epd;
use secateur::chess::{Board, Game};
use secateur::engine::{Engine, Settings};
use secateur::eval::Evaluator;
use secateur::score::Score;
use secateur::search::techniques::{
    Aspiration, AspirationCentre, Driver, MtdfGuess, Quiescence, TtSwitches,
};
use secateur::search::{Limits, Signals, Silent, Switches};
use secateur_lab::experiments::oracles::{Leaf, Oracle};
use std::time::Instant;

/// Positions from test suites: middlegames, endgames and zugzwangs.
fn positions(count: usize) -> Vec<Board> {
    let suites = [
        include_str!("../../../epd/bratko-kopec.epd"),
        include_str!("../../../epd/eet.epd"),
        include_str!("../../../epd/zugts.epd"),
    ];
    suites
        .iter()
        .flat_map(|suite| suite.lines().take(count))
        .map(|line| line.parse::<Epd>().expect(line).board)
        .collect()
}

/// The search variants. Table cutoffs are off, because they use values of deeper searches.
fn variants(quiescence: Quiescence) -> Vec<(&'static str, Switches)> {
    let bare = Switches { quiescence, ..Switches::BARE };
    let ordered = Switches {
        table: TtSwitches { cut: false, order: true, expected_from: 0 },
        killers: true,
        history: Switches::PAPERS.history,
        refutation: true,
        ..bare
    };
    let pvs = Switches { driver: Driver::Pvs, ..ordered };
    let aspiration = Switches::PAPERS.aspiration;
    vec![
        ("alpha-beta", bare),
        ("alpha-beta with all ordering", ordered),
        ("PVS without ordering", Switches { driver: Driver::Pvs, ..bare }),
        ("PVS", pvs),
        (
            "PVS with its modifications",
            Switches { modifications: Switches::PAPERS.modifications, ..pvs },
        ),
        ("NegaScout", Switches { driver: Driver::NegaScout, ..ordered }),
        ("MTD(f)", Switches { driver: Driver::MtdF, ..ordered }),
        (
            "MTD(f) from two ago",
            Switches { driver: Driver::MtdF, mtdf_guess: MtdfGuess::TwoAgo, ..ordered },
        ),
        ("aspiration, opened at once", Switches { aspiration, ..pvs }),
        (
            "aspiration, widened",
            Switches {
                aspiration: Aspiration { less_deep: false, ..Switches::FULL.aspiration },
                ..pvs
            },
        ),
        (
            "aspiration around material",
            Switches {
                aspiration: Aspiration { centre: AspirationCentre::Material, ..aspiration },
                ..pvs
            },
        ),
        ("today's history", Switches { history: Switches::FULL.history, ..pvs }),
        ("mate distance", Switches { mate_distance: true, ..pvs }),
    ]
}

fn engine_score(engine: &mut Engine, techniques: Switches, board: Board, depth: u32) -> Score {
    engine.new_game();
    engine.set_techniques(techniques);
    engine.set_game(Game::new(board));
    engine.go(&Limits::with_depth(depth), &Signals::default(), Instant::now(), &mut Silent).score
}

fn compare(leaf: Leaf, boards: &[Board], depth: u32, truth: impl Fn(&mut Oracle, &Board) -> Score) {
    let mut engine = Engine::new(Settings { hash_megabytes: 1, ..Settings::default() })
        .expect("1 MB can be allocated");
    let evaluators = [secateur_lab::evaluations::linear(), Evaluator::default()];
    for (board, evaluator) in
        boards.iter().flat_map(|board| evaluators.iter().map(move |evaluator| (board, evaluator)))
    {
        engine.use_evaluator(evaluator.clone());
        let expected = truth(&mut Oracle::new(leaf).with_evaluator(evaluator.clone()), board);
        for (name, techniques) in
            variants(if leaf == Leaf::Quiet { Quiescence::Captures } else { Quiescence::Off })
        {
            let score = engine_score(&mut engine, techniques, *board, depth);
            assert_eq!(score, expected, "{name} at depth {depth} in {board}");
        }
    }
}

#[test]
fn all_variants_agree_with_negamax_on_static_leaves() {
    for depth in 1..=3 {
        compare(Leaf::Static, &positions(8), depth, |oracle, board| oracle.negamax(board, depth));
    }
    compare(Leaf::Static, &positions(2), 4, |oracle, board| oracle.negamax(board, 4));
}

#[test]
fn all_variants_agree_with_alpha_beta_on_static_leaves() {
    compare(Leaf::Static, &positions(24), 4, |oracle, board| oracle.alpha_beta(board, 4));
}

#[test]
fn all_variants_agree_on_quiescence_leaves() {
    for depth in 1..=2 {
        compare(Leaf::Quiet, &positions(8), depth, |oracle, board| oracle.negamax(board, depth));
    }
    for depth in 1..=4 {
        compare(Leaf::Quiet, &positions(12), depth, |oracle, board| {
            oracle.alpha_beta(board, depth)
        });
    }
}

#[test]
fn alpha_beta_evaluates_far_fewer_leaves_than_negamax() {
    let board = Board::default();
    let (mut negamax, mut alpha_beta) = (Oracle::new(Leaf::Static), Oracle::new(Leaf::Static));
    assert_eq!(negamax.negamax(&board, 4), alpha_beta.alpha_beta(&board, 4));
    assert_eq!(negamax.leaves, 197_281, "negamax evaluates every leaf of the tree");
    assert!(alpha_beta.leaves * 10 < negamax.leaves, "{} leaves", alpha_beta.leaves);
}
