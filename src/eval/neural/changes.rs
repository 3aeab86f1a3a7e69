//! Differences between two boards: added and removed pieces, and the resulting changes of the
//! inputs of a perspective.

use super::features::{MAX_PIECES, PackedPiece, Perspective};
use crate::chess::{Bitboard, Board, Color, Piece, PieceKind, Square};
use arrayvec::ArrayVec;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Piece placement of a board, as bitboards by colour and by kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable)]
#[repr(C)]
pub struct Placement {
    colors: [u64; 2],
    kinds: [u64; 6],
}

impl Placement {
    /// Piece placement of an empty board.
    pub const EMPTY: Placement = Placement { colors: [0; 2], kinds: [0; 6] };

    /// Returns the piece placement of `board`.
    #[inline]
    pub fn of(board: &Board) -> Placement {
        Placement {
            colors: Color::ALL.map(|color| board.color(color).0),
            kinds: PieceKind::ALL.map(|kind| board.kind(kind).0),
        }
    }

    /// Returns the placement without the piece on `square`.
    pub fn without(&self, square: Square) -> Placement {
        let rest = !Bitboard::of(square).0;
        Placement {
            colors: self.colors.map(|set| set & rest),
            kinds: self.kinds.map(|set| set & rest),
        }
    }

    /// The squares of the pieces of one kind and colour.
    #[inline(always)]
    fn of_kind(&self, color: Color, kind: PieceKind) -> u64 {
        self.colors[color.index()] & self.kinds[kind.index()]
    }
}

/// Pieces and their squares.
type PieceList = ArrayVec<PackedPiece, MAX_PIECES>;

/// Pieces that were added and removed from one board to another. It is filled in place, because a
/// move of the struct costs more than the comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    added: PieceList,
    removed: PieceList,
}

impl Difference {
    /// Sets the difference to the pieces added and removed from board `old` to board `new`.
    #[inline]
    pub fn compute(&mut self, old: &Board, new: &Board) {
        let colors = Color::ALL.map(|color| (old.color(color) ^ new.color(color)).0);
        let kinds = PieceKind::ALL.map(|kind| (old.kind(kind) ^ new.kind(kind)).0);
        let changed = Bitboard(colors.into_iter().chain(kinds).fold(0, |all, set| all | set));
        self.removed.clear();
        self.added.clear();
        for (list, board) in [(&mut self.removed, old), (&mut self.added, new)] {
            for square in changed & board.occupied() {
                if let Some(piece) = board.piece_on(square) {
                    list.push(PackedPiece::new(piece, square));
                }
            }
        }
    }
}

/// Indices of the network inputs that are active in a perspective, one for each piece.
pub type Inputs = ArrayVec<u16, MAX_PIECES>;

/// Indices of the network inputs that are switched on and off between two boards, for one side's
/// perspective.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The gained inputs.
    pub added: Inputs,
    /// The lost inputs.
    pub removed: Inputs,
}

impl Changes {
    /// Sets the changes to those of one side's perspective for a difference between boards.
    #[inline]
    pub fn set(&mut self, perspective: Perspective, difference: &Difference) {
        // Not by `extend`, which prepares for long lists.
        let lists =
            [(&mut self.added, &difference.added), (&mut self.removed, &difference.removed)];
        for (inputs, pieces) in lists {
            inputs.clear();
            for &placed in pieces {
                inputs.push(perspective.input_of(placed));
            }
        }
    }

    /// Returns the changed network inputs of one side's perspective between any two piece
    /// placements. It compares kind by kind, because the placements may have little in common.
    pub fn between(perspective: &Perspective, old: &Placement, new: &Placement) -> Changes {
        let mut changes = Changes::default();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let (before, after) = (old.of_kind(color, kind), new.of_kind(color, kind));
                let input = |square| perspective.input(Piece { color, kind }, square) as u16;
                changes.added.extend(Bitboard(after & !before).map(input));
                changes.removed.extend(Bitboard(before & !after).map(input));
            }
        }
        changes
    }
}
