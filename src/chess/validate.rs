//! Validation of positions: one function for each rule. The FEN reader and the tests use it.

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{Black, Color, Side, White};
use super::piece::{Piece, PieceKind};
use super::square::Square;

/// Reason why a position cannot arise in a game, such as a missing king.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImpossiblePosition {
    /// A side has no king.
    #[error("{0:?} has no king")]
    NoKing(Color),
    /// A side has several kings.
    #[error("{0:?} has {1} kings")]
    ManyKings(Color, u32),
    /// A side has more than 16 pieces.
    #[error("{0:?} has {1} pieces, more than 16")]
    TooManyPieces(Color, u32),
    /// A side has more than 8 pawns.
    #[error("{0:?} has {1} pawns, more than 8")]
    TooManyPawns(Color, u32),
    /// A side has more promoted pieces than missing pawns.
    #[error("{0:?} has {1} promoted pieces, but only {2} pawns are gone")]
    TooManyPromoted(Color, u32, u32),
    /// A pawn is on the first or eighth rank.
    #[error("a pawn stands on {0}, a last rank")]
    PawnOnLastRank(Square),
    /// The side that is not to move is in check.
    #[error("{0:?}, not to move, is in check: its king could be captured")]
    KingCapturable(Color),
    /// More than two pieces give check.
    #[error("{0} pieces give check, more than any move can bring about")]
    TooManyCheckers(u32),
    /// A castling right exists, but the king is not on its back rank.
    #[error("{0:?} has a castling right, but its king is on {1}")]
    CastlingWithoutKing(Color, Square),
    /// A castling right exists without its rook.
    #[error("castling right without a rook on {0}")]
    CastlingWithoutRook(Square),
    /// Two castling rights exist on one side of the king.
    #[error("{0:?} has two castling rights on one side of its king")]
    CastlingTwice(Color),
    /// The en passant square is not on the sixth rank of the side to move.
    #[error("en passant on {0}: not the sixth rank of the side to move")]
    EnPassantRank(Square),
    /// No pawn has just made a double push over the en passant square.
    #[error("en passant on {0}: no pawn has just passed there")]
    EnPassantWithoutPawn(Square),
    /// The double push would have passed through another piece.
    #[error("en passant on {0}: the pawn would have passed through {1}")]
    EnPassantBlocked(Square, Square),
}

impl Board {
    /// Rejects positions that no game can reach, by these rules.
    ///
    /// `en_passant` is the square from the FEN; the board keeps it only if an en passant capture is
    /// legal.
    pub(super) fn validate(&self, en_passant: Option<Square>) -> Result<(), ImpossiblePosition> {
        for color in Color::ALL {
            one_king(self, color)?;
            plausible_material(self, color)?;
            castling_in_place(self, color)?;
        }
        no_pawn_on_last_ranks(self)?;
        opponent_not_in_check(self)?;
        at_most_two_checkers(self)?;
        en_passant.map_or(Ok(()), |target| match self.side {
            Color::White => en_passant_possible::<White>(self, target),
            Color::Black => en_passant_possible::<Black>(self, target),
        })
    }

    /// Whether the position is valid and its derived data (such as keys) match the pieces; for
    /// tests.
    pub fn is_consistent(&self) -> bool {
        let Board { side, castling, en_passant, halfmoves, reversible, fullmoves, .. } = *self;
        let clocks = Board { halfmoves, reversible, fullmoves, ..Board::EMPTY };
        let mut fresh = Board { side, castling, en_passant, ..clocks };
        for at in self.occupied() {
            if let Some(Piece { color, kind }) = self.piece_on(at) {
                fresh.put(color, kind, at);
            }
        }
        fresh.complete();
        fresh == *self && self.validate(en_passant).is_ok()
    }
}

fn one_king(board: &Board, color: Color) -> Result<(), ImpossiblePosition> {
    match board.pieces(color, PieceKind::King).count() {
        0 => Err(ImpossiblePosition::NoKing(color)),
        1 => Ok(()),
        many => Err(ImpossiblePosition::ManyKings(color, many)),
    }
}

fn plausible_material(board: &Board, color: Color) -> Result<(), ImpossiblePosition> {
    let all = board.color(color).count();
    let pawns = board.pieces(color, PieceKind::Pawn).count();
    if all > 16 {
        return Err(ImpossiblePosition::TooManyPieces(color, all));
    }
    if pawns > 8 {
        return Err(ImpossiblePosition::TooManyPawns(color, pawns));
    }
    let beyond = |kind, at_start: u32| board.pieces(color, kind).count().saturating_sub(at_start);
    // Two bishops on one square colour are not promoted pieces: shuffled start positions have them.
    let promoted = beyond(PieceKind::Knight, 2)
        + beyond(PieceKind::Bishop, 2)
        + beyond(PieceKind::Rook, 2)
        + beyond(PieceKind::Queen, 1);
    if promoted > 8 - pawns {
        return Err(ImpossiblePosition::TooManyPromoted(color, promoted, 8 - pawns));
    }
    Ok(())
}

fn no_pawn_on_last_ranks(board: &Board) -> Result<(), ImpossiblePosition> {
    match (board.kind(PieceKind::Pawn) & Bitboard::BACK_RANKS).next() {
        Some(square) => Err(ImpossiblePosition::PawnOnLastRank(square)),
        None => Ok(()),
    }
}

fn opponent_not_in_check(board: &Board) -> Result<(), ImpossiblePosition> {
    let opponent = !board.side;
    let attackers =
        board.attackers(board.king(opponent), board.occupied()) & board.color(board.side);
    if attackers.any() { Err(ImpossiblePosition::KingCapturable(opponent)) } else { Ok(()) }
}

fn at_most_two_checkers(board: &Board) -> Result<(), ImpossiblePosition> {
    let checkers = (board.attackers(board.king(board.side), board.occupied())
        & board.color(!board.side))
    .count();
    if checkers > 2 { Err(ImpossiblePosition::TooManyCheckers(checkers)) } else { Ok(()) }
}

fn castling_in_place(board: &Board, color: Color) -> Result<(), ImpossiblePosition> {
    let back = Bitboard::rank(color.relative_rank(0));
    let rooks = board.castling & back;
    if rooks.is_empty() {
        return Ok(());
    }
    let king = board.king(color);
    if !back.has(king) {
        return Err(ImpossiblePosition::CastlingWithoutKing(color, king));
    }
    if let Some(empty) = rooks.without(board.pieces(color, PieceKind::Rook)).next() {
        return Err(ImpossiblePosition::CastlingWithoutRook(empty));
    }
    let right_of_king = rooks.filter(|rook| rook.file() > king.file()).count();
    if right_of_king > 1 || rooks.count() as usize - right_of_king > 1 {
        return Err(ImpossiblePosition::CastlingTwice(color));
    }
    Ok(())
}

/// Checks the en passant square for side `C`, which is to move.
fn en_passant_possible<C: Side>(board: &Board, target: Square) -> Result<(), ImpossiblePosition> {
    let ahead = C::COLOR.up();
    if target.rank() != C::COLOR.relative_rank(5) {
        return Err(ImpossiblePosition::EnPassantRank(target));
    }
    let (victim, origin) = (target.offset(-ahead), target.offset(ahead));
    if !board.pieces(!C::COLOR, PieceKind::Pawn).has(victim) {
        return Err(ImpossiblePosition::EnPassantWithoutPawn(target));
    }
    for square in [target, origin] {
        if board.occupied().has(square) {
            return Err(ImpossiblePosition::EnPassantBlocked(target, square));
        }
    }
    // An earlier check does not make the square impossible: published perft counts include the
    // capture.
    Ok(())
}
