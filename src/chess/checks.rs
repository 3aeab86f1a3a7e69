//! Moves that give check, detected before they are made. [`Board::gives_check`] tests one move;
//! [`Checks`] is faster for many moves.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{Black, Color, Side, White};
use super::movegen::{Quiet, Sink, Visit};
use super::moves::{Move, MoveKind, MoveList};
use super::piece::{Piece, PieceKind};
use super::square::Square;

impl Board {
    /// Whether a legal move of this position gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        if mv.is_castling() || mv.is_en_passant() {
            return self.after(mv).in_check(); // rare; two pieces leave their squares
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = mv.promotion().or(self.kind_on(from)) else { return false };
        let king = self.king(!self.side);
        let occupied = self.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        attacks::of(Piece { color: self.side, kind }, to, occupied).has(king)
            || attacks::line(king, from).any() && self.uncovers_check(from, king, occupied)
    }

    /// Whether a slider of the side to move attacks the king after its own piece has left the line.
    fn uncovers_check(&self, from: Square, king: Square, occupied: Bitboard) -> bool {
        let own = self.color(self.side).without(Bitboard::of(from));
        attacks::bishop(king, occupied).intersects(own & self.diagonal_sliders())
            || attacks::rook(king, occupied).intersects(own & self.orthogonal_sliders())
    }
}

/// Squares from which each kind of piece gives check, computed once for many moves of one position.
#[derive(Clone, Copy, Debug)]
pub struct Checks<'a> {
    board: &'a Board,
    /// The opponent's king.
    king: Square,
    /// Squares from which a piece of each kind attacks the king.
    squares: [Bitboard; 6],
    /// Pieces of the side to move that uncover a check when they leave the line.
    discoverers: Bitboard,
}

/// Sink that keeps only the moves that give check.
struct OnlyChecks<'a> {
    checks: Checks<'a>,
    list: &'a mut MoveList,
}

impl Board {
    /// Computes the squares from which each kind of piece of the side to move would give check.
    pub fn checks(&self) -> Checks<'_> {
        let king = self.king(!self.side);
        let occupied = self.occupied();
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let pawn = attacks::pawn(!self.side, king);
        let squares =
            [pawn, attacks::knight(king), diagonal, straight, diagonal | straight, Bitboard::EMPTY];
        Checks { board: self, king, squares, discoverers: self.discoverers(king) }
    }

    /// Appends the legal quiet moves that give check to `list`, castling included.
    pub fn append_quiet_checks(&self, list: &mut MoveList) {
        let mut sink = OnlyChecks { checks: self.checks(), list };
        match self.side {
            Color::White => self.generate::<White, Quiet, _>(&mut sink),
            Color::Black => self.generate::<Black, Quiet, _>(&mut sink),
        }
    }

    /// Pieces of the side to move that alone block the line of an own slider to the opponent's
    /// king.
    fn discoverers(&self, king: Square) -> Bitboard {
        let own = self.color(self.side);
        let behind = (attacks::diagonal_rays(king) & self.diagonal_sliders()
            | attacks::orthogonal_rays(king) & self.orthogonal_sliders())
            & own;
        let alone = |slider| attacks::between(king, slider) & self.occupied();
        behind
            .map(alone)
            .filter(|blockers| !blockers.has_many())
            .fold(Bitboard::EMPTY, |all, one| all | one & own)
    }
}

impl Checks<'_> {
    /// Whether a legal move of the prepared position gives check.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        if mv.is_castling() || mv.is_en_passant() || mv.is_promotion() {
            return self.board.gives_check(mv);
        }
        self.board
            .kind_on(mv.from())
            .is_some_and(|kind| self.reached_by(mv.from(), kind).has(mv.to()))
    }

    /// Target squares on which a piece from this square gives a direct or discovered check.
    #[inline]
    fn reached_by(&self, from: Square, kind: PieceKind) -> Bitboard {
        let direct = self.squares[kind.index()];
        if self.discoverers.has(from) { direct | !attacks::line(self.king, from) } else { direct }
    }
}

impl OnlyChecks<'_> {
    fn push_if_check(&mut self, mv: Move) {
        if self.checks.board.gives_check(mv) {
            self.list.push(mv);
        }
    }
}

impl<C: Side> Sink<C> for OnlyChecks<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        let Some(kind) = self.checks.board.kind_on(from) else { return };
        let wanted = self.checks.reached_by(from, kind);
        Sink::<C>::piece(&mut Visit(|mv| self.list.push(mv)), from, targets & wanted, enemies);
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        let Checks { king, squares, discoverers, .. } = self.checks;
        let uncovers = |to: &Square| !attacks::line(king, to.offset(-step)).has(*to);
        let discovered: Bitboard = (discoverers.shifted(step) & targets).filter(uncovers).collect();
        let wanted = targets & (squares[0] | discovered);
        Sink::<C>::pawns(&mut Visit(|mv| self.list.push(mv)), wanted, step, kind);
    }

    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        Sink::<C>::promotions(&mut Visit(|mv| self.push_if_check(mv)), targets, step, capture);
    }

    fn special(&mut self, mv: Move) {
        self.push_if_check(mv);
    }
}
