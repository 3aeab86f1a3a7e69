//! History heuristic.
//!
//! **Idea** A quiet move that has cut in many positions is likely to cut in the next one too,
//! wherever it is possible. **Paper** Jonathan Schaeffer, "The history heuristic", ICCA Journal
//! 6(3), 1983. S0, Figure 2.6; S1. **Condition** Quiet moves only: credited on a cutoff, and in the
//! paper's form also as the best move of a node with an exact value; in the self-limiting form
//! moves tried before the one that cut are debited. **Parameters** Credit 2^depth, all entries
//! halved before each search (paper). **Where we differ** Play uses the self-limiting form: the
//! credit grows with the depth and pulls the entry towards a limit, so old scores fade without a
//! pass over the table. S0 credits the best move of nodes that failed low too, which is noise: we
//! do not. S1's table has no colour; ours has one unless asked not to, and in play tells apart
//! whether the opponent attacks the square that is left and the one that is reached (folklore).

use super::tables::{LIMIT, bonus, malus};
use crate::chess::{Bitboard, Board, Color, Move, PieceKind};
use crate::search::node::NodeType;
use crate::search::techniques::{Ageing, HistoryIndex, HistoryUse, Tunables, Weight};
use std::cell::OnceCell;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Entries that only grow are halved, all of them, when one passes this.
const OVERFLOW: i32 = 1 << 28;

/// An entry for each pair of squares.
type Plane = [[i32; 64]; 64];

/// What moves have earned where the heuristic is off.
static NOTHING: Plane = [[0; 64]; 64];

/// By what the index makes of a move: up to twelve planes of 64 × 64.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct QuietHistory {
    entries: [Plane; 12],
}

impl std::fmt::Debug for QuietHistory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("QuietHistory")
    }
}

/// A position in which quiet moves are judged.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The position.
    pub board: &'a Board,
    /// The squares that the opponent attacks, once they have been asked for.
    pub threats: &'a OnceCell<Bitboard>,
}

impl Situation<'_> {
    /// The squares that the opponent attacks: found when [`HistoryIndex::ThreatsFromTo`] first
    /// asks, which most nodes never do.
    #[inline]
    fn threats(&self) -> Bitboard {
        *self.threats.get_or_init(|| self.board.threats())
    }
}

/// Planes of a side by what is attacked of a move.
const EXPOSURES: usize = 4;

/// Is the square attacked that the move leaves, and the one that it reaches?
#[inline]
fn exposure(threats: Bitboard, mv: Move) -> usize {
    2 * usize::from(threats.has(mv.from())) + usize::from(threats.has(mv.to()))
}

/// Plane, row and column of a move.
#[inline]
fn place(index: HistoryIndex, situation: Situation<'_>, mv: Move) -> (usize, usize, usize) {
    let board = situation.board;
    let side = board.side_to_move();
    let (from, to) = (mv.from().index(), mv.to().index());
    match index {
        HistoryIndex::SideFromTo => (side.index(), from, to),
        HistoryIndex::ThreatsFromTo => {
            (side.index() * EXPOSURES + exposure(situation.threats(), mv), from, to)
        }
        HistoryIndex::FromTo => (0, from, to),
        HistoryIndex::PieceTo => {
            let kind = board.kind_on(mv.from()).map_or(0, PieceKind::index);
            (kind * Color::ALL.len() + side.index(), 0, to)
        }
    }
}

/// Looks up many moves of one position: what does not depend on the move is done once.
#[derive(Clone, Copy)]
pub struct Scores<'a> {
    history: &'a QuietHistory,
    situation: Situation<'a>,
    threats: Bitboard,
    rules: HistoryUse,
    /// The planes of the side, by [`exposure`]; not where the index asks for the piece, in
    /// experiments.
    planes: [&'a Plane; EXPOSURES],
}

impl Scores<'_> {
    /// The history score of a quiet move; zero for all if the heuristic is off.
    #[inline]
    pub fn of<N: NodeType>(&self, mv: Move) -> i32 {
        if N::EXPERIMENT && self.rules.index == HistoryIndex::PieceTo {
            return self.without_plane(mv);
        }
        self.planes[exposure(self.threats, mv)][mv.from().index()][mv.to()]
    }

    #[inline(never)] // not in the loop over a node's moves, which play runs with a plane
    fn without_plane(&self, mv: Move) -> i32 {
        if self.rules.on { self.history.of(&self.rules, self.situation, mv) } else { 0 }
    }
}

