//! Positions as text: FEN, X-FEN and Shredder-FEN in; FEN (castling letters as in X-FEN) and
//! Shredder-FEN out.
//!
//! The last two fields may be missing (EPD, many GUIs). An en passant square is kept only where a
//! pawn can really take, so that equal positions have equal keys; a square on which nobody can take
//! is accepted and dropped. What no game leads to is refused here;
//! [`Mended`](super::mended::Mended) repairs what leaves no doubt about the position.

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{Color, White};
use super::piece::{Piece, PieceKind};
use super::square::Square;
use super::validate::Impossible;
use crate::quote::quoted;
use std::fmt::Write as _;
use std::str::FromStr;

/// The longest half-move clock of a FEN: with 150 plies the 75-move rule has ended the game.
pub(super) const LONGEST_CLOCK: u16 = 150;

/// The rooks that the letters K and Q of the castling field mean. File letters say it themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// With the king on its e-square those in the corners, as in standard chess; else the outermost.
    Corners,
    /// The outermost on their side of the king (X-FEN), as in Chess960.
    Outermost,
    /// The outermost if the position is plainly one of Chess960, else those in the corners.
    Guess,
}

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Fewer than the four fields that say something.
    #[error("{0} of the 4 fields of a FEN (pieces, side, castling, en passant)")]
    MissingFields(usize),
    /// More fields than a FEN has.
    #[error("'{0}' follows the last field of the FEN")]
    ExtraField(String),
    /// The first field has not eight ranks.
    #[error("{0} ranks instead of 8")]
    Ranks(usize),
    /// A rank has not eight squares.
    #[error("rank {rank} has {squares} squares instead of 8")]
    RankWidth {
        /// 1 to 8.
        rank: u8,
        /// Squares written.
        squares: u32,
    },
    /// A letter that is no piece.
    #[error("'{letter}' in rank {rank} is no piece")]
    UnknownPiece {
        /// What was written.
        letter: char,
        /// 1 to 8.
        rank: u8,
    },
    /// The second field is neither `w` nor `b`.
    #[error("side to move '{0}' is neither w nor b")]
    Side(String),
    /// The third field has something else than castling letters.
    #[error("castling field '{0}' is neither '-' nor made of KQkq or file letters")]
    Castling(String),
    /// The fourth field is no square.
    #[error("en passant field '{0}' is neither '-' nor a square")]
    EnPassant(String),
    /// The fifth field is no number of plies up to 150, where the 75-move rule ends the game.
    #[error("half-move clock '{0}' is not a number from 0 to 150")]
    HalfmoveClock(String),
    /// The sixth field is no number.
    #[error("move number '{0}' is not a number from 0 to 65535")]
    MoveNumber(String),
    /// The text is well formed, but no game leads there.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Board, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        read_fields(&fields, Castling::Outermost)
    }
}

/// The fields of a FEN as a board. Fields beyond the sixth are an error.
pub(super) fn read_fields(fields: &[&str], castling: Castling) -> Result<Board, FenError> {
    if fields.len() < 4 {
        return Err(FenError::MissingFields(fields.len()));
    }
    if let Some(extra) = fields.get(6) {
        return Err(FenError::ExtraField(quoted(extra)));
    }
    let mut board = Board::EMPTY;
    read_pieces(&mut board, fields[0])?;
    board.side = match fields[1] {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::Side(quoted(other))),
    };
    board.castling = read_castling(&board, fields[2], castling)?;
    let en_passant = match fields[3] {
        "-" => None,
        name => Some(name.parse().map_err(|_| FenError::EnPassant(quoted(name)))?),
    };
    if let Some(text) = fields.get(4) {
        let clock = text.parse().ok().filter(|&plies| plies <= LONGEST_CLOCK);
        board.halfmoves = clock.ok_or_else(|| FenError::HalfmoveClock(quoted(text)))?;
        board.reversible = board.halfmoves;
    }
    if let Some(text) = fields.get(5) {
        let number: u16 = text.parse().map_err(|_| FenError::MoveNumber(quoted(text)))?;
        board.fullmoves = number.max(1);
    }
    board.validate(en_passant)?;
    board.complete();
    board.en_passant = en_passant.filter(|&target| match board.side {
        Color::White => board.en_passant_takers::<White>(target).any(),
        Color::Black => board.en_passant_takers::<super::color::Black>(target).any(),
    });
    board.key = board.key_from_scratch();
    Ok(board)
}

fn read_pieces(board: &mut Board, field: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    for (rank, text) in (0..8u8).rev().zip(ranks) {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10).filter(|gap| (1..=8).contains(gap)) {
                file += gap;
                continue;
            }
            let piece = Piece::from_letter(letter)
                .ok_or(FenError::UnknownPiece { letter, rank: rank + 1 })?;
            if file < 8 {
                board.put(piece.color, piece.kind, Square::at(file as u8, rank));
            }
            file += 1;
        }
        if file != 8 {
            return Err(FenError::RankWidth { rank: rank + 1, squares: file });
        }
    }
    Ok(())
}

