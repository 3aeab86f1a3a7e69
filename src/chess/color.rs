//! The two sides, as a value ([`Color`]) and as a type ([`Side`]).
//!
//! Code that runs for one side at a time (move generation, making a move) is generic over [`Side`],
//! so it is written once and compiled twice with every direction and rank a constant.

use std::ops::Not;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first, up the board.
    White,
    /// Moves second, down the board.
    Black,
}

impl Color {
    /// Both colours, in index order.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// `0` for White, `1` for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank (0 to 7) that is `rank` steps from this side's own back rank.
    #[inline]
    pub const fn relative_rank(self, rank: u8) -> u8 {
        match self {
            Color::White => rank,
            Color::Black => 7 - rank,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A side as a type: [`White`] or [`Black`].
pub trait Side {
    /// The side as a value.
    const COLOR: Color;
    /// The opponent.
    type Other: Side<Other = Self>;
}

/// White as a type.
#[derive(Debug)]
pub struct White;

/// Black as a type.
#[derive(Debug)]
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Other = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Other = White;
}
