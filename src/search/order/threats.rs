//! Threat ordering: quiet moves of pieces that less valuable pieces attack.
//!
//! **Idea** A piece attacked by a less valuable piece has to move, and should not move to where it
//! would be attacked by one. History does not show that: it comes from other positions.
//! **Paper** None; folklore, as in Stockfish.
//! **Condition** Quiet moves of positions that are not in check.
//! **Parameters** `ThreatOrdering.Weight` of the
//! [tunables](crate::search::techniques::TUNABLES); twice that for rooks and queens.
//! **Differences** The term is part of the history score of sorted moves, so it also affects their
//! reduction and pruning. Killers and the TT move do not get it.

use crate::chess::{Bitboard, Board, Move, PieceKind};

/// Maximum threat score of a quiet move, in steps (2 for rooks and queens, 1 for minor pieces).
pub const MAX_SCORE: i32 = 2;

/// Threat scores of quiet moves that leave or enter attacks by less valuable pieces, for move
/// ordering.
#[derive(Debug)]
pub struct ThreatOrder<'a> {
    board: &'a Board,
    /// Squares attacked by less valuable opposing pieces, by the kind of the piece that moves.
    squares: [Bitboard; 6],
}

impl<'a> ThreatOrder<'a> {
    /// Computes the squares attacked by less valuable opposing pieces, to score threats in this
    /// position.
    #[inline]
    pub fn new(board: &'a Board) -> ThreatOrder<'a> {
        let [by_pawns, by_minor, by_rooks] = board.threats_by_attacker();
        let mut squares = [Bitboard::EMPTY; 6];
        squares[PieceKind::Knight.index()] = by_pawns;
        squares[PieceKind::Bishop.index()] = by_pawns;
        squares[PieceKind::Rook.index()] = by_minor;
        squares[PieceKind::Queen.index()] = by_rooks;
        ThreatOrder { board, squares }
    }

    /// Threat score of a quiet move, positive if it escapes a less valuable attacker, negative if
    /// it enters one's attack. The score is from -[`MAX_SCORE`] to [`MAX_SCORE`].
    #[inline]
    pub fn score(&self, mv: Move) -> i32 {
        let kind = self.board.kind_on(mv.from()).unwrap_or(PieceKind::Pawn);
        let squares = self.squares[kind.index()];
        let escapes = i32::from(squares.has(mv.from())) - i32::from(squares.has(mv.to()));
        if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
            escapes * MAX_SCORE
        } else {
            escapes
        }
    }
}
