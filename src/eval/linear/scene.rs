//! The board as one side sees it, with own pieces moving up the board, so that no feature is written twice. Black's view
//! has the ranks turned over, which for a set of squares is one instruction.

use super::features::KING_ZONES;
use crate::chess::attacks;
use crate::chess::{Bitboard, Board, Color, PieceKind, Square};
use arrayvec::ArrayVec;

/// A piece that is neither pawn nor king, and what it attacks.
#[derive(Clone, Copy, Debug)]
pub struct Officer {
    /// Knight to queen.
    pub kind: PieceKind,
    /// Where it stands.
    pub square: Square,
    /// What it attacks, own pieces it defends among it.
    pub attacks: Bitboard,
}

/// One side's pieces and what they attack, in a fixed view.
#[derive(Clone, Debug)]
pub struct Army {
    /// Its pieces by kind.
    pub kinds: [Bitboard; 6],
    /// All of them.
    pub all: Bitboard,
    /// Where its king stands.
    pub king: Square,
    /// What its pieces of each kind attack.
    pub attacks: [Bitboard; 6],
    /// What any of them attacks.
    pub attacked: Bitboard,
}

/// What one side sees.
#[derive(Debug)]
pub struct Scene<'a> {
    /// Its own pieces.
    pub own: &'a Army,
    /// Its own officers, one by one.
    pub officers: &'a ArrayVec<Officer, 16>,
    /// The enemy's pieces.
    pub enemy: Army,
    /// Every piece.
    pub occupied: Bitboard,
    /// Is it its turn?
    pub to_move: bool,
}

/// Turns the ranks over.
#[inline]
fn turned(set: Bitboard) -> Bitboard {
    Bitboard(set.0.swap_bytes())
}

/// One step up and left or right from each square.
#[inline]
pub fn pawn_attacks_up(pawns: Bitboard) -> Bitboard {
    pawns.without(Bitboard::FILE_A).shifted(7) | pawns.without(Bitboard::FILE_H).shifted(9)
}

/// One step down and left or right from each square.
#[inline]
pub fn pawn_attacks_down(pawns: Bitboard) -> Bitboard {
    pawns.without(Bitboard::FILE_H).shifted(-7) | pawns.without(Bitboard::FILE_A).shifted(-9)
}

/// These squares and all below them.
#[inline]
pub fn fill_down(mut set: Bitboard) -> Bitboard {
    set |= set.shifted(-8);
    set |= set.shifted(-16);
    set | set.shifted(-32)
}

impl Army {
    /// One side as it sees itself, with its officers.
    #[inline]
    pub fn muster(board: &Board, color: Color, occupied: Bitboard) -> (Army, ArrayVec<Officer, 16>) {
        let kinds = PieceKind::ALL.map(|kind| {
            let pieces = board.pieces(color, kind);
            if color == Color::White { pieces } else { turned(pieces) }
        });
        let king = kinds[5].first();
        let mut attacks = [
            pawn_attacks_up(kinds[0]),
            Bitboard::EMPTY,
            Bitboard::EMPTY,
            Bitboard::EMPTY,
            Bitboard::EMPTY,
            attacks::king(king),
        ];
        let mut officers = ArrayVec::new();
        for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
            for square in kinds[kind.index()] {
                let reach = match kind {
                    PieceKind::Knight => attacks::knight(square),
                    PieceKind::Bishop => attacks::bishop(square, occupied),
                    PieceKind::Rook => attacks::rook(square, occupied),
                    _ => attacks::queen(square, occupied),
                };
                attacks[kind.index()] |= reach;
                // A side has at most fifteen officers; one more could only come from a board nobody checked.
                let _ = officers.try_push(Officer { kind, square, attacks: reach });
            }
        }
        let all = kinds.iter().fold(Bitboard::EMPTY, |all, &set| all | set);
        let attacked = attacks.iter().fold(Bitboard::EMPTY, |all, &set| all | set);
        (Army { kinds, all, king, attacks, attacked }, officers)
    }

    /// The army as the other side sees it.
    #[inline]
    pub fn seen_by_the_other(&self) -> Army {
        Army {
            kinds: self.kinds.map(turned),
            all: turned(self.all),
            king: self.king.mirrored(),
            attacks: self.attacks.map(turned),
            attacked: turned(self.attacked),
        }
    }

    /// Its pieces of a kind.
    #[inline]
    pub fn of(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// Its pawns.
    #[inline]
    pub fn pawns(&self) -> Bitboard {
        self.kinds[0]
    }

    /// What its pawns attack.
    #[inline]
    pub fn pawn_attacks(&self) -> Bitboard {
        self.attacks[0]
    }
}

/// Every piece, as a side sees it.
#[inline]
pub fn occupied(board: &Board, color: Color) -> Bitboard {
    if color == Color::White { board.occupied() } else { turned(board.occupied()) }
}

/// What to add (by exclusive or) to a square so that a king on files a to d comes to e to h.
#[inline]
pub fn file_flip(king: Square) -> usize {
    if king.file() < 4 { 7 } else { 0 }
}

/// Where a king lives, as its own side sees it: castled short (mirrored: long), f1, the centre of the back rank; the second rank
/// behind its pawns or in the centre; the third and fourth rank; further up.
#[inline]
pub fn king_zone(king: Square) -> usize {
    let file = king.file() ^ file_flip(king) as u8;
    let zone = match king.rank() {
        0 => [0, 0, 0, 0, 2, 1, 0, 0][file as usize],
        1 => 3 + usize::from(file < 6),
        2 | 3 => 5,
        _ => 6,
    };
    debug_assert!(zone < KING_ZONES);
    zone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_sees_itself_at_the_bottom() {
        let board: Board = "4k3/pp6/8/8/8/8/6PP/4K2R b K - 0 1".parse().expect("sound");
        let (black, _) = Army::muster(&board, Color::Black, occupied(&board, Color::Black));
        assert_eq!(black.king, Square::at(4, 0));
        assert_eq!(black.pawns(), Bitboard::rank(1) & (Bitboard::file(0) | Bitboard::file(1)));
        let seen = black.seen_by_the_other();
        assert_eq!(seen.king, Square::at(4, 7));
        assert_eq!(
            seen.pawn_attacks(),
            Bitboard::rank(5) & (Bitboard::file(0) | Bitboard::file(1) | Bitboard::file(2))
        );
    }

    #[test]
    fn filling_goes_down_only() {
        assert_eq!(fill_down(Bitboard::of(Square::at(2, 3))).count(), 4);
        assert!(fill_down(Bitboard::of(Square::at(2, 3))).has(Square::at(2, 0)));
    }

    #[test]
    fn wings_are_alike() {
        for rank in 0..8 {
            for file in 0..4 {
                assert_eq!(king_zone(Square::at(file, rank)), king_zone(Square::at(7 - file, rank)));
            }
        }
    }
}
