//! Positions: piece placement, side to move, castling rights, en passant square, clocks and derived
//! data.

use super::attacks;
use super::bitboard::Bitboard;
use super::color::{Color, Side};
use super::piece::{Piece, PieceKind};
use super::square::Square;
use super::zobrist;
use once_cell::sync::Lazy;

/// Chess position with pieces, side to move, castling rights, en passant square and move counters.
/// [`Board::after`] copies the board and makes the move on the copy, so a move is never unmade.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub(super) kinds: [Bitboard; 6],
    pub(super) colors: [Bitboard; 2],
    pub(super) mailbox: [Option<PieceKind>; 64],
    pub(super) key: u64,
    pub(super) pawn_key: u64,
    pub(super) non_pawn_keys: [u64; 2],
    /// Enemy pieces that attack the king of the side to move.
    pub(super) checkers: Bitboard,
    /// Pieces of the side to move that are pinned to their king.
    pub(super) pinned: Bitboard,
    /// Squares of the rooks with a castling right, for standard chess and Chess960 alike.
    pub(super) castling: Bitboard,
    /// Plies since the last capture or pawn move.
    pub(super) halfmoves: u16,
    /// Plies since the last capture, pawn move or null move.
    pub(super) reversible: u16,
    /// Full-move number, from 1.
    pub(super) fullmoves: u16,
    pub(super) side: Color,
    /// En passant square; set only if at least one en passant capture is legal.
    pub(super) en_passant: Option<Square>,
}

static START: Lazy<Board> = Lazy::new(|| {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        .parse()
        .expect("the initial position is sound")
});

impl Default for Board {
    /// Start position of standard chess.
    fn default() -> Board {
        *START
    }
}

impl Board {
    /// Board without pieces.
    pub(super) const EMPTY: Board = Board {
        kinds: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
        mailbox: [None; 64],
        key: 0,
        pawn_key: 0,
        non_pawn_keys: [0; 2],
        checkers: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
        castling: Bitboard::EMPTY,
        halfmoves: 0,
        reversible: 0,
        fullmoves: 1,
        side: Color::White,
        en_passant: None,
    };

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Squares of all pieces of one kind, of both colours.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// Squares of all pieces of `color`.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Squares of the pieces of one colour and kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// Squares occupied by any piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Kind of the piece on a square; `None` if the square is empty.
    #[inline]
    pub fn kind_on(&self, square: Square) -> Option<PieceKind> {
        self.mailbox[square]
    }

