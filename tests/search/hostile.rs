//! A transposition table with false entries: the search does not play their illegal moves.
//!
//! The moves are random bits or legal in other positions, under the keys of positions that the
//! search visits. With debug assertions, each move that the search makes is checked.

use crate::single::SingleSearch;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::{Board, Game, Move};
use secateur::search::deepen::deepen;
use secateur::search::table::{Bound, Table, TtEntry};
use secateur::search::techniques::{NullMode, ProbCutMode};
use secateur::search::{Limits, Switches, Techniques};
use secateur::tools::bench::POSITIONS;

/// Plies of the search.
const DEPTH: u32 = 9;
/// Random games from the root along which false entries are stored.
const WALKS: usize = 300;
/// Positions of the benchmark.
const FIRST: usize = 8;

/// A move that is not legal in the position: any bits, or a legal move of another position.
fn illegal(board: &Board, other: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let foreign = other.legal_moves();
    let mv = if rng.random_bool(0.5) || foreign.is_empty() {
        Move::from_bits(rng.random())?
    } else {
        foreign[rng.random_range(0..foreign.len())]
    };
    (!board.is_legal(mv)).then_some(mv)
}

/// A plausible entry with this move.
fn false_entry(mv: Move, rng: &mut Xoshiro256PlusPlus) -> TtEntry {
    TtEntry {
        mv: Some(mv),
        score: rng.random_range(-400..400),
        eval: None,
        depth: rng.random_range(0..12),
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Lower, Bound::Exact]
            [rng.random_range(0..5)],
        tt_pv: rng.random_bool(0.3),
    }
}

/// Stores false entries for the root, all positions two plies below, and those of random games;
/// returns their number.
fn fill(table: &Table, root: &Board, rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut boards = vec![*root];
    for first in root.legal_moves() {
        let child = root.after(first);
        boards.push(child);
        boards.extend(child.legal_moves().into_iter().map(|mv| child.after(mv)));
    }
    for _ in 0..WALKS {
        let mut board = *root;
        for _ in 0..DEPTH {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.after(moves[rng.random_range(0..moves.len())]);
            boards.push(board);
        }
    }
    let mut stored = 0;
    for board in &boards {
        let other = boards[rng.random_range(0..boards.len())];
        if let Some(mv) = illegal(board, &other, rng) {
            table.store(board.key(), 0, &false_entry(mv, rng));
            stored += 1;
        }
    }
    stored
}

/// Searches the position with false table entries and checks that the PV is legal.
fn search(fen: &str, techniques: Techniques, seed: u64) {
    let game = Game::new(fen.parse().expect(fen));
    let mut board = *game.board();
    let mut search = SingleSearch::new(game, Limits::with_depth(DEPTH));
    (search.table, search.techniques) = (Table::new(4).expect("enough memory"), techniques);
    let stored = fill(&search.table, &board, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    assert!(stored > 500, "{fen}: only {stored} false entries");
    let pv = search.run(|worker| {
        deepen(worker, 1);
        worker.root.moves[0].pv.to_vec()
    });
    for mv in pv {
        assert!(board.is_legal(mv), "{fen}: {mv:?} in the PV");
        board = board.after(mv);
    }
}

#[test]
fn moves_of_false_table_entries_are_not_played() {
    let mut papers = Switches::PAPERS;
    papers.multi_cut.at_cut = true;
    papers.multi_cut.at_all = true;
    papers.null_move.mode = NullMode::Verified;
    papers.prob_cut.mode = ProbCutMode::Multi;
    papers.etc.on = true;
    papers.refutation = true;
    for (seed, fen) in (1..).zip(&POSITIONS[..FIRST]) {
        search(fen, Techniques::FULL, seed);
        search(
            fen,
            Techniques {
                switches: Switches { razoring: true, ..Switches::FULL },
                ..Techniques::FULL
            },
            seed + 100,
        );
    }
    for (seed, fen) in (1..).zip(&POSITIONS[..2]) {
        search(fen, papers.into(), seed + 200);
    }
}
