//! Legal move generator. It is generic over the side to move, the class of moves ([`MoveClass`]),
//! check or no check, and the [`Sink`] that receives the moves. The sink is a list for the search,
//! and a counter or a visitor for perft.
//!
//! Every generated move is legal. In check, the targets are the checker and the squares between it
//! and the king. A pinned piece stays on the line of its king. The king does not move to attacked
//! squares. Pawn moves are generated set-wise.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::castling;
use super::color::{Black, Color, Side, White};
use super::moves::{Move, MoveKind, MoveList};
use super::piece::PieceKind;
use super::square::Square;

/// Class of moves to generate ([`All`], [`Noisy`] or [`Quiet`]), as a type parameter of the move
/// generator.
pub trait MoveClass {
    /// Whether this class contains captures and promotions.
    const NOISY: bool;
    /// Whether this class contains quiet moves, castling included.
    const QUIET: bool;
}

/// Marker type that makes the move generator generate all legal moves.
#[derive(Debug)]
pub struct All;
/// Marker type that makes the move generator generate only captures and promotions.
#[derive(Debug)]
pub struct Noisy;
/// Marker type that makes the move generator generate only quiet moves, castling included.
#[derive(Debug)]
pub struct Quiet;

impl MoveClass for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl MoveClass for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl MoveClass for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// Receiver of generated moves of side `C`, such as a move list or a counter.
pub trait Sink<C: Side> {
    /// Receives the moves of one piece from a square to each target square. Targets in `enemies`
    /// are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Receives pawn moves of one kind to each target square, from the square `step` indices before
    /// the target.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);
    /// Receives promotions on each target square, from the square `step` indices before the target.
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool);
    /// Receives a single castling move or en passant capture.
    fn special(&mut self, mv: Move);
}

/// Sink that calls a function with each move.
pub(super) struct Visit<F>(pub(super) F);

