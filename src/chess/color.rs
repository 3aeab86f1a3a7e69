//! The two sides, as a value ([`Color`]) and as a type ([`Side`]).
//!
//! Code that runs for one side at a time (move generation, making a move) is generic over [`Side`].
//! The compiler generates one copy for each side, in which directions and ranks are constants.

use std::ops::Not;

/// Colour of a player or piece, White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// White; its pawns move up the board.
    White,
    /// Black; its pawns move down the board.
    Black,
}

impl Color {
    /// Both colours in index order (White, Black).
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Index of the colour for arrays, 0 for White and 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Colour that a FEN letter stands for: White if it is an upper-case letter, otherwise Black.
    pub const fn of_letter(letter: char) -> Color {
        if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
    }

    /// FEN letter in the case of this colour, upper case for White and lower case for Black.
    pub const fn cased(self, letter: char) -> char {
        match self {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Pawn push direction, in square indices (8 for White, -8 for Black).
    #[inline]
    pub const fn up(self) -> i8 {
        match self {
            Color::White => 8,
            Color::Black => -8,
        }
    }

    /// Rank index (0 to 7) seen from the side of this colour (`7 - rank` for Black).
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

/// Side to move as a type parameter ([`White`] or [`Black`]), so that move generation is compiled
/// once per side.
pub trait Side {
    /// Colour that corresponds to the type.
    const COLOR: Color;
    /// Type of the opposing side.
    type Other: Side<Other = Self>;
}

/// Marker type for White, a type parameter of functions that are compiled once per side.
#[derive(Debug)]
pub struct White;

/// Marker type for Black, a type parameter of functions that are compiled once per side.
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
