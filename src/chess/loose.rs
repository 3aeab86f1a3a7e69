//! Lenient move parser for games and suites.
//!
//! [`Board::parse_san`] reads correct notation. This parser also accepts unambiguous mistakes: move
//! numbers, `e.p.`, promotions in parentheses, lower case for pieces and castling, figurines,
//! German piece letters and annotation symbols. It ignores a wrong origin square if only one such
//! piece can move to the target.

use super::board::Board;
use super::marks::split_marks;
use super::moves::Move;
use super::san::MoveError;

/// Characters after a move number.
pub(super) const DOTS: [char; 2] = ['.', '…'];

impl Board {
    /// Reads a move in SAN or UCI notation and accepts mistakes that are unambiguous.
    ///
    /// Returns the error of [`parse_san`](Board::parse_san).
    pub fn parse_loosely(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_san(text).or_else(|error| {
            let tidy = tidy(text);
            let english = in_english(&tidy);
            let forgiven = [
                Some(tidy.clone()),
                Some(english.clone()),
                capitalised(&tidy),
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
fn tidy(text: &str) -> String {
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
fn in_english(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        'D' => 'Q',
        'T' => 'R',
        'L' => 'B',
        'S' => 'N',
        _ => letter,
    });
    letters.collect()
}

/// Capitalises the piece letter. A `b` may also be a file, but that reading is tried first.
fn capitalised(text: &str) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unambiguous_mistakes_are_accepted() {
        let board: Board =
            "r3k2r/pP1n1ppp/8/3Pp3/8/2N3N1/P4PPP/R3K2R w KQkq e6 0 1".parse().expect("sound");
        for (text, uci) in [
            ("Nge2", "g3e2"),
            ("1.Nge2", "g3e2"),
            ("12...Nge2!", "g3e2"),
            ("o-o", "e1g1"),
            ("0-0-0.", "e1c1"),
            ("dxe6e.p.", "d5e6"),
            ("dxe6ep", "d5e6"),
            ("bxa8(Q)+", "b7a8q"),
            ("dxe6e.p.+-", "d5e6"),
            ("♘ge2", "g3e2"),
            ("b7×a8♕", "b7a8q"),
            ("Nge2‼", "g3e2"),
            ("Nge2±", "g3e2"),
            ("Nge2+-", "g3e2"),
            ("O-O†", "e1g1"),
            ("Rd1=", "a1d1"),
            ("b8/N", "b7b8n"),
            ("nce4", "c3e4"),
            ("rd1", "a1d1"),
            ("Ngd1", "c3d1"),
            ("Rhb1", "a1b1"),
            ("Sge2", "g3e2"),
            ("Td1", "a1d1"),
            ("b7xa8=L", "b7a8b"),
            ("bxa8D+", "b7a8q"),
            ("Rh1xa1", ""),
        ] {
            assert_eq!(board.parse_loosely(text).ok(), board.parse_uci(uci).ok(), "{text}");
        }
    }

    #[test]
    fn ambiguous_mistakes_are_errors() {
        let board: Board =
            "r3k2r/pP1n1ppp/8/3Pp3/8/2N3N1/P4PPP/R3K2R w KQkq e6 0 1".parse().expect("sound");
        for text in ["Ne4", "ne4", "Nae4", "b8", "cxe6", "", "é", "Né", "Kx", "...", "1.", "N/("]
        {
            assert_eq!(board.parse_loosely(text), board.parse_san(text), "{text}");
            assert!(board.parse_loosely(text).is_err(), "{text}");
        }
    }
}