    /// Piece on a square, with its colour; `None` if the square is empty.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let color = if self.colors[0].has(square) { Color::White } else { Color::Black };
        self.kind_on(square).map(|kind| Piece { color, kind })
    }

    /// Square of the king of `color`.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceKind::King).first()
    }

    /// Squares of the opposing pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Squares of the pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Squares of the rooks of both colours with which castling is still a right.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Whether a castling right needs Chess960 rules, because king or rook is not on its standard
    /// file.
    pub fn needs_chess960(&self) -> bool {
        Iterator::any(&mut self.castling.into_iter(), |rook| {
            let color = if rook.rank() == 0 { Color::White } else { Color::Black };
            self.king(color).file() != 4 || !matches!(rook.file(), 0 | 7)
        })
    }

    /// En passant square; `None` unless an en passant capture is legal.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-move clock, the number of plies since the last capture or pawn move. 100 plies are a
    /// draw.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmoves
    }

    /// Plies since the last capture, pawn move or [null move](Board::after_null), the furthest
    /// possible distance to a repetition.
    #[inline]
    pub fn reversible_plies(&self) -> u16 {
        self.reversible
    }

    /// Full-move number of the game (1 at the start, incremented after every move of Black).
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmoves
    }

    /// Zobrist key of the position, without half-move clock and full-move number.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Zobrist key of the pawn structure (pawns of both colours only).
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// Zobrist key of the non-pawn pieces of one colour, king included.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.non_pawn_keys[color.index()]
    }

    /// Whether `color` has a piece other than pawns and king.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        self.color(color).without(self.kind(PieceKind::Pawn) | self.kind(PieceKind::King)).any()
    }

    /// Bishops and queens of both colours.
    #[inline]
    pub(super) fn diagonal_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen)
    }

    /// Squares of the rooks and queens of both colours.
    #[inline]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen)
    }

    /// Squares of the pieces of both colours that attack `square`, given the occupied squares.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(Color::Black, square) & self.pieces(Color::White, PieceKind::Pawn)
            | attacks::pawn(Color::White, square) & self.pieces(Color::Black, PieceKind::Pawn)
            | attacks::knight(square) & self.kind(PieceKind::Knight)
            | attacks::king(square) & self.kind(PieceKind::King)
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.orthogonal_sliders()
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, color: Color, kind: PieceKind, square: Square) {
        debug_assert!(self.mailbox[square].is_none(), "{square} is occupied");
        self.toggle(color, kind, square);
        self.mailbox[square] = Some(kind);
    }

    /// Removes a piece from its square.
    #[inline]
    pub(super) fn take(&mut self, color: Color, kind: PieceKind, square: Square) {
        debug_assert!(self.mailbox[square] == Some(kind), "no such piece on {square}");
        self.toggle(color, kind, square);
        self.mailbox[square] = None;
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub(super) fn shift(&mut self, color: Color, kind: PieceKind, from: Square, to: Square) {
        debug_assert!(self.mailbox[from] == Some(kind) && self.mailbox[to].is_none());
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.kinds[kind.index()] ^= both;
        self.colors[color.index()] ^= both;
        let key = zobrist::piece(color, kind, from) ^ zobrist::piece(color, kind, to);
        self.key ^= key;
        *self.part_key(color, kind) ^= key;
        self.mailbox[from] = None;
        self.mailbox[to] = Some(kind);
    }

    /// Partial key (pawns, or non-pawns of a colour) that includes such a piece.
    #[inline]
    fn part_key(&mut self, color: Color, kind: PieceKind) -> &mut u64 {
        if kind == PieceKind::Pawn {
            &mut self.pawn_key
        } else {
            &mut self.non_pawn_keys[color.index()]
        }
    }

    #[inline]
    fn toggle(&mut self, color: Color, kind: PieceKind, square: Square) {
        self.kinds[kind.index()] ^= Bitboard::of(square);
        self.colors[color.index()] ^= Bitboard::of(square);
        let key = zobrist::piece(color, kind, square);
        self.key ^= key;
        *self.part_key(color, kind) ^= key;
    }

    /// Computes checkers and pinned pieces of side `C`, which is to move.
    #[inline]
    pub(super) fn refresh_checks<C: Side>(&mut self) {
        let king = self.king(C::COLOR);
        let (own, enemy) = (self.color(C::COLOR), self.color(!C::COLOR));
        let occupied = own | enemy;
        let mut checkers = attacks::knight(king) & self.kind(PieceKind::Knight)
            | attacks::pawn(C::COLOR, king) & self.kind(PieceKind::Pawn);
        checkers &= enemy;
        let mut pinned = Bitboard::EMPTY;
        let snipers = (attacks::diagonal_rays(king) & self.diagonal_sliders()
            | attacks::orthogonal_rays(king) & self.orthogonal_sliders())
            & enemy;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= Bitboard::of(sniper);
            } else if !blockers.has_many() {
                pinned |= blockers & own;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned;
    }

    /// Computes the Zobrist key from all pieces, to verify the incrementally updated
    /// [`Board::key`].
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = zobrist::castling(self.castling);
        for square in self.occupied() {
            if let Some(Piece { color, kind }) = self.piece_on(square) {
                key ^= zobrist::piece(color, kind, square);
            }
        }
        if let Some(square) = self.en_passant {
            key ^= zobrist::en_passant(square);
        }
        if self.side == Color::Black {
            key ^= zobrist::black_to_move();
        }
        key
    }

    /// The colour-flipped position (colours exchanged, ranks mirrored), in which the other side is
    /// to move.
    pub fn mirrored(&self) -> Board {
        let Board { halfmoves, reversible, fullmoves, .. } = *self;
        let mut board =
            Board { halfmoves, reversible, fullmoves, side: !self.side, ..Board::EMPTY };
        for square in self.occupied() {
            if let Some(Piece { color, kind }) = self.piece_on(square) {
                board.put(!color, kind, square.mirrored());
            }
        }
        board.castling = self.castling.map(Square::mirrored).collect();
        board.en_passant = self.en_passant.map(Square::mirrored);
        board.complete();
        board
    }

    /// Computes the derived data. Pieces, side, castling and en passant must be set.
    pub(super) fn complete(&mut self) {
        match self.side {
            Color::White => self.refresh_checks::<super::color::White>(),
            Color::Black => self.refresh_checks::<super::color::Black>(),
        }
        self.key = self.key_from_scratch();
    }
}
