//! The 64 squares: a1 = 0, b1 = 1, … h8 = 63.

use super::color::Color;
use crate::quote::quoted;
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// Square of the board, stored as its index 0 (a1) to 63 (h8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with an index from 0 (a1) to 63 (h8); higher bits are ignored.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square on this file and rank, both counted from 0 to 7.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square::new(rank * 8 + (file & 7))
    }

    /// Index of the square, from 0 (a1) to 63 (h8).
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// File of the square, from 0 (a-file) to 7 (h-file).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Letter of the file, from `a` to `h`.
    #[inline]
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }

    /// Rank of the square, from 0 (first rank) to 7 (eighth rank).
    #[inline]
    pub const fn rank(self) -> u8 {
        (self.0 >> 3) & 7
    }

    /// The square whose index is greater by `step` (8 is one rank up, 1 one file right). The result
    /// must be on the board.
    #[inline]
    pub const fn offset(self, step: i8) -> Square {
        Square::new(self.0.wrapping_add_signed(step))
    }

    /// The square seen from the side of `color` (the rank is mirrored for Black).
    #[inline]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.mirrored(),
        }
    }

    /// The square on the mirrored rank and the same file (a1 becomes a8).
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Iterates over all squares, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Chebyshev distance between two squares, the number of king moves on an empty board.
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for a text that is not a square name from `a1` to `h8`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a square")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::at(file - b'a', rank - b'1')),
            _ => Err(ParseSquareError(quoted(text))),
        }
    }
}

impl<T> Index<Square> for [T; 64] {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self[square.index()]
    }
}

impl<T> IndexMut<Square> for [T; 64] {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self[square.index()]
    }
}
