//! Experiments with code of their own: equivalence with the oracles, the minimal tree, and best
//! moves that a selective search misses.

use crate::experiments::experiment::Figures;
use crate::experiments::oracles::{Fail, Leaf, Oracle};
use crate::experiments::size::RunSize;
use crate::experiments::uniform;
use crate::progress::{EndAtUrgentStop, RunProgress};
use secateur::chess::perft::perft;
use secateur::chess::{Board, Game};
use secateur::engine::{Answer, Engine, Settings};
use secateur::score::Score;
use secateur::search::techniques::{Driver, Quiescence, TtSwitches};
use secateur::search::{Limits, Signals, Switches};
use secateur::tools::suites;
use std::cmp::Reverse;
use std::time::Instant;

/// Depths of E01, plies; negamax is too slow beyond them.
pub const EQUIVALENCE_DEPTHS: (u32, u32) = (1, 4);
/// Depths of E02, plies; alpha-beta in random order is too slow beyond them.
pub const MINIMAL_TREE_DEPTHS: (u32, u32) = (1, 5);
/// Largest depth of negamax with an unpruned quiescence search at every leaf, plies.
const QUIET_DEPTH: u32 = 2;

fn boards(suite: &str, count: usize) -> Vec<Board> {
    suites::built_in(suite).into_iter().take(count).map(|epd| epd.board).collect()
}

/// Runs one search; the result is invalid if the search is stopped early.
fn search(
    engine: &mut Engine,
    techniques: Switches,
    board: &Board,
    depth: u32,
    progress: &RunProgress,
) -> Answer {
    engine.set_techniques(techniques);
    engine.new_game();
    engine.set_game(Game::new(*board));
    let signals = Signals::default();
    engine.go(
        &Limits::with_depth(depth),
        &signals,
        Instant::now(),
        &mut EndAtUrgentStop { progress, signals: &signals },
    )
}

/// An engine with a small table; `None` without memory for it.
fn small_engine(size: &RunSize, progress: &RunProgress) -> Option<Engine> {
    let settings = Settings { hash_megabytes: 1, ..Settings::default() };
    let mut engine = progress.unless_out_of_memory(Engine::new(settings))?;
    engine.use_evaluator(size.evaluator.clone());
    Some(engine)
}

/// Runs E01: counts the positions where an exact search and negamax have different values.
pub fn equivalence(size: &RunSize, progress: &RunProgress) -> Option<Figures> {
    let boards = boards("bratko-kopec", size.positions(24));
    let going = |_: &&Board| !progress.is_stopped();
    let (first, last) = size.depths(EQUIVALENCE_DEPTHS);
    let mut figures = Figures::with_head(&[
        "algorithm",
        "leaves judged by",
        "depth",
        "leaves",
        "differing values",
    ]);
    let mut engine = small_engine(size, progress)?;
    let mut total = 0.0;
    for (leaf, quiescence) in [(Leaf::Static, Quiescence::Off), (Leaf::Quiet, Quiescence::Captures)]
    {
        let deepest = if leaf == Leaf::Static { EQUIVALENCE_DEPTHS.1 } else { QUIET_DEPTH };
        for depth in first..=last.min(deepest) {
            let truth: Vec<(Score, u64)> = boards
                .iter()
                .take_while(going)
                .map(|board| {
                    let mut oracle = Oracle::new(leaf).with_evaluator(size.evaluator.clone());
                    (oracle.negamax(board, depth), oracle.leaves)
                })
                .collect();
            let mut row = |name: &str, values: Vec<(Score, u64)>| {
                let differing =
                    values.iter().zip(&truth).filter(|(own, true_one)| own.0 != true_one.0).count();
                total += differing as f64;
                let leaves: u64 = values.iter().map(|(_, leaves)| leaves).sum();
                let by = if leaf == Leaf::Static { "static value" } else { "quiescence" };
                figures.rows.push(
                    [name, by, &depth.to_string(), &leaves.to_string(), &differing.to_string()]
                        .map(str::to_owned)
                        .to_vec(),
                );
            };
            row("negamax", truth.clone());
            for (name, fail) in
                [("alpha-beta, fail-hard", Fail::Hard), ("alpha-beta, fail-soft", Fail::Soft)]
            {
                let value = |board| {
                    let mut oracle =
                        Oracle::new(leaf).with_evaluator(size.evaluator.clone()).failing(fail);
                    (oracle.alpha_beta(board, depth), oracle.leaves)
                };
                row(name, boards.iter().take_while(going).map(value).collect());
            }
            for (name, driver, aspiration) in [
                ("NegaScout", Driver::NegaScout, false),
                ("PVS", Driver::Pvs, false),
                ("PVS with aspiration", Driver::Pvs, true),
                ("MTD(f)", Driver::MtdF, false),
            ] {
                let mut techniques = Switches { driver, quiescence, ..Switches::BARE };
                techniques.aspiration.on = aspiration;
                let values = boards.iter().take_while(going).map(|board| {
                    let answer = search(&mut engine, techniques, board, depth, progress);
                    (answer.score, answer.statistics.leaves)
                });
                row(name, values.collect());
            }
        }
    }
    if !figures.rows.is_empty() {
        figures.values.insert("differing".to_owned(), total);
    }
    (!progress.is_stopped()).then_some(figures)
}

