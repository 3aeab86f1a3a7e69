//! Threat ordering: quiet moves of pieces that lesser ones attack.
//!
//! **Idea** A piece within the reach of a lesser one has to go, and should not go where it would
//! be. What such moves have earned in other positions says too little of that, so they come
//! earlier, or later. **Paper** None; folklore, as in Stockfish. **Condition** Quiet moves of
//! positions that are not in check. **Parameters** `ThreatOrdering.Weight` of the
//! [tunables](crate::search::techniques::TUNABLES), for rooks and queens twice. **Where we differ**
//! It counts as earned where the picker has sorted the move: such moves are reduced and left out
//! accordingly; killers and the table's move are not.

use crate::chess::{Bitboard, Board, Move, PieceKind};

/// What a rook or a queen in reach counts for, where a minor piece counts for one.
pub const MOST: i32 = 2;

/// Looks up quiet moves of one position.
#[derive(Debug)]
pub struct ThreatOrder<'a> {
    board: &'a Board,
    /// What opposing pieces of less worth attack, by the kind of the piece that moves.
    squares: [Bitboard; 6],
}

impl<'a> ThreatOrder<'a> {
    /// In this position.
    #[inline]
    pub fn new(board: &'a Board) -> ThreatOrder<'a> {
        let [by_pawns, by_minor, by_rooks] = board.threats_by_worth();
        let mut squares = [Bitboard::EMPTY; 6];
        squares[PieceKind::Knight.index()] = by_pawns;
        squares[PieceKind::Bishop.index()] = by_pawns;
        squares[PieceKind::Rook.index()] = by_minor;
        squares[PieceKind::Queen.index()] = by_rooks;
        ThreatOrder { board, squares }
    }

    /// Above zero for a quiet move out of reach, below for one into it; at most [`MOST`].
    #[inline]
    pub fn of(&self, mv: Move) -> i32 {
        let kind = self.board.kind_on(mv.from()).unwrap_or(PieceKind::Pawn);
        let squares = self.squares[kind.index()];
        let escapes = i32::from(squares.has(mv.from())) - i32::from(squares.has(mv.to()));
        if matches!(kind, PieceKind::Rook | PieceKind::Queen) { escapes * MOST } else { escapes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lesser_pieces_count() {
        // The pawn attacks d3 and f3, the bishop its diagonal up to d5.
        let board: Board = "6k1/1b6/8/3R4/4p3/5N2/8/3Q2K1 w - - 0 1".parse().expect("a position");
        let reach = ThreatOrder::new(&board);
        let of = |text: &str| reach.of(board.parse_san(text).expect("legal"));
        assert_eq!((of("Ne5"), of("Nh4")), (1, 1), "out of a pawn's");
        assert_eq!(of("Rf5"), 2, "out of a bishop's");
        assert_eq!(of("Rc5"), 2);
        assert_eq!(of("Qd3"), -2, "into a pawn's");
        assert_eq!((of("Qe1"), of("Kg2")), (0, 0));
    }
}
