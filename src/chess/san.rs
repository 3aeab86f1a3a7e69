//! Move notation: UCI coordinates and the standard algebraic notation (SAN) of PGN and EPD.

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::Color;
use super::moves::{Move, MoveList};
use super::piece::PieceKind;
use super::square::Square;
use crate::quote::quoted;

/// Reason why a text is not a legal move of the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// No legal move fits.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// Several legal moves fit.
    #[error("'{0}' fits {1} legal moves")]
    Ambiguous(String, usize),
}

/// Constraints on a move from a SAN text.
struct Pattern {
    kind: PieceKind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Board {
    /// Parses a legal move in UCI notation.
    ///
    /// Castling may be written as the king's move (`e1g1`) or as king takes rook (`e1h1`) in either
    /// mode. If both a king move and castling fit (Chess960), the king move is chosen.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let lower = text.to_ascii_lowercase();
        let well_formed = lower.is_ascii()
            && matches!(lower.len(), 4 | 5)
            && lower[..2].parse::<Square>().is_ok()
            && lower[2..4].parse::<Square>().is_ok();
        if !well_formed {
            return Err(MoveError::Malformed(quoted(text)));
        }
        let legal = self.legal_moves();
        let encoded = legal.iter().find(|mv| mv.uci(true) == lower);
        let conventional = || legal.iter().find(|mv| mv.is_castling() && mv.uci(false) == lower);
        encoded.or_else(conventional).copied().ok_or_else(|| MoveError::Illegal(quoted(text)))
    }

    /// Parses a legal move in SAN or UCI notation.
    ///
    /// Check and annotation marks, `=` and `x` are optional, and castling may be written with
    /// zeros.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let legal = self.legal_moves();
        let fitting: MoveList = match bare {
            "O-O" | "0-0" | "O-O-O" | "0-0-0" => {
                let king_side = bare.len() == 3;
                legal
                    .into_iter()
                    .filter(|mv| mv.is_castling() && (mv.to() > mv.from()) == king_side)
                    .collect()
            }
            _ => {
                let Some(pattern) = Pattern::read(bare) else {
                    return self.parse_uci(bare).map_err(|_| MoveError::Malformed(quoted(text)));
                };
                legal.into_iter().filter(|&mv| self.fits(mv, &pattern)).collect()
            }
        };
        match fitting[..] {
            [mv] => Ok(mv),
            [] => {
                self.parse_uci(&bare.replace('-', "")).map_err(|_| MoveError::Illegal(quoted(text)))
            }
            _ => Err(MoveError::Ambiguous(quoted(text), fitting.len())),
        }
    }

    fn fits(&self, mv: Move, pattern: &Pattern) -> bool {
        !mv.is_castling()
            && self.kind_on(mv.from()) == Some(pattern.kind)
            && mv.to() == pattern.to
            && mv.promotion() == pattern.promotion
            && pattern.file.is_none_or(|file| file == mv.from().file())
            && pattern.rank.is_none_or(|rank| rank == mv.from().rank())
    }

    /// Formats a legal move in SAN, with `+` or `#` where due.
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_mark(mv);
        let next = self.after(mv);
        if next.in_check() {
            text.push(if next.count_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    fn san_without_mark(&self, mv: Move) -> String {
        if mv.is_castling() {
            return if mv.to() > mv.from() { "O-O" } else { "O-O-O" }.to_owned();
        }
        let mut text = String::new();
        let kind = self.kind_on(mv.from()).unwrap_or(PieceKind::Pawn);
        if kind == PieceKind::Pawn {
            if mv.is_capture() {
                text.push(mv.from().file_letter());
            }
        } else {
            text.push(kind.letter().to_ascii_uppercase());
            text.push_str(&self.disambiguation(mv, kind));
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&mv.to().to_string());
        if let Some(promotion) = mv.promotion() {
            text.push('=');
            text.push(promotion.letter().to_ascii_uppercase());
        }
        text
    }

    /// File, rank or both of the origin square, as far as needed to distinguish the piece.
    fn disambiguation(&self, mv: Move, kind: PieceKind) -> String {
        let rivals: Bitboard = self
            .legal_moves()
            .into_iter()
            .filter(|other| {
                !other.is_castling()
                    && other.to() == mv.to()
                    && self.kind_on(other.from()) == Some(kind)
            })
            .map(Move::from)
            .filter(|&from| from != mv.from())
            .collect();
        let from = mv.from();
        if rivals.is_empty() {
            String::new()
        } else if !rivals.intersects(Bitboard::file(from.file())) {
            from.file_letter().to_string()
        } else if !rivals.intersects(Bitboard::rank(from.rank())) {
            (from.rank() + 1).to_string()
        } else {
            from.to_string()
        }
    }
}

/// Formats the number of the next move as it precedes a move that stands alone, such as `12.` or
/// `12...`.
pub fn move_number(board: &Board) -> String {
    let dots = if board.side_to_move() == Color::White { "." } else { "..." };
    format!("{}{dots}", board.fullmove_number())
}

/// Formats consecutive moves in SAN. A move number precedes White's moves and the first move.
pub fn numbered(board: &Board, moves: &[Move]) -> Vec<String> {
    let mut board = *board;
    let mut words = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        let has_number = index == 0 || board.side_to_move() == Color::White;
        let number = if has_number { move_number(&board) + " " } else { String::new() };
        words.push(number + &board.san(mv));
        board = board.after(mv);
    }
    words
}

impl Pattern {
    /// Parses a SAN text from its end: promotion, target, `x`, origin, piece.
    fn read(text: &str) -> Option<Pattern> {
        let mut rest: Vec<char> =
            text.chars().filter(|letter| !matches!(letter, 'x' | ':' | '=' | '-')).collect();
        let mut promotion = None;
        if let Some(last) = rest.last().copied()
            && last.is_ascii_alphabetic()
        {
            promotion = Some(
                PieceKind::from_letter(last).filter(|kind| PieceKind::PROMOTIONS.contains(kind))?,
            );
            rest.pop();
        }
        let rank = rest.pop()?;
        let file = rest.pop()?;
        let to = format!("{file}{rank}").parse().ok()?;
        let kind = match rest.first() {
            Some(letter) if letter.is_ascii_uppercase() => PieceKind::from_letter(rest.remove(0))?,
            _ => PieceKind::Pawn,
        };
        let mut pattern = Pattern { kind, file: None, rank: None, to, promotion };
        for letter in rest {
            match letter {
                'a'..='h' if pattern.file.is_none() && pattern.rank.is_none() => {
                    pattern.file = Some(letter as u8 - b'a');
                }
                '1'..='8' if pattern.rank.is_none() => pattern.rank = Some(letter as u8 - b'1'),
                _ => return None,
            }
        }
        Some(pattern)
    }
}
