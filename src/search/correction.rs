//! Correction history: the error of the static evaluation in similar positions.
//!
//! **Idea** The static evaluation has similar errors in similar positions: those with the same
//! pawns, the same pieces of one side, the same minor pieces or the same last moves.
//! **Paper** None; folklore, first in Caissa by Michał Witanowski, then in Stockfish 16.1 (2024) by
//! Michael Chaly.
//! **Condition** Not in check; the best move is no capture; a bound counts only where it
//! contradicts the evaluation.
//! **Parameters** `CorrectionHistory.*` of the [tunables](super::techniques::TUNABLES).
//! **Differences** None.

use super::gravity::apply_gravity;
use super::node::Depth;
use super::table::prefetch;
use super::techniques::Tunables;
use crate::chess::{Board, Color, PieceKind};
use crate::score::Score;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Entries of a table for each side to move.
const SIZE: usize = 1 << 14;
/// Maximum absolute value of an entry.
const LIMIT: i32 = 1_024;
/// Weights are fractions with this denominator.
const PARTS: i32 = 128;

/// An entry for each side to move.
type CorrectionTable = [[i16; 2]; SIZE];

/// The features of a position that have a table, in this order: pawns, the pieces other than pawns
/// of White and of Black, minor pieces, last two moves.
const FEATURES: usize = 5;

/// Correction-history tables of one thread, which learn the error of the static evaluation in
/// similar positions.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
pub struct CorrectionHistory {
    tables: [CorrectionTable; FEATURES],
}

/// Indices of a position's correction-history entries, one a table, computed once and used for
/// prefetch, read and update.
#[derive(Clone, Copy, Debug, Default)]
pub struct CorrectionIndices {
    side: u16,
    entries: [u16; FEATURES],
}

impl CorrectionIndices {
    /// Computes a position's correction-history indices from its pieces and the last two moves (0
    /// for no move).
    #[inline]
    pub fn new(board: &Board, last_moves: [u16; 2]) -> CorrectionIndices {
        let moves = u64::from(last_moves[0]) << 16 | u64::from(last_moves[1]);
        CorrectionIndices {
            side: board.side_to_move().index() as u16,
            entries: [
                entry_index(board.pawn_key()),
                entry_index(board.non_pawn_key(Color::White)),
                entry_index(board.non_pawn_key(Color::Black)),
                entry_index(minor_key(board)),
                // the upper bits of a product depend on all bits of the factors
                entry_index(moves.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40),
            ],
        }
    }

    /// The entry of the pawns.
    #[inline]
    pub fn pawns(&self) -> u16 {
        self.entries[0]
    }

    /// The entry of the pieces other than pawns of a colour.
    #[inline]
    pub fn pieces(&self, color: Color) -> u16 {
        self.entries[1 + color.index()]
    }
}

/// A key of knights, bishops and kings; the board keeps none.
#[inline]
fn minor_key(board: &Board) -> u64 {
    let kinds =
        [PieceKind::Knight, PieceKind::Bishop, PieceKind::King].map(|kind| board.kind(kind));
    let white = (kinds[0] | kinds[1] | kinds[2]) & board.color(Color::White);
    // The products are independent of one another, so they run in parallel.
    multiply_fold(kinds[0].0, 0x9E37_79B9_7F4A_7C15)
        .wrapping_add(multiply_fold(kinds[1].0, 0xBF58_476D_1CE4_E5B9))
        .wrapping_add(multiply_fold(kinds[2].0, 0x94D0_49BB_1331_11EB))
        .wrapping_add(multiply_fold(white.0, 0xD6E8_FEB8_6659_FD93))
}

/// Both halves of the product with an odd number: every bit changes some low bit.
#[inline]
fn multiply_fold(bits: u64, by: u64) -> u64 {
    let product = u128::from(bits) * u128::from(by);
    (product >> 64) as u64 ^ product as u64
}

/// A key as the number of an entry.
#[inline]
fn entry_index(key: u64) -> u16 {
    (key as usize % SIZE) as u16
}

/// The same number, bounded so that the compiler leaves out the bounds check.
#[inline]
fn bounded(entry: u16) -> usize {
    usize::from(entry) % SIZE
}

impl CorrectionHistory {
    /// Prefetches a position's correction-history entries into the processor cache.
    #[inline]
    pub fn prefetch(&self, indices: &CorrectionIndices) {
        for (table, &entry) in self.tables.iter().zip(&indices.entries) {
            prefetch(&table[bounded(entry)]);
        }
    }

    /// Correction-history value to add to the static evaluation of a position, in internal units.
    #[inline]
    pub fn correction(&self, indices: &CorrectionIndices, tunables: &Tunables) -> Score {
        let weights = [
            tunables.correction_pawns,
            tunables.correction_pieces,
            tunables.correction_pieces,
            tunables.correction_minor,
            tunables.correction_moves,
        ];
        let side = usize::from(indices.side % 2);
        let features = self.tables.iter().zip(&indices.entries).zip(weights);
        let weigh = |((table, &entry), weight): ((&CorrectionTable, &u16), i32)| {
            i32::from(table[bounded(entry)][side]) * weight
        };
        features.map(weigh).sum::<i32>() / PARTS
    }

    /// Updates a position's correction history by the error (search score minus static evaluation),
    /// weighted by depth.
    pub fn update(&mut self, indices: &CorrectionIndices, error: Score, depth: Depth) {
        let step = (error.clamp(-LIMIT, LIMIT) * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        let side = usize::from(indices.side % 2);
        for (table, &entry) in self.tables.iter_mut().zip(&indices.entries) {
            let value = &mut table[bounded(entry)][side];
            *value = apply_gravity(i32::from(*value), step, LIMIT) as i16;
        }
    }
}
