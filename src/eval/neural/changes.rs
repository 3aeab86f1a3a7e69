//! What differs between two boards: pieces that have come and gone, and the inputs that a view gains and loses by them.

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

    fn piece_on(&self, square: Square) -> Option<Piece> {
        let has = |set: u64| set >> square.index() & 1 != 0;
        let kind = PieceKind::ALL.into_iter().find(|kind| has(self.kinds[kind.index()]))?;
        let color = if has(self.colors[0]) { Color::White } else { Color::Black };
        Some(Piece { color, kind })
    }
}

/// Pieces with their squares.
type Men = ArrayVec<(Piece, Square), MOST_MEN>;

/// Pieces that have come and gone, whoever looks. Filled where it lies: to move it costs more than to find it.
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
        self.fill(changed, |square| old.piece_on(square), |square| new.piece_on(square));
    }

    /// Becomes that between two placements.
    pub fn find_placed(&mut self, old: &Placement, new: &Placement) {
        let sets = |placement: &Placement| placement.colors.into_iter().chain(placement.kinds);
        let changed = sets(old).zip(sets(new)).fold(0, |all, (old, new)| all | (old ^ new));
        self.fill(changed, |square| old.piece_on(square), |square| new.piece_on(square));
    }

    #[inline(always)]
    fn fill(&mut self, changed: u64, old: impl Fn(Square) -> Option<Piece>, new: impl Fn(Square) -> Option<Piece>) {
        self.come.clear();
        self.gone.clear();
        for square in Bitboard(changed) {
            self.gone.extend(old(square).map(|piece| (piece, square)));
            self.come.extend(new(square).map(|piece| (piece, square)));
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
}
