//! The two sides, as a value ([`Color`]) and as a type ([`Side`]).
//!
//! Code that runs for one side at a time (move generation, making a move) is generic over [`Side`].
//! The compiler generates one copy for each side, in which directions and ranks are constants.

use std::ops::Not;

/// Colour of a player or piece: White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// White; its pawns move up the board.
    White,
    /// Black; its pawns move down the board.
    Black,
}

impl Color {
    /// Both colours in the order of their index: White, Black.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Index of the colour: 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Rank index (0 to 7) of the rank at distance `rank` from this side's back rank.
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

/// A side known at compile time, [`White`] or [`Black`]: move generation is compiled once for each.
pub trait Side {
    /// Colour of the side.
    const COLOR: Color;
    /// Opponent of the side.
    type Other: Side<Other = Self>;
}

/// White as a type parameter of functions that are compiled once for each side.
#[derive(Debug)]
pub struct White;

/// Black as a type parameter of functions that are compiled once for each side.
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
