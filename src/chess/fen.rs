//! FEN parser and writer. The parser reads FEN, X-FEN and Shredder-FEN; the writer writes FEN (with
//! file letters where a castling right needs Chess960) and Shredder-FEN.
//!
//! The last two fields may be missing (EPD, many GUIs). The board keeps an en passant square only
//! if a capture is legal, so that equal positions have equal keys. Impossible positions are
//! rejected; [`RepairedFen`](super::fen_repair::RepairedFen) repairs those whose meaning is
//! unambiguous.

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{Color, White};
use super::piece::{Piece, PieceKind};
use super::square::Square;
use super::validate::ImpossiblePosition;
use crate::quote::{counted, quoted};
use std::fmt::Write as _;
use std::str::FromStr;

/// Maximum half-move clock of a FEN: at 150 plies the 75-move rule ends the game.
pub(super) const MAX_HALFMOVE_CLOCK: u16 = 150;

/// How to interpret K and Q in the castling field of a FEN (standard chess or Chess960). File
/// letters are unambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingMode {
    /// The outermost rooks on each side of the king (X-FEN), as in Chess960.
    Outermost,
    /// The outermost rooks if only Chess960 explains the castling rights, or if the king is not on
    /// the e-file; otherwise the rooks in the corners, as in standard chess.
    Guess,
}

impl CastlingMode {
    /// Returns how K and Q are read with this setting of UCI_Chess960. Without it, a position that
    /// only Chess960 explains is read as one.
    pub const fn of(chess960: bool) -> CastlingMode {
        if chess960 { CastlingMode::Outermost } else { CastlingMode::Guess }
    }
}

/// Reason why a text is not a valid FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Fewer than the four mandatory fields.
    #[error("the FEN has {0} of 4 fields (pieces, side, castling, en passant)")]
    MissingFields(usize),
    /// More than six fields.
    #[error("'{0}' follows the last field of the FEN")]
    ExtraField(String),
    /// The first field does not have eight ranks.
    #[error("{} instead of 8", counted(*.0 as u64, "rank", "ranks"))]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("rank {rank} has {} instead of 8", counted(u64::from(*squares), "square", "squares"))]
    RankWidth {
        /// Rank, 1 to 8.
        rank: u8,
        /// Number of squares in the text.
        squares: u32,
    },
    /// A letter is not a piece.
    #[error("'{}' in rank {rank} is no piece", quoted(&letter.to_string()))]
    UnknownPiece {
        /// Letter in the text.
        letter: char,
        /// Rank, 1 to 8.
        rank: u8,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move '{0}' is neither w nor b")]
    Side(String),
    /// The castling field contains invalid letters.
    #[error("castling field '{0}' is neither '-' nor made of KQkq or file letters")]
    Castling(String),
    /// The en passant field is not a square.
    #[error("en passant field '{0}' is neither '-' nor a square")]
    EnPassant(String),
    /// The half-move clock is not a number from 0 to 150.
    #[error("half-move clock '{0}' is not a number from 0 to 150")]
    HalfmoveClock(String),
    /// The move number is not a number.
    #[error("move number '{0}' is not a number from 0 to 65535")]
    MoveNumber(String),
    /// The text is well formed, but the position is impossible.
    #[error(transparent)]
    ImpossiblePosition(#[from] ImpossiblePosition),
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Board, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        read_fields(&fields, CastlingMode::Outermost)
    }
}

/// Reads the fields of a FEN. More than six fields are an error.
pub(super) fn read_fields(fields: &[&str], castling: CastlingMode) -> Result<Board, FenError> {
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
        let clock = text.parse().ok().filter(|&plies| plies <= MAX_HALFMOVE_CLOCK);
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
        Color::White => board.en_passant_capturers::<White>(target).any(),
        Color::Black => board.en_passant_capturers::<super::color::Black>(target).any(),
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

/// Rooks with a castling right. A letter without a rook yields the square it names, which
/// validation then rejects.
fn read_castling(board: &Board, field: &str, castling: CastlingMode) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if field == "-" {
        return Ok(rooks);
    }
    let is_chess960 = match castling {
        CastlingMode::Outermost => true,
        CastlingMode::Guess => is_plainly_chess960(board, field),
    };
    let malformed = || FenError::Castling(quoted(field));
    for letter in field.chars() {
        let color = Color::of_letter(letter);
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

/// Whether only Chess960 explains these castling rights: a file letter for a rook outside the
/// corners, a king off the e-file with rooks on both sides, or all four rights with mirrored rooks
/// outside the corners.
fn is_plainly_chess960(board: &Board, field: &str) -> bool {
    let names_inner_rook = field.chars().any(|letter| {
        let color = Color::of_letter(letter);
        matches!(letter.to_ascii_lowercase(), 'b'..='g')
            && board
                .pieces(color, PieceKind::Rook)
                .has(Square::at(letter.to_ascii_lowercase() as u8 - b'a', color.relative_rank(0)))
    });
    let has_moved_king = Color::ALL.into_iter().any(|color| {
        let back = Bitboard::rank(color.relative_rank(0));
        let is_claimed = field.chars().any(|letter| Color::of_letter(letter) == color);
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

/// Outermost rook on one side of the king, on the back rank (X-FEN's K and Q).
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

/// Notation of castling rights when a FEN is written, `KQkq` or rook files (Shredder-FEN).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingNotation {
    /// `KQkq`, or file letters if a right needs Chess960. Every [`CastlingMode`] reads them alike.
    Standard,
    /// File letters of the rooks (Shredder-FEN).
    Shredder,
}

impl CastlingNotation {
    /// Returns the notation with this setting of UCI_Chess960.
    pub const fn of(chess960: bool) -> CastlingNotation {
        if chess960 { CastlingNotation::Shredder } else { CastlingNotation::Standard }
    }
}

impl Board {
    /// Writes the position as a FEN with six fields.
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
        let is_standard = notation == CastlingNotation::Standard && !self.needs_chess960();
        for color in Color::ALL {
            // King side first: the higher square.
            let mut rooks: Vec<Square> =
                (self.castling & Bitboard::rank(color.relative_rank(0))).collect();
            rooks.reverse();
            for rook in rooks {
                let letter = match rook.file() {
                    7 if is_standard => 'k',
                    0 if is_standard => 'q',
                    _ => rook.file_letter(),
                };
                letters.push(color.cased(letter));
            }
        }
        if letters.is_empty() { "-".to_owned() } else { letters }
    }
}

impl std::fmt::Display for Board {
    /// Writes the FEN.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.fen(CastlingNotation::Standard))
    }
}

impl std::fmt::Debug for Board {
    /// Writes the Shredder-FEN, which is unambiguous.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.fen(CastlingNotation::Shredder))
    }
}