impl<C: Side, F: FnMut(Move)> Sink<C> for Visit<F> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            (self.0)(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets.without(enemies) {
            (self.0)(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            (self.0)(Move::new(to.offset(-step), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for to in targets {
            for piece in (0..4).rev() {
                (self.0)(Move::promoting(to.offset(-step), to, piece, capture));
            }
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        (self.0)(mv);
    }
}

/// Sink that counts moves.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl<C: Side> Sink<C> for Count {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += 4 * u64::from(targets.count());
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Board {
    /// Generates all legal moves of the side to move.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.append_moves::<All>(&mut list);
        list
    }

    /// Appends the legal moves of class `W` (all, noisy or quiet) to a list.
    #[inline]
    pub fn append_moves<W: MoveClass>(&self, list: &mut MoveList) {
        let mut sink = Visit(|mv| list.push(mv));
        match self.side {
            Color::White => self.generate::<White, W, _>(&mut sink),
            Color::Black => self.generate::<Black, W, _>(&mut sink),
        }
    }

    /// Number of legal moves of the side to move.
    pub fn count_moves(&self) -> u64 {
        match self.side {
            Color::White => self.count_moves_as::<White>(),
            Color::Black => self.count_moves_as::<Black>(),
        }
    }

    /// [`Board::count_moves`] with the side to move known at compile time.
    #[inline]
    pub(super) fn count_moves_as<C: Side>(&self) -> u64 {
        let mut count = Count::default();
        self.generate::<C, All, _>(&mut count);
        count.0
    }

    /// Passes the legal moves of side `C`, which is to move, to the sink.
    #[inline]
    pub(super) fn generate<C: Side, W: MoveClass, S: Sink<C>>(&self, sink: &mut S) {
        if self.checkers.is_empty() {
            self.generate_pieces::<C, W, S, false>(sink, Bitboard::ALL);
        } else if !self.checkers.has_many() {
            let checker = self.checkers.first();
            let target_mask = attacks::between(self.king(C::COLOR), checker) | self.checkers;
            self.generate_pieces::<C, W, S, true>(sink, target_mask);
        }
        self.generate_king::<C, W, S>(sink);
    }

    /// Generates the moves of all pieces but the king. `target_mask` are the targets that parry a
    /// check; all squares without a check.
    #[inline]
    fn generate_pieces<C: Side, W: MoveClass, S: Sink<C>, const CHECK: bool>(
        &self,
        sink: &mut S,
        target_mask: Bitboard,
    ) {
        let (own, enemies) = (self.color(C::COLOR), self.color(!C::COLOR));
        let occupied = own | enemies;
        let king = self.king(C::COLOR);
        let allowed = targets::<W>(own, enemies) & target_mask;
        let free = own.without(self.pinned);

        for from in self.kind(PieceKind::Knight) & free {
            sink.piece(from, attacks::knight(from) & allowed, enemies);
        }
        for from in self.kind(PieceKind::Bishop) & free {
            sink.piece(from, attacks::bishop(from, occupied) & allowed, enemies);
        }
        for from in self.kind(PieceKind::Rook) & free {
            sink.piece(from, attacks::rook(from, occupied) & allowed, enemies);
        }
        for from in self.kind(PieceKind::Queen) & free {
            sink.piece(from, attacks::queen(from, occupied) & allowed, enemies);
        }
        self.generate_pawns::<C, W, S>(sink, self.kind(PieceKind::Pawn) & free, target_mask);

        // A pinned piece cannot parry a check, so in check it has no move.
        if !CHECK && self.pinned.any() {
            for from in self.pinned & self.diagonal_sliders() {
                sink.piece(
                    from,
                    attacks::bishop(from, occupied) & attacks::line(king, from) & allowed,
                    enemies,
                );
            }
            for from in self.pinned & self.orthogonal_sliders() {
                sink.piece(
                    from,
                    attacks::rook(from, occupied) & attacks::line(king, from) & allowed,
                    enemies,
                );
            }
            for from in self.pinned & self.kind(PieceKind::Pawn) {
                self.generate_pawns::<C, W, S>(sink, Bitboard::of(from), attacks::line(king, from));
            }
        }
        if W::NOISY
            && let Some(target) = self.en_passant
        {
            for from in self.en_passant_capturers::<C>(target) {
                sink.special(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }

    #[inline]
    fn generate_pawns<C: Side, W: MoveClass, S: Sink<C>>(
        &self,
        sink: &mut S,
        pawns: Bitboard,
        target_mask: Bitboard,
    ) {
        let empty = !self.occupied();
        let last = Bitboard::rank(C::COLOR.relative_rank(7));
        let ahead = C::COLOR.up();
        let single = pawns.shifted(ahead) & empty;
        if W::QUIET {
            let third = Bitboard::rank(C::COLOR.relative_rank(2));
            let double = (single & third).shifted(ahead) & empty;
            sink.pawns((single & target_mask).without(last), ahead, MoveKind::Quiet);
            sink.pawns(double & target_mask, 2 * ahead, MoveKind::DoublePush);
        }
        if W::NOISY {
            let takeable = self.color(!C::COLOR) & target_mask;
            let west = pawns.without(Bitboard::FILE_A).shifted(ahead - 1) & takeable;
            let east = pawns.without(Bitboard::FILE_H).shifted(ahead + 1) & takeable;
            sink.pawns(west.without(last), ahead - 1, MoveKind::Capture);
            sink.pawns(east.without(last), ahead + 1, MoveKind::Capture);
            if pawns.intersects(Bitboard::rank(C::COLOR.relative_rank(6))) {
                sink.promotions(single & target_mask & last, ahead, false);
                sink.promotions(west & last, ahead - 1, true);
                sink.promotions(east & last, ahead + 1, true);
            }
        }
    }

    #[inline]
    fn generate_king<C: Side, W: MoveClass, S: Sink<C>>(&self, sink: &mut S) {
        let (own, enemies) = (self.color(C::COLOR), self.color(!C::COLOR));
        let king = self.king(C::COLOR);
        let targets = attacks::king(king) & targets::<W>(own, enemies);
        let rooks = if W::QUIET { self.rooks_free_to_castle::<C>(king) } else { Bitboard::EMPTY };
        if (targets | rooks).is_empty() {
            return;
        }
        let attacked = self.attacked_by::<C::Other>(self.occupied() ^ Bitboard::of(king));
        sink.piece(king, targets.without(attacked), enemies);
        for rook in rooks {
            if !castling::king_path::<C>(king, rook).intersects(attacked) {
                sink.special(Move::new(king, rook, MoveKind::Castling));
            }
        }
    }

    /// Squares that the opponent of the side to move attacks.
    pub fn threats(&self) -> Bitboard {
        match self.side_to_move() {
            Color::White => self.attacked_by::<Black>(self.occupied()),
            Color::Black => self.attacked_by::<White>(self.occupied()),
        }
    }

    /// Squares that the opponent attacks by pawns; by pawns or minor pieces; by pawns, minor pieces
    /// or rooks.
    pub fn threats_by_attacker(&self) -> [Bitboard; 3] {
        let them = !self.side_to_move();
        let (of, occupied) = (|kind| self.pieces(them, kind), self.occupied());
        let by_pawns = attacks::pawns(them, of(PieceKind::Pawn));
        let by_knights = of(PieceKind::Knight).map(attacks::knight);
        let by_bishops = of(PieceKind::Bishop).map(|from| attacks::bishop(from, occupied));
        let by_minor = by_knights.chain(by_bishops).fold(by_pawns, |all, one| all | one);
        let by_rooks = of(PieceKind::Rook).map(|from| attacks::rook(from, occupied));
        [by_pawns, by_minor, by_rooks.fold(by_minor, |all, one| all | one)]
    }

    /// Squares that side `C` attacks, given the occupied squares.
    #[inline]
    pub(super) fn attacked_by<C: Side>(&self, occupied: Bitboard) -> Bitboard {
        let own = self.color(C::COLOR);
        let pawns = self.kind(PieceKind::Pawn) & own;
        let mut attacked = attacks::pawns(C::COLOR, pawns) | attacks::king(self.king(C::COLOR));
        for from in self.kind(PieceKind::Knight) & own {
            attacked |= attacks::knight(from);
        }
        for from in self.diagonal_sliders() & own {
            attacked |= attacks::bishop(from, occupied);
        }
        for from in self.orthogonal_sliders() & own {
            attacked |= attacks::rook(from, occupied);
        }
        attacked
    }
}

#[inline]
fn targets<W: MoveClass>(own: Bitboard, enemies: Bitboard) -> Bitboard {
    match (W::NOISY, W::QUIET) {
        (true, true) => !own,
        (true, false) => enemies,
        (false, _) => !(own | enemies),
    }
}