/// The rooks that the castling letters mean. A letter that means none gives the corner or the file
/// it names, which validation then refuses by name.
fn read_castling(board: &Board, field: &str, castling: Castling) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if field == "-" {
        return Ok(rooks);
    }
    let is_chess960 = match castling {
        Castling::Corners => false,
        Castling::Outermost => true,
        Castling::Guess => is_plainly_chess960(board, field),
    };
    let malformed = || FenError::Castling(quoted(field));
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let back = color.relative_rank(0);
        let corner = |file: u8| Square::at(file, back);
        let on_side = |king_side: bool, file: u8| {
            let is_standard = !is_chess960 && board.pieces(color, PieceKind::King).has(corner(4));
            let outermost = outermost_rook(board, color, king_side).filter(|_| !is_standard);
            outermost.unwrap_or(corner(file))
        };
        let rook = match letter.to_ascii_lowercase() {
            'k' => on_side(true, 7),
            'q' => on_side(false, 0),
            file @ 'a'..='h' => corner(file as u8 - b'a'),
            _ => return Err(malformed()),
        };
        if rooks.has(rook) {
            return Err(malformed());
        }
        rooks |= Bitboard::of(rook);
    }
    if rooks.is_empty() { Err(malformed()) } else { Ok(rooks) }
}

/// Does nothing but Chess960 explain these castling rights: a file letter for a rook beside the
/// corners, a king beside the e-file, or all four rights with rooks that face each other?
fn is_plainly_chess960(board: &Board, field: &str) -> bool {
    let names_inner_rook = field.chars().any(|letter| {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        matches!(letter.to_ascii_lowercase(), 'b'..='g')
            && board
                .pieces(color, PieceKind::Rook)
                .has(Square::at(letter.to_ascii_lowercase() as u8 - b'a', color.relative_rank(0)))
    });
    let has_moved_king = Color::ALL.into_iter().any(|color| {
        let back = Bitboard::rank(color.relative_rank(0));
        let is_claimed =
            field.chars().any(|letter| letter.is_ascii_uppercase() == (color == Color::White));
        let has_rook = || [true, false].map(|side| outermost_rook(board, color, side).is_some());
        let mut kings = board.pieces(color, PieceKind::King) & back;
        is_claimed && kings.next().is_some_and(|king| king.file() != 4 && has_rook() == [true; 2])
    });
    let files = |color: Color| {
        [true, false].map(|side| outermost_rook(board, color, side).map(Square::file))
    };
    let [white, black] = Color::ALL.map(files);
    let has_all = "KQkq".chars().all(|letter| field.contains(letter));
    let face_each_other = white == black && !white.contains(&None) && white != [Some(7), Some(0)];
    names_inner_rook || has_moved_king || has_all && face_each_other
}

/// X-FEN: K and Q mean the rook farthest from the king on that side, on the back rank.
fn outermost_rook(board: &Board, color: Color, king_side: bool) -> Option<Square> {
    let king = board.pieces(color, PieceKind::King).next()?;
    let back = Bitboard::rank(color.relative_rank(0));
    let rooks = board.pieces(color, PieceKind::Rook) & back;
    if king_side {
        rooks.filter(|rook| rook.file() > king.file()).last()
    } else {
        rooks.into_iter().find(|rook| rook.file() < king.file())
    }
}

/// How castling rights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingNotation {
    /// `KQkq`, with a file letter where another rook stands farther out (X-FEN).
    Standard,
    /// Always the files of the rooks (Shredder-FEN).
    Shredder,
}

impl Board {
    /// The position as six fields.
    pub fn fen(&self, notation: CastlingNotation) -> String {
        let mut fen = String::with_capacity(80);
        for rank in (0..8).rev() {
            let mut gap = 0;
            for file in 0..8 {
                let Some(piece) = self.piece_on(Square::at(file, rank)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    let _ = write!(fen, "{gap}");
                    gap = 0;
                }
                fen.push(piece.letter());
            }
            if gap > 0 {
                let _ = write!(fen, "{gap}");
            }
            fen.push(if rank > 0 { '/' } else { ' ' });
        }
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let en_passant = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        let castling = self.castling_letters(notation);
        let _ = write!(fen, "{side} {castling} {en_passant} {} {}", self.halfmoves, self.fullmoves);
        fen
    }

    fn castling_letters(&self, notation: CastlingNotation) -> String {
        let mut letters = String::new();
        for color in Color::ALL {
            let king = self.king(color);
            // King side first, which is the higher square.
            let mut rooks: Vec<Square> =
                (self.castling & Bitboard::rank(color.relative_rank(0))).collect();
            rooks.reverse();
            for rook in rooks {
                let king_side = rook.file() > king.file();
                let outermost = outermost_rook(self, color, king_side) == Some(rook);
                let letter = match (notation, outermost, king_side) {
                    (CastlingNotation::Standard, true, true) => 'k',
                    (CastlingNotation::Standard, true, false) => 'q',
                    _ => char::from(b'a' + rook.file()),
                };
                letters.push(if color == Color::White {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                });
            }
        }
        if letters.is_empty() { "-".to_owned() } else { letters }
    }
}

impl std::fmt::Display for Board {
    /// The FEN.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.fen(CastlingNotation::Standard))
    }
}

impl std::fmt::Debug for Board {
    /// The Shredder-FEN, which leaves nothing open.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.fen(CastlingNotation::Shredder))
    }
}
