//! The move picker: move order, and the moves left when quiet moves are skipped.

use crate::single::{SingleSearch, bare_node};
use secateur::chess::{Board, Game, Move};
use secateur::search::limits::Limits;
use secateur::search::node::{Experiment, Node, NodeContext, NonPv};
use secateur::search::order::picker::MovePicker;
use secateur::search::table::{Bound, TtHit};
use secateur::search::threats::BoardWithThreats;
use secateur::search::worker::Worker;
use std::cell::OnceCell;

const MIDDLE_GAME: &str = "r1bq1rk1/pppn1ppp/3bpn2/3p4/2PP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 8";
/// White's queen and bishop have quiet checks, and the queen has captures.
const CHECKS: &str = "4k3/pp6/8/8/8/2N5/PPP2Q1P/R3KB1R w KQ - 0 1";
const IN_CHECK: &str = "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3";

/// Calls `test` with a worker at the position, whose quiet moves have different history scores.
fn with_worker(fen: &str, test: impl FnOnce(&Worker<'_>)) {
    let board: Board = fen.parse().expect("valid FEN");
    let mut search = SingleSearch::new(Game::new(board), Limits::with_depth(1));
    let SingleSearch { techniques, thread_data, .. } = &mut search;
    let position = BoardWithThreats { board: &board, threats: &OnceCell::new() };
    for (index, &mv) in board.legal_moves().iter().enumerate().filter(|(_, mv)| !mv.is_noisy()) {
        for _ in 0..=index * 7 % 40 {
            thread_data.get_or_allocate(1).quiet_history.update(
                &techniques.switches.history,
                position,
                mv,
                &[],
                2,
                &techniques.tunables,
            );
        }
    }
    search.run(|worker| test(worker));
}

fn node(priority_moves: &[Move]) -> Node {
    let priority_moves = priority_moves.iter().copied().collect();
    Node { context: NodeContext::ROOT, priority_moves, ..bare_node() }
}

fn rest(picker: &mut MovePicker, w: &Worker<'_>) -> Vec<Move> {
    std::iter::from_fn(|| picker.next::<NonPv>(w)).collect()
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|mv| mv.bits());
    moves
}

fn quiet(moves: &[Move]) -> Vec<Move> {
    moves.iter().copied().filter(|mv| !mv.is_noisy()).collect()
}

fn legal(board: &Board) -> Vec<Move> {
    board.legal_moves().iter().copied().collect()
}

#[test]
fn every_legal_move_is_returned_once_and_the_front_first() {
    for fen in [MIDDLE_GAME, CHECKS, IN_CHECK] {
        with_worker(fen, |w| {
            let all = legal(w.board());
            let priority_moves = [all[all.len() - 1], all[2]];
            let returned =
                rest(&mut MovePicker::for_main_search::<NonPv>(w, &node(&priority_moves)), w);
            assert_eq!(returned[..2], priority_moves, "{fen}");
            assert_eq!(sorted(returned), sorted(all), "{fen}");
        });
    }
}

#[test]
fn quiet_moves_are_sorted_by_history_score() {
    with_worker(MIDDLE_GAME, |w| {
        let mut picker = MovePicker::for_main_search::<NonPv>(w, &node(&[]));
        let mut scores = Vec::new();
        while let Some(mv) = picker.next::<NonPv>(w) {
            if !mv.is_noisy() {
                scores.push(picker.history_score::<NonPv>(w, mv));
            }
        }
        assert!(scores.len() > 20 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        assert!(scores[0] > scores[scores.len() - 1]);
    });
}

#[test]
fn skip_quiet_except_checks_keeps_checks_and_captures() {
    with_worker(CHECKS, |w| {
        let all = legal(w.board());
        let mut picker = MovePicker::for_main_search::<NonPv>(w, &node(&[]));
        assert!(picker.is_before_quiet());
        picker.skip_quiet_except_checks();
        assert!(!picker.is_before_quiet());
        let expected =
            all.iter().copied().filter(|&mv| mv.is_noisy() || w.board().gives_check(mv)).collect();
        let returned = rest(&mut picker, w);
        assert!(!quiet(&returned).is_empty() && quiet(&returned).len() < quiet(&all).len());
        assert_eq!(sorted(returned), sorted(expected));
    });
}

/// `Table.Order`.
#[test]
fn winning_captures_begin_with_the_tt_move_if_the_switch_is_on() {
    for order in [true, false] {
        let board: Board = MIDDLE_GAME.parse().expect("valid FEN");
        let mut search = SingleSearch::new(Game::new(board), Limits::with_depth(1));
        search.techniques.switches.table.order = order;
        search.run(|w| {
            let captures = |hit| {
                let mut picker = MovePicker::for_winning_captures::<Experiment>(w, hit, -9_000);
                let next = || picker.next::<Experiment>(w);
                std::iter::from_fn(next).collect::<Vec<Move>>()
            };
            let last = captures(None).last().copied();
            let (score, bound) = (0, Bound::Lower);
            let hit = TtHit { mv: last, score, eval: None, depth: 1, bound, tt_pv: false };
            let returned = captures(Some(hit));
            assert!(returned.len() > 1);
            assert_eq!(returned.first().copied() == last, order);
        });
    }
}

#[test]
fn skip_worse_quiet_keeps_checks_and_captures() {
    with_worker(CHECKS, |w| {
        let whole = rest(&mut MovePicker::for_main_search::<NonPv>(w, &node(&[])), w);
        let first_quiet = whole.iter().position(|mv| !mv.is_noisy()).expect("a quiet move");
        for returned in [first_quiet + 1, first_quiet + 8] {
            let mut picker = MovePicker::for_main_search::<NonPv>(w, &node(&[]));
            for _ in 0..returned {
                picker.next::<NonPv>(w);
            }
            picker.skip_worse_quiet(w);
            let later = whole[returned..].iter().copied();
            let expected: Vec<Move> =
                later.filter(|&mv| mv.is_noisy() || w.board().gives_check(mv)).collect();
            assert_eq!(rest(&mut picker, w), expected, "after {returned}");
        }
    });
}
