//! Static exchange evaluation (SEE): whether the captures on one square win at least a threshold.
//!
//! Both sides capture with their least valuable piece and may stop when going on would lose
//! material. Pins are ignored.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::Move;
use super::piece::PieceKind;

impl PieceKind {
    /// Value of a kind of piece in static exchange evaluation, in internal units.
    ///
    /// The values approximate the average change of the neural evaluation when such a piece is
    /// removed from the board (pawn 249, knight 689, bishop 756, rook 1086, queen 2050 over 6083
    /// positions). Minor pieces are equal, so that equal trades have balance zero.
    #[inline]
    pub const fn see_value(self) -> i32 {
        SEE_VALUES[self.index()]
    }
}

/// Static rather than const, so that it is not copied to the stack at each call.
static SEE_VALUES: [i32; 6] = [240, 700, 700, 1_080, 2_040, 40_000];

impl Board {
    /// Material won by the move itself (captured piece plus promotion gain), in internal units.
    #[inline]
    pub fn immediate_gain(&self, mv: Move) -> i32 {
        let taken = if mv.is_en_passant() {
            PieceKind::Pawn.see_value()
        } else if mv.is_capture() {
            self.kind_on(mv.to()).map_or(0, PieceKind::see_value)
        } else {
            0
        };
        let promoted =
            mv.promotion().map_or(0, |kind| kind.see_value() - PieceKind::Pawn.see_value());
        taken + promoted
    }

    /// Whether the static exchange evaluation (SEE) of the move is at least `threshold` internal
    /// units.
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let Some(mover) = mv.promotion().or(self.kind_on(mv.from())) else { return false };
        let mut balance = self.immediate_gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        balance -= mover.see_value();
        if balance >= 0 {
            return true; // enough even if the moved piece is lost
        }
        self.resolve_exchange(mv, balance)
    }

    /// Continues [`Board::see_ge`] after the move. `balance` is negative: the shortfall if the
    /// moved piece is captured.
    fn resolve_exchange(&self, mv: Move, mut balance: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let mut occupied = (self.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
        if mv.is_en_passant() {
            occupied ^= Bitboard::of(super::Square::at(to.file(), from.rank()));
        }
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !self.side_to_move();
        // Invariant: `side` is to capture. A negative `balance` means that the opponent of `side`
        // falls short if `side` captures.
        loop {
            let own = attackers & self.color(side);
            if own.is_empty() {
                break; // the most frequent end, tested before each kind
            }
            let Some((kind, square)) = self.least_valuable(own) else { break };
            // The king captures last, and only an undefended piece.
            if kind == PieceKind::King && attackers.intersects(self.color(!side)) {
                break;
            }
            occupied ^= Bitboard::of(square);
            if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
                attackers |= attacks::bishop(to, occupied) & self.diagonal_sliders();
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
                attackers |= attacks::rook(to, occupied) & self.orthogonal_sliders();
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - kind.see_value();
            if balance >= 0 {
                break; // the capturing side stays ahead even if its piece is lost
            }
        }
        // The side to capture has lost the exchange: it has no capture, or none that is enough.
        side != self.side_to_move()
    }

    fn least_valuable(&self, pieces: Bitboard) -> Option<(PieceKind, super::Square)> {
        PieceKind::ALL
            .into_iter()
            .find_map(|kind| (pieces & self.kind(kind)).next().map(|square| (kind, square)))
    }
}
