//! Piece kinds, pieces and their letters.

use super::color::Color;

/// Kind of a piece without its colour, ordered by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl PieceKind {
    /// All six kinds of pieces in the order of their index, pawn first.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// Kinds of piece that a pawn can promote to, weakest first, in the order of the move encoding.
    pub const PROMOTIONS: [PieceKind; 4] =
        [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

    /// Index of the kind of piece, from 0 (pawn) to 5 (king).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Lower-case English letter of the kind of piece, such as `n` for a knight.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
        }
    }

    /// The kind of piece with an English letter in either case; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }
}

/// Piece with its colour and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Colour of the piece.
    pub color: Color,
    /// Kind of the piece.
    pub kind: PieceKind,
}

impl Piece {
    /// FEN letter of the piece, upper case for White and lower case for Black.
    pub fn letter(self) -> char {
        self.color.cased(self.kind.letter())
    }

    /// The piece with this FEN letter; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = Color::of_letter(letter);
        PieceKind::from_letter(letter).map(|kind| Piece { color, kind })
    }
}
