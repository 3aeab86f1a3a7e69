//! Lenient move parser for games and suites.
//!
//! [`Board::parse_san`] reads correct notation. This parser also accepts unambiguous mistakes: move
//! numbers, `e.p.`, promotions in parentheses, lower case for pieces and castling, figurines,
//! German and Scandinavian piece letters, and annotation symbols. It ignores a wrong origin square
//! if only one such piece can move to the target.

use super::board::Board;
use super::marks::split_marks;
use super::moves::Move;
use super::san::MoveError;

/// Characters after a move number.
pub(super) const DOTS: [char; 2] = ['.', '…'];

impl Board {
    /// Parses a move in SAN or UCI notation and tolerates spelling mistakes that leave only one
    /// legal move.
    ///
    /// Returns the error of [`parse_san`](Board::parse_san).
    pub fn parse_lenient(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_san(text).or_else(|error| {
            let bare = strip_decoration(text);
            let english = english_letters(&bare);
            let forgiven = [
                Some(bare.clone()),
                Some(english.clone()),
                capitalized(&bare),
                without_origin(&english),
            ];
            forgiven
                .into_iter()
                .flatten()
                .find_map(|guess| self.parse_san(&guess).ok())
                .ok_or(error)
        })
    }
}

/// Removes the move number, annotation symbols, `e.p.`, trailing punctuation and the parentheses
/// around the promotion, and replaces figurines by letters.
fn strip_decoration(text: &str) -> String {
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = if number.len() < text.len() && number.starts_with(DOTS) { number } else { text };
    let bare = split_marks(bare.trim_start_matches(DOTS)).0.trim_end_matches(['.', ',']);
    let bare = ["e.p", "ep"].into_iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
    let bare = split_marks(bare).0;
    let bare: String = bare.chars().filter_map(plain_letter).collect();
    match bare.as_str() {
        "o-o" | "OO" | "oo" | "00" => "O-O".to_owned(),
        "o-o-o" | "OOO" | "ooo" | "000" => "O-O-O".to_owned(),
        _ => bare,
    }
}

/// ASCII letter for this character; `None` for characters to remove.
fn plain_letter(letter: char) -> Option<char> {
    match letter {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '×' => Some('x'),
        '–' | '—' | '−' => Some('-'),
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' | '(' | ')' | '/' => None,
        _ => Some(letter),
    }
}

/// Replaces the piece letters of German and of the Scandinavian languages, which mean nothing else.
fn english_letters(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        'D' => 'Q',
        'T' => 'R',
        'L' => 'B',
        'S' => 'N',
        _ => letter,
    });
    letters.collect()
}

/// Capitalizes the piece letter. A `b` may also be a file, but that reading is tried first.
fn capitalized(text: &str) -> Option<String> {
    let first = text.chars().next().filter(|letter| "nbrqk".contains(*letter))?;
    Some(format!("{}{}", first.to_ascii_uppercase(), &text[1..]))
}

/// Reduces the text to piece and target. Pawn moves are excluded: the file distinguishes a capture
/// from a push.
fn without_origin(text: &str) -> Option<String> {
    let piece = text.chars().next().filter(|letter| "NBRQK".contains(*letter))?;
    let target = text.get(text.len().checked_sub(2)?..).filter(|_| text.len() > 3)?;
    Some(format!("{piece}{target}"))
}
