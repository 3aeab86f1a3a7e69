//! What differs between two boards, as inputs that a view has gained and lost.

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
        Placement { colors: self.colors.map(|set| set & rest), kinds: self.kinds.map(|set| set & rest) }
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
    /// What a view sees change.
    #[inline]
    pub fn between(old: &Placement, new: &Placement, view: &View) -> Changes {
        let mut changes = Changes::default();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let set = |placement: &Placement| placement.colors[color.index()] & placement.kinds[kind.index()];
                let (before, after) = (set(old), set(new));
                if before == after {
                    continue;
                }
                let piece = Piece { color, kind };
                let note = |squares: u64, inputs: &mut Inputs| {
                    inputs.extend(Bitboard(squares).map(|square| view.input(piece, square) as u16));
                };
                note(after & !before, &mut changes.added);
                note(before & !after, &mut changes.removed);
            }
        }
        changes
    }
}
