//! Unit tests of `secateur::search::order::history`.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::Board;
use secateur::huge_pages::Paged;
use secateur::search::order::history::*;
use secateur::search::order::tables::LIMIT;
use secateur::search::techniques::{Ageing, Switches, Tunables};
use secateur::search::threats::BoardWithThreats;
use std::cell::OnceCell;

#[test]
fn entries_approach_the_limit_and_do_not_exceed_it() {
    let switches = Switches::FULL.history;
    let mut pages = Paged::<QuietHistory>::zeroed();
    let history = pages.get_mut();
    let board = Board::default();
    let position = BoardWithThreats { board: &board, threats: &OnceCell::new() };
    let moves = board.legal_moves();
    for _ in 0..10_000 {
        history.update(&switches, position, moves[0], &moves[1..3], 30, &Tunables::DEFAULT);
    }
    let (best, tried) = (
        history.score(&switches, position, moves[0]),
        history.score(&switches, position, moves[1]),
    );
    let near = LIMIT * 9 / 10..=LIMIT;
    assert!(near.contains(&best) && near.contains(&-tried), "{best} {tried}");
    assert_eq!(history.score(&switches, position, moves[5]), 0);
}

#[test]
fn paper_form_adds_powers_of_two_and_halves_entries() {
    let switches = Switches::PAPERS.history;
    let mut pages = Paged::<QuietHistory>::zeroed();
    let history = pages.get_mut();
    let board = Board::default();
    let position = BoardWithThreats { board: &board, threats: &OnceCell::new() };
    let mv = board.legal_moves()[0];
    history.update(&switches, position, mv, &[], 5, &Tunables::DEFAULT);
    history.update(&switches, position, mv, &[], 3, &Tunables::DEFAULT);
    assert_eq!(history.score(&switches, position, mv), 40);
    history.age(Ageing::Halve);
    assert_eq!(history.score(&switches, position, mv), 20);
    (0..1000).for_each(|_| history.update(&switches, position, mv, &[], 99, &Tunables::DEFAULT));
    assert!(
        history.score(&switches, position, mv) <= HALVING_THRESHOLD + (1 << 20),
        "no overflow after a long search"
    );
}

#[test]
fn a_quiet_move_beyond_capture_has_no_negative_see() {
    let (mut board, mut beyond, mut quiet) = (Board::default(), 0, 0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..3000 {
        let moves = board.legal_moves();
        let threats = OnceCell::new();
        let position = BoardWithThreats { board: &board, threats: &threats };
        for &mv in moves.iter().filter(|mv| !mv.is_noisy()) {
            quiet += 1;
            if position.is_safe_from_capture(mv) {
                beyond += 1;
                assert!(board.see_ge(mv, 0), "{board}: {mv:?}");
            }
        }
        board = match moves.len() {
            0 => Board::default(),
            count => board.after(moves[rng.random_range(0..count)]),
        };
    }
    assert!(beyond > quiet / 3 && beyond < quiet, "{beyond} of {quiet}");
}
