//! Unit tests of `secateur::search::order::history`.

use secateur::chess::Board;
use secateur::huge_pages::Paged;
use secateur::search::order::history::*;
use secateur::search::order::tables::LIMIT;
use secateur::search::techniques::{Ageing, Rules, Tunables};
use std::cell::OnceCell;

#[test]
fn entries_approach_the_limit_and_never_pass_it() {
    let rules = Rules::FULL.history;
    let mut pages = Paged::<QuietHistory>::zeroed();
    let history = pages.get_mut();
    let board = Board::default();
    let situation = Situation { board: &board, threats: &OnceCell::new() };
    let moves = board.legal_moves();
    for _ in 0..10_000 {
        history.update(&rules, situation, moves[0], &moves[1..3], 30, &Tunables::DEFAULT);
    }
    let (best, tried) =
        (history.score(&rules, situation, moves[0]), history.score(&rules, situation, moves[1]));
    let near = LIMIT * 9 / 10..=LIMIT;
    assert!(near.contains(&best) && near.contains(&-tried), "{best} {tried}");
    assert_eq!(history.score(&rules, situation, moves[5]), 0);
}

#[test]
fn the_papers_form_adds_powers_and_halves() {
    let rules = Rules::PAPERS.history;
    let mut pages = Paged::<QuietHistory>::zeroed();
    let history = pages.get_mut();
    let board = Board::default();
    let situation = Situation { board: &board, threats: &OnceCell::new() };
    let mv = board.legal_moves()[0];
    history.update(&rules, situation, mv, &[], 5, &Tunables::DEFAULT);
    history.update(&rules, situation, mv, &[], 3, &Tunables::DEFAULT);
    assert_eq!(history.score(&rules, situation, mv), 40);
    history.age(Ageing::Halve);
    assert_eq!(history.score(&rules, situation, mv), 20);
    (0..1000).for_each(|_| history.update(&rules, situation, mv, &[], 99, &Tunables::DEFAULT));
    assert!(
        history.score(&rules, situation, mv) <= OVERFLOW + (1 << 20),
        "no overflow however long the search"
    );
}
