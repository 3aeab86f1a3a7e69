//! Positions as text: FEN, X-FEN and Shredder-FEN in; FEN (castling letters as in X-FEN) and
//! Shredder-FEN out.
//!
//! The last two fields may be missing (EPD, many GUIs). An en passant square is kept only where a
//! pawn can really take, so that equal positions have equal keys; a square on which nobody can take
//! is accepted and dropped. What no game leads to is refused; of that, [`Mended`] leaves out what
//! does no harm, for clients that keep no account of it.

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::{Color, White};
use super::piece::{Piece, PieceKind};
use super::square::Square;
use super::validate::Impossible;
use crate::quote::quoted;
use std::fmt::Write as _;
use std::str::FromStr;

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
        board.castling = read_castling(&board, fields[2])?;
        let en_passant = match fields[3] {
            "-" => None,
            name => Some(name.parse().map_err(|_| FenError::EnPassant(quoted(name)))?),
        };
        if let Some(text) = fields.get(4) {
            let clock = text.parse().ok().filter(|&plies| plies <= 150);
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
}

/// A position as clients send it, whose harmless faults are mended.
#[derive(Debug, Clone)]
pub struct Mended {
    /// The position.
    pub board: Board,
    /// Its FEN without what was left out.
    pub fen: String,
    /// What was left out: rights to castle whose king or rook is not in its place, and an en
    /// passant square that no pawn can just have passed.
    pub left_out: Vec<Impossible>,
}

impl Mended {
    /// Reads a FEN as [`Board`] does, but leaves such claims out instead of refusing the position.
    pub fn read(text: &str) -> Result<Mended, FenError> {
        let mut fields: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let mut left_out = Vec::new();
        loop {
            let fen = fields.join(" ");
            match fen.parse() {
                Ok(board) => return Ok(Mended { board, fen, left_out }),
                Err(FenError::Impossible(fault)) if leave_out(&mut fields, &fault) => {
                    left_out.push(fault);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// Takes the claim with this fault out of the fields of a FEN; false if it is none that may be left
/// out.
fn leave_out(fields: &mut [String], fault: &Impossible) -> bool {
    let before = fields.to_vec();
    match *fault {
        Impossible::CastlingWithoutKing(color, _) => {
            fields[2].retain(|letter| letter.is_ascii_uppercase() != (color == Color::White));
        }
        Impossible::CastlingWithoutRook(rook) => remove_castling_letter(&mut fields[2], rook),
        Impossible::EnPassantRank(_)
        | Impossible::EnPassantWithoutPawn(_)
        | Impossible::EnPassantBlocked(..)
        | Impossible::EnPassantCheck(_) => fields[3] = "-".to_owned(),
        _ => {}
    }
    if fields[2].is_empty() {
        fields[2].push('-');
    }
    fields != before
}

/// The letter for a rook that is not there: its file, or K or Q, which mean the corners where no
/// rook stands.
fn remove_castling_letter(field: &mut String, rook: Square) {
    let corner = [(0, 'q'), (7, 'k')].into_iter().find(|&(file, _)| file == rook.file());
    let letters = [Some(char::from(b'a' + rook.file())), corner.map(|(_, letter)| letter)];
    let is_white = rook.rank() == Color::White.relative_rank(0);
    let written = |letter: char| if is_white { letter.to_ascii_uppercase() } else { letter };
    if let Some(at) = letters.into_iter().flatten().find_map(|letter| field.find(written(letter))) {
        field.remove(at);
    }
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
fn read_castling(board: &Board, field: &str) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if field == "-" {
        return Ok(rooks);
    }
    let malformed = || FenError::Castling(quoted(field));
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let back = color.relative_rank(0);
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(board, color, true).unwrap_or(Square::at(7, back)),
            'q' => outermost_rook(board, color, false).unwrap_or(Square::at(0, back)),
            file @ 'a'..='h' => Square::at(file as u8 - b'a', back),
            _ => return Err(malformed()),
        };
        if rooks.has(rook) {
            return Err(malformed());
        }
        rooks |= Bitboard::of(rook);
    }
    if rooks.is_empty() { Err(malformed()) } else { Ok(rooks) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_that_cannot_be_are_left_out() {
        for (fen, mended, left_out) in [
            ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3),
            ("4k2r/8/8/8/8/8/4K3/R6R b KQk - 0 1", "4k2r/8/8/8/8/8/4K3/R6R b k - 0 1", 1),
            ("4k3/8/8/8/8/8/8/1R2K3 w AQ - 3 9", "4k3/8/8/8/8/8/8/1R2K3 w Q - 3 9", 1),
            ("4k3/8/8/8/8/8/8/4K3 w HAha - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 4),
            ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 1),
            ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 1),
            ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3", "4k3/8/8/8/4P3/8/4N3/4K3 b - -", 1),
            ("8/8/8/8/3pP3/5k2/8/4K1N1 b k e3 0 1", "8/8/8/8/3pP3/5k2/8/4K1N1 b - - 0 1", 2),
            ("8/8/8/8/3pP3/k7/8/4K1N1 b - e3 0 1", "8/8/8/8/3pP3/k7/8/4K1N1 b - e3 0 1", 0),
        ] {
            assert!(fen.parse::<Board>().is_ok() == (left_out == 0), "{fen}");
            let found = Mended::read(fen).expect(fen);
            assert_eq!(
                (found.fen.as_str(), found.left_out.len()),
                (mended, left_out),
                "{fen}: {:?}",
                found.left_out
            );
            assert!(found.board == mended.parse().expect(mended), "{fen}");
        }
    }

    #[test]
    fn what_else_is_wrong_is_refused_as_ever() {
        for fen in [
            "4k3/8/8/8/8/8/8/8 w K - 0 1",
            "4k3/8/8/8/8/8/8/4KR1R w FH - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w KX - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            "4k3/8/8/8/8/8/8/4R1K1 w Q - 0 1",
            "foo",
        ] {
            assert_eq!(
                Mended::read(fen).expect_err(fen),
                fen.parse::<Board>().expect_err(fen),
                "{fen}"
            );
        }
    }
}
