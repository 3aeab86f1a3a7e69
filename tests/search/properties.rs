//! Properties of table and search, with random positions and table entries.
//! Properties of the rules are in `tests/rules/rules.rs`.

use crate::single::SingleSearch;
use crate::strategies::{boards, check};
use proptest::prelude::*;
use secateur::chess::{Board, Game, Move};
use secateur::engine::{Engine, Settings};
use secateur::score::{DECISIVE_BOUND, MATE, MAX_PLY, from_tt, to_tt};
use secateur::search::deepen::deepen;
use secateur::search::table::{Bound, Table, TtEntry};
use secateur::search::{Limits, Listener, Report, Signals};
use std::cell::RefCell;
use std::time::Instant;

const CASES: u32 = if cfg!(debug_assertions) { 200 } else { 1000 };

/// A table entry as a search may store it, with a move of any position.
fn entry() -> impl Strategy<Value = TtEntry> {
    let mv = any::<u16>().prop_map(Move::from_bits);
    let score = prop_oneof![-3000..3000i32, -MATE..=MATE];
    let eval = prop::option::of(1 - DECISIVE_BOUND..DECISIVE_BOUND);
    let bound = prop::sample::select(vec![Bound::Upper, Bound::Lower, Bound::Exact]);
    (mv, score, eval, 0..=255i32, bound, any::<bool>()).prop_map(
        |(mv, score, eval, depth, bound, tt_pv)| TtEntry { mv, score, eval, depth, bound, tt_pv },
    )
}

#[test]
fn table_entries_are_returned_as_stored() {
    let table = RefCell::new(Table::new(1).expect("enough memory"));
    check(100 * CASES, (any::<u64>(), entry(), 0..MAX_PLY), |(key, entry, ply)| {
        let mut table = table.borrow_mut();
        table.clear(1);
        table.store(key, ply, &entry);
        let hit = table.probe(key).expect("stored just now");
        assert_eq!(from_tt(hit.score, ply), entry.score, "{entry:?} at ply {ply}");
        assert_eq!(hit.score, to_tt(entry.score, ply));
        assert_eq!((hit.mv, hit.eval, hit.depth), (entry.mv, entry.eval, entry.depth));
        assert_eq!((hit.bound, hit.tt_pv), (entry.bound, entry.tt_pv));
        assert!(table.probe(!key).is_none());
    });
}

/// Checks that every line reported by a search of this position is playable and its score valid.
struct ReportCheck(Board);

impl Listener for ReportCheck {
    fn pv(&mut self, report: &Report<'_>) {
        assert_eq!(report.pv.is_empty(), self.0.count_moves() == 0, "{:?}", self.0);
        assert_playable(&self.0, report.pv);
        assert!(report.score.abs() <= MATE, "{} in {:?}", report.score, self.0);
    }
}

fn assert_playable(board: &Board, line: &[Move]) {
    let mut board = *board;
    for mv in line {
        assert!(board.is_legal(*mv), "{mv:?} of {line:?} in {board:?}");
        board = board.after(*mv);
    }
}

/// One engine for all cases: its table and histories are filled with other positions.
#[test]
fn a_search_answers_with_a_legal_move_and_a_playable_line() {
    let engine =
        Engine::new(Settings { hash_megabytes: 1, ..Settings::default() }).expect("enough memory");
    let engine = RefCell::new(engine);
    check(4 * CASES, (boards(), 1..7u32, 1..4usize), |(board, depth, lines)| {
        let mut engine = engine.borrow_mut();
        engine.set_multi_pv(lines);
        engine.set_game(Game::new(board));
        let limits = Limits { nodes: Some(5000), ..Limits::with_depth(depth) };
        let answer =
            engine.go(&limits, &Signals::default(), Instant::now(), &mut ReportCheck(board));
        let Some(best) = answer.best else {
            return assert_eq!(board.count_moves(), 0, "{board:?}");
        };
        assert_playable(&board, &answer.pv);
        assert!(
            answer.pv.first() == Some(&best) && answer.score.abs() <= MATE,
            "{answer:?} in {board:?}"
        );
        assert_playable(
            &board,
            &[Some(best), answer.ponder].into_iter().flatten().collect::<Vec<_>>(),
        );
    });
}

/// A false table entry and its position: the root, or the position after one or two moves.
type FalseEntry = (Option<u16>, Option<u16>, TtEntry);

fn store_false_entries(table: &Table, root: &Board, entries: &[FalseEntry]) {
    for (first, second, entry) in entries {
        let mut board = *root;
        for choice in [first, second].into_iter().flatten() {
            let moves = board.legal_moves();
            if !moves.is_empty() {
                board = board.after(moves[usize::from(*choice) % moves.len()]);
            }
        }
        table.store(board.key(), 0, entry);
    }
}

#[test]
fn false_table_entries_leave_move_and_score_valid() {
    let entries =
        prop::collection::vec((any::<Option<u16>>(), any::<Option<u16>>(), entry()), 0..300);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let search = RefCell::new(SingleSearch::new(Game::default(), limits));
    check(2 * CASES, (boards(), entries, 1..6u32), |(board, entries, depth)| {
        if board.count_moves() == 0 {
            return;
        }
        let search = &mut *search.borrow_mut();
        (search.game, search.table) = (Game::new(board), Table::new(1).expect("enough memory"));
        search.limits.depth = Some(depth);
        store_false_entries(&search.table, &board, &entries);
        search.run(|worker| {
            deepen(worker, 1);
            let best = &worker.root.moves[0];
            assert_eq!(best.pv.first(), Some(&best.mv), "{board:?}");
            assert_playable(&board, &best.pv);
            assert!(best.known_score().abs() <= MATE, "{} in {board:?}", best.known_score());
        });
    });
}