impl QuietHistory {
    /// The scores of moves of this position.
    #[inline]
    pub fn scores<'a>(&'a self, rules: &HistoryUse, situation: Situation<'a>) -> Scores<'a> {
        let side = situation.board.side_to_move().index();
        let planes = match (rules.on, rules.index) {
            (false, _) => [&NOTHING; EXPOSURES],
            (true, HistoryIndex::FromTo | HistoryIndex::PieceTo) => [&self.entries[0]; EXPOSURES],
            (true, HistoryIndex::SideFromTo) => [&self.entries[side]; EXPOSURES],
            (true, HistoryIndex::ThreatsFromTo) => {
                std::array::from_fn(|exposure| &self.entries[side * EXPOSURES + exposure])
            }
        };
        let tells_apart = rules.on && rules.index == HistoryIndex::ThreatsFromTo;
        let threats = if tells_apart { situation.threats() } else { Bitboard::EMPTY };
        Scores { history: self, situation, threats, rules: *rules, planes }
    }

    /// The history score of a quiet move of the side to move.
    #[inline]
    pub fn of(&self, rules: &HistoryUse, situation: Situation<'_>, mv: Move) -> i32 {
        let (plane, row, column) = place(rules.index, situation, mv);
        self.entries[plane][row][column]
    }

    /// Prepares for another search.
    pub fn age(&mut self, ageing: Ageing) {
        match ageing {
            Ageing::Keep => {}
            Ageing::Halve => self.halve(),
            Ageing::Clear => self.entries.as_flattened_mut().as_flattened_mut().fill(0),
        }
    }

    fn halve(&mut self) {
        self.entries.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|entry| *entry /= 2);
    }

    /// Credits the quiet move that was best at this depth; the self-limiting form debits those
    /// tried before it.
    pub fn update(
        &mut self,
        rules: &HistoryUse,
        situation: Situation<'_>,
        best: Move,
        tried: &[Move],
        depth: i32,
        tunables: &Tunables,
    ) {
        let credit = match rules.weight {
            Weight::SelfLimiting => {
                let credit = bonus(tunables, depth);
                self.pull(place(rules.index, situation, best), credit);
                let debit = malus(tunables, depth);
                for &mv in tried {
                    self.pull(place(rules.index, situation, mv), -debit);
                }
                return;
            }
            Weight::Power => 1 << depth.clamp(0, 20),
            Weight::Square => depth * depth,
            Weight::One => 1,
        };
        let (plane, row, column) = place(rules.index, situation, best);
        self.entries[plane][row][column] += credit;
        if self.entries[plane][row][column] > OVERFLOW {
            self.halve();
        }
    }

    /// Credits or debits a quiet move of this position, in the self-limiting form.
    #[inline]
    pub fn add(&mut self, rules: &HistoryUse, situation: Situation<'_>, mv: Move, credit: i32) {
        self.pull(place(rules.index, situation, mv), credit);
    }

    /// Moves an entry by the credit, the less the nearer it already is to the limit.
    fn pull(&mut self, (plane, row, column): (usize, usize, usize), credit: i32) {
        let entry = &mut self.entries[plane][row][column];
        *entry += credit - *entry * credit.abs() / LIMIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::huge_pages::Paged;
    use crate::search::techniques::Rules;

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
            (history.of(&rules, situation, moves[0]), history.of(&rules, situation, moves[1]));
        let near = LIMIT * 9 / 10..=LIMIT;
        assert!(near.contains(&best) && near.contains(&-tried), "{best} {tried}");
        assert_eq!(history.of(&rules, situation, moves[5]), 0);
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
        assert_eq!(history.of(&rules, situation, mv), 40);
        history.age(Ageing::Halve);
        assert_eq!(history.of(&rules, situation, mv), 20);
        (0..1000).for_each(|_| history.update(&rules, situation, mv, &[], 99, &Tunables::DEFAULT));
        assert!(
            history.of(&rules, situation, mv) <= OVERFLOW + (1 << 20),
            "no overflow however long the search"
        );
    }
}