/// Runs E02: counts the leaves of negamax, of alpha-beta with random and good move ordering, of the
/// minimal tree, and of a synthetic tree with perfect ordering.
pub fn minimal_tree(size: &RunSize, progress: &RunProgress) -> Option<Figures> {
    let boards = boards("bratko-kopec", size.positions(24));
    let going = |_: &&Board| !progress.is_stopped();
    let (first, last) = size.depths(MINIMAL_TREE_DEPTHS);
    let head = [
        "depth",
        "minimax",
        "random order",
        "good order",
        "minimal tree",
        "exponent random",
        "exponent good",
    ];
    let mut figures = Figures::with_head(&head);
    let mut engine = small_engine(size, progress)?;
    let ordered = Switches {
        iterative_deepening: true,
        table: TtSwitches { cut: false, order: true, expected_from: 0 },
        killers: true,
        history: Switches::PAPERS.history,
        ..Switches::BARE
    };
    for depth in first..=last.min(MINIMAL_TREE_DEPTHS.1) {
        let all: u64 = boards.iter().take_while(going).map(|board| perft(board, depth)).sum();
        let random: u64 = boards
            .iter()
            .take_while(going)
            .map(|board| {
                let mut oracle = Oracle::new(Leaf::Static)
                    .with_evaluator(size.evaluator.clone())
                    .shuffling(u64::from(depth));
                oracle.alpha_beta(board, depth);
                oracle.leaves
            })
            .sum();
        // Leaves of the last iteration only: the difference of two searches.
        let mut leaves = |board: &Board, depth| {
            if depth == 0 {
                0
            } else {
                search(&mut engine, ordered, board, depth, progress).statistics.leaves
            }
        };
        let good: u64 = boards
            .iter()
            .take_while(going)
            .map(|board| leaves(board, depth).saturating_sub(leaves(board, depth - 1)))
            .sum();
        let count = boards.len() as f64;
        let width = (all as f64 / count).powf(1.0 / f64::from(depth));
        let minimal = count
            * (width.powf(f64::from(depth.div_ceil(2))) + width.powf(f64::from(depth / 2)) - 1.0);
        let exponent = |leaves: u64| (leaves as f64 / count).ln() / (all as f64 / count).ln();
        figures.rows.push(vec![
            depth.to_string(),
            all.to_string(),
            random.to_string(),
            good.to_string(),
            format!("{minimal:.0}"),
            format!("{:.3}", exponent(random)),
            format!("{:.3}", exponent(good)),
        ]);
        figures.values.insert("exponent".to_owned(), exponent(good));
    }
    let exact = (2..6).all(|width| {
        (1..7).all(|depth| {
            uniform::alpha_beta_leaves(width, depth) == uniform::minimal_leaves(width, depth)
        })
    });
    figures.values.insert("synthetic".to_owned(), f64::from(u8::from(exact)));
    (!progress.is_stopped()).then_some(figures)
}

/// Runs a part of E09: how often the best move of a full-width search is not among the N moves
/// searched.
pub fn excluded_moves(size: &RunSize, progress: &RunProgress) -> Option<Figures> {
    let boards = boards("ecm", size.positions(100));
    let going = |_: &&Board| !progress.is_stopped();
    let (_, depth) = size.depths((6, 6));
    let mut engine = small_engine(size, progress)?;
    let evaluator = &size.evaluator;
    let mut figures = Figures::with_head(&["N", "best moves missed", "of", "percent"]);
    let ranks: Vec<usize> = boards
        .iter()
        .take_while(going)
        .filter(|board| !board.in_check())
        .filter_map(|board| {
            let best = search(&mut engine, Switches::PAPERS, board, depth, progress).best?;
            let mut valued: Vec<_> = board
                .legal_moves()
                .into_iter()
                .map(|mv| (mv, -evaluator.evaluate(&board.after(mv))))
                .collect();
            valued.sort_by_key(|(_, score)| Reverse(*score));
            valued.iter().position(|(mv, _)| *mv == best)
        })
        .collect();
    for n in [2, 4, 8, 12, 16, 24] {
        let missed = ranks.iter().filter(|&&rank| rank >= n).count();
        let percent = 100.0 * missed as f64 / ranks.len().max(1) as f64;
        figures.rows.push(vec![
            n.to_string(),
            missed.to_string(),
            ranks.len().to_string(),
            format!("{percent:.0}"),
        ]);
    }
    (!progress.is_stopped()).then_some(figures)
}
