//! History heuristic: the quiet history.
//!
//! **Idea** A quiet move that has caused many cutoffs is likely to cause one in the next position.
//! **Paper** Jonathan Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983. S0, Figure 2.6;
//! S1.
//! **Condition** Quiet moves. A bonus on a cutoff, in the paper's form also for the best move of a
//! node with an exact value; with gravity a malus for the moves tried before. In play
//! also a bonus for the TT move on a TT cutoff, a bonus for the previous move if all replies fail
//! low, and a bonus or malus for the previous move by the change in static evaluation.
//! **Parameters** Paper: bonus 2^depth, all entries halved before each search.
//! **Differences** Play uses gravity: the bonus grows with the depth and moves the
//! entry towards a limit, so old scores fade. S0 also gives a bonus to the best move of nodes that
//! failed low, which is noise; we do not. S1's table has no colour; ours has one by default, and in
//! play distinguishes whether the opponent attacks the squares a move leaves and reaches
//! (folklore).

use super::tables::{LIMIT, bonus, malus};
use crate::chess::{Bitboard, Color, Move, PieceKind};
use crate::search::gravity::apply_gravity;
use crate::search::node::NodeType;
use crate::search::techniques::{
    Ageing, BonusFormula, HistoryIndex, QuietHistorySwitches, Tunables,
};
use crate::search::threats::{BoardWithThreats, THREAT_PLANES, threat_index};
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Entry value above which all quiet-history entries are halved, in paper variants without a limit
/// per entry.
pub const HALVING_THRESHOLD: i32 = 1 << 28;

/// An entry for each pair of squares.
type Plane = [[i32; 64]; 64];

/// The scores where the heuristic is off.
static NOTHING: Plane = [[0; 64]; 64];

/// Quiet history, the scores of quiet moves by origin and target square and by threats to these.
/// The planes of 64 × 64 entries are chosen by [`HistoryIndex`].
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

/// Plane, row and column of a move's entry.
#[inline]
fn entry_index(
    index: HistoryIndex,
    position: BoardWithThreats<'_>,
    mv: Move,
) -> (usize, usize, usize) {
    let board = position.board;
    let side = board.side_to_move();
    let (from, to) = (mv.from().index(), mv.to().index());
    match index {
        HistoryIndex::SideFromTo => (side.index(), from, to),
        HistoryIndex::ThreatsFromTo => {
            (side.index() * THREAT_PLANES + threat_index(position.threats(), mv), from, to)
        }
        HistoryIndex::FromTo => (0, from, to),
        HistoryIndex::PieceTo => {
            let kind = board.kind_on(mv.from()).map_or(0, PieceKind::index);
            (kind * Color::ALL.len() + side.index(), 0, to)
        }
    }
}

/// View of the quiet history for one position, prepared to look up many moves.
#[derive(Clone, Copy)]
pub struct Scores<'a> {
    history: &'a QuietHistory,
    position: BoardWithThreats<'a>,
    threats: Bitboard,
    switches: QuietHistorySwitches,
    /// The planes of the side, by [`threat_index`]; unused where experiments index by piece.
    planes: [&'a Plane; THREAT_PLANES],
}

impl Scores<'_> {
    /// Quiet-history score of a quiet move; 0 if the quiet history is off.
    #[inline]
    pub fn score<N: NodeType>(&self, mv: Move) -> i32 {
        if N::EXPERIMENT && self.switches.index == HistoryIndex::PieceTo {
            return self.score_by_piece(mv);
        }
        self.planes[threat_index(self.threats, mv)][mv.from().index()][mv.to()]
    }

    #[inline(never)] // not in the loop over a node's moves, which play runs with a plane
    fn score_by_piece(&self, mv: Move) -> i32 {
        if self.switches.on { self.history.score(&self.switches, self.position, mv) } else { 0 }
    }
}

impl QuietHistory {
    /// Prepares the quiet-history lookup for many moves of one position.
    #[inline]
    pub fn scores<'a>(
        &'a self,
        switches: &QuietHistorySwitches,
        position: BoardWithThreats<'a>,
    ) -> Scores<'a> {
        let side = position.board.side_to_move().index();
        let planes = match (switches.on, switches.index) {
            (false, _) => [&NOTHING; THREAT_PLANES],
            (true, HistoryIndex::FromTo | HistoryIndex::PieceTo) => {
                [&self.entries[0]; THREAT_PLANES]
            }
            (true, HistoryIndex::SideFromTo) => [&self.entries[side]; THREAT_PLANES],
            (true, HistoryIndex::ThreatsFromTo) => {
                std::array::from_fn(|plane| &self.entries[side * THREAT_PLANES + plane])
            }
        };
        let uses_threats = switches.on && switches.index == HistoryIndex::ThreatsFromTo;
        let threats = if uses_threats { position.threats() } else { Bitboard::EMPTY };
        Scores { history: self, position, threats, switches: *switches, planes }
    }

    /// Quiet-history score of a quiet move in this position.
    #[inline]
    pub fn score(
        &self,
        switches: &QuietHistorySwitches,
        position: BoardWithThreats<'_>,
        mv: Move,
    ) -> i32 {
        let (plane, row, column) = entry_index(switches.index, position, mv);
        self.entries[plane][row][column]
    }

    /// Keeps, halves or clears the quiet history before another search, by `ageing`.
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

    /// Updates the quiet history after a cutoff (bonus for the best move, malus for moves tried
    /// before it).
    pub fn update(
        &mut self,
        switches: &QuietHistorySwitches,
        position: BoardWithThreats<'_>,
        best: Move,
        tried: &[Move],
        depth: i32,
        tunables: &Tunables,
    ) {
        let bonus = match switches.bonus_formula {
            BonusFormula::Gravity => {
                self.add(switches, position, best, bonus(tunables, depth));
                let malus = malus(tunables, depth);
                for &mv in tried {
                    self.add(switches, position, mv, -malus);
                }
                return;
            }
            BonusFormula::Power => 1 << depth.clamp(0, 20),
            BonusFormula::Square => depth * depth,
            BonusFormula::One => 1,
        };
        let (plane, row, column) = entry_index(switches.index, position, best);
        self.entries[plane][row][column] += bonus;
        if self.entries[plane][row][column] > HALVING_THRESHOLD {
            self.halve();
        }
    }

    /// Adds a bonus (a malus if negative) to the quiet-history entry of one move, within the entry
    /// limit.
    #[inline]
    pub fn add(
        &mut self,
        switches: &QuietHistorySwitches,
        position: BoardWithThreats<'_>,
        mv: Move,
        bonus: i32,
    ) {
        let (plane, row, column) = entry_index(switches.index, position, mv);
        let entry = &mut self.entries[plane][row][column];
        *entry = apply_gravity(*entry, bonus, LIMIT);
    }
}
