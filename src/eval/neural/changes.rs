//! What differs between two boards: pieces that have come and gone, and the inputs that a view
//! gains and loses by them.

use super::features::{MOST_MEN, View};
use crate::chess::{Bitboard, Board, Color, Piece, PieceKind, Square};
use arrayvec::ArrayVec;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Which squares each colour and each kind of piece stands on: all that a view sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable)]
#[repr(C)]
pub struct Placement {
    colors: [u64; 2],
    kinds: [u64; 6],
}

impl Placement {
    /// An empty board.
    pub const EMPTY: Placement = Placement { colors: [0; 2], kinds: [0; 6] };

    /// That of a board.
    #[inline]
    pub fn of(board: &Board) -> Placement {
        Placement {
            colors: Color::ALL.map(|color| board.color(color).0),
            kinds: PieceKind::ALL.map(|kind| board.kind(kind).0),
        }
    }

    /// The same with nothing on a square.
    pub fn without(&self, square: Square) -> Placement {
        let rest = !Bitboard::of(square).0;
        Placement {
            colors: self.colors.map(|set| set & rest),
            kinds: self.kinds.map(|set| set & rest),
        }
    }

    /// The squares of a kind of piece of one colour.
    #[inline(always)]
    fn of_kind(&self, color: Color, kind: PieceKind) -> u64 {
        self.colors[color.index()] & self.kinds[kind.index()]
    }
}

/// Pieces with their squares.
type Men = ArrayVec<(Piece, Square), MOST_MEN>;

/// Pieces that have come and gone, whoever looks. Filled where it lies: to move it costs more than
/// to find it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    come: Men,
    gone: Men,
}

impl Difference {
    /// Becomes that between two boards.
    #[inline]
    pub fn find(&mut self, old: &Board, new: &Board) {
        let colors = Color::ALL.map(|color| (old.color(color) ^ new.color(color)).0);
        let kinds = PieceKind::ALL.map(|kind| (old.kind(kind) ^ new.kind(kind)).0);
        let changed = colors.into_iter().chain(kinds).fold(0, |all, set| all | set);
        self.come.clear();
        self.gone.clear();
        for square in Bitboard(changed) {
            self.gone.extend(old.piece_on(square).map(|piece| (piece, square)));
            self.come.extend(new.piece_on(square).map(|piece| (piece, square)));
        }
    }
}

/// Inputs that one placement has and another has not: men at most, for each board's.
pub type Inputs = ArrayVec<u16, MOST_MEN>;

/// The inputs that a view gains and loses from one placement to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Gained.
    pub added: Inputs,
    /// Lost.
    pub removed: Inputs,
}

impl Changes {
    /// What a view sees of a difference.
    #[inline]
    pub fn seen(view: &View, difference: &Difference) -> Changes {
        let mut changes = Changes::default();
        let input = |&(piece, square): &(Piece, Square)| view.input(piece, square) as u16;
        changes.added.extend(difference.come.iter().map(input));
        changes.removed.extend(difference.gone.iter().map(input));
        changes
    }

    /// What a view sees of all that differs between two placements, kind by kind: they may have
    /// little in common.
    pub fn between(view: &View, old: &Placement, new: &Placement) -> Changes {
        let mut changes = Changes::default();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let (before, after) = (old.of_kind(color, kind), new.of_kind(color, kind));
                let input = |square| view.input(Piece { color, kind }, square) as u16;
                changes.added.extend(Bitboard(after & !before).map(input));
                changes.removed.extend(Bitboard(before & !after).map(input));
            }
        }
        changes
    }
}
