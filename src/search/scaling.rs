//! What an evaluation is scaled by before it is compared with anything: the men on the board, and how near a draw by fifty moves is.
//!
//! **Idea** Among many men an advantage can still grow, among few it may be all there is; and an advantage that wins nothing in fifty moves was
//! none.
//! **Paper** None; folklore, as in Stockfish.
//! **Condition** By men wherever a position is evaluated, before the table keeps that; by the clock where a node out of check is judged.
//! **Parameters** `MaterialScaling.Weight` of the [tunables](super::techniques::TUNABLES).
//! **Where we differ** Nothing.

use crate::chess::{Board, PieceKind};
use crate::score::{DECISIVE_BOUND, Score};

/// Evaluations that have been scaled or corrected stay clear of mates and wins by endgame tables.
pub const LIMIT: Score = DECISIVE_BOUND - 1;
/// The half-move clock at which an evaluation is worth nothing would be this, were the game not drawn at 100.
const FIFTY_MOVE_SCALE: Score = 200;
/// Weights are in these parts.
const PARTS: Score = 1024;
/// What men are worth here, pawns.
const WORTH: [(PieceKind, Score); 5] =
    [(PieceKind::Pawn, 1), (PieceKind::Knight, 3), (PieceKind::Bishop, 3), (PieceKind::Rook, 5), (PieceKind::Queen, 9)];
/// Men with which an evaluation keeps its size: a little more than half of what a game begins with.
const HALF: Score = 44;

/// An evaluation, internal units: more among many men, less among few. `weight` is what kings alone take off, 1024ths.
#[inline]
pub fn by_men(score: Score, board: &Board, weight: Score) -> Score {
    let men: Score = WORTH.iter().map(|&(kind, worth)| board.kind(kind).count() as Score * worth).sum();
    (score * (PARTS + weight * (men - HALF) / HALF) / PARTS).clamp(-LIMIT, LIMIT)
}

/// An evaluation, internal units: less, the longer no pawn has moved and nothing was taken.
#[inline]
pub fn by_clock(score: Score, board: &Board) -> Score {
    score - score * Score::from(board.halfmove_clock()) / FIFTY_MOVE_SCALE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advantage_counts_for_more_among_many_men_and_for_less_near_the_draw() {
        let kings: Board = "4k3/8/8/8/8/8/8/4K3 w - - 50 1".parse().expect("a position");
        assert_eq!(by_men(1024, &kings, 200), 824);
        assert_eq!(by_men(-1024, &Board::default(), 200), -(1024 + 200 * 34 / 44));
        assert_eq!((by_men(500, &Board::default(), 0), by_men(LIMIT, &Board::default(), 600)), (500, LIMIT));
        assert_eq!((by_clock(1000, &kings), by_clock(1000, &Board::default())), (750, 1000));
    }
}
