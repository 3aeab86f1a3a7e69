//! Moves as careless hands write them, in suites that were typed long ago.
//!
//! What the notation allows is [`Board::parse_san`]'s business. Here the mistakes that leave no
//! doubt are forgiven: move numbers, `e.p.`, promotions in parentheses, small letters for pieces
//! and castling, and a wrong square of origin where only one such piece can go there.

use super::board::Board;
use super::moves::Move;
use super::san::MoveError;

impl Board {
    /// Reads a move in SAN or UCI's notation, mistakes forgiven that leave no doubt about the move.
    /// The error is that of [`parse_san`](Board::parse_san).
    pub fn parse_loosely(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_san(text).or_else(|error| {
            let tidy = tidy(text);
            let forgiven = [Some(tidy.clone()), capitalised(&tidy), without_origin(&tidy)];
            forgiven
                .into_iter()
                .flatten()
                .find_map(|guess| self.parse_san(&guess).ok())
                .ok_or(error)
        })
    }
}

/// Without a move number before the move, `e.p.` and points behind it, and parentheses around the
/// promotion.
fn tidy(text: &str) -> String {
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = if number.len() < text.len() && number.starts_with('.') {
        number.trim_start_matches('.')
    } else {
        text
    };
    let bare = bare.trim_start_matches('.').trim_end_matches(['+', '#', '!', '?', '.', ',']);
    let bare = bare.strip_suffix("e.p").or_else(|| bare.strip_suffix("ep")).unwrap_or(bare);
    let bare: String = bare.chars().filter(|letter| !matches!(letter, '(' | ')' | '/')).collect();
    match bare.as_str() {
        "o-o" | "OO" | "oo" | "00" => "O-O".to_owned(),
        "o-o-o" | "OOO" | "ooo" | "000" => "O-O-O".to_owned(),
        _ => bare,
    }
}

/// With a capital for a piece. A `b` may be a file, but then the move has been found already.
fn capitalised(text: &str) -> Option<String> {
    let first = text.chars().next().filter(|letter| "nbrqk".contains(*letter))?;
    Some(format!("{}{}", first.to_ascii_uppercase(), &text[1..]))
}

/// Piece and target alone. Not for pawns, whose file makes the difference between a capture and a
/// push.
fn without_origin(text: &str) -> Option<String> {
    let piece = text.chars().next().filter(|letter| "NBRQK".contains(*letter))?;
    let target = text.get(text.len().checked_sub(2)?..).filter(|_| text.len() > 3)?;
    Some(format!("{piece}{target}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_that_leave_no_doubt_are_forgiven() {
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
            ("b8/N", "b7b8n"),
            ("nce4", "c3e4"),
            ("rd1", "a1d1"),
            ("Ngd1", "c3d1"),
            ("Rhb1", "a1b1"),
            ("Rh1xa1", ""),
        ] {
            assert_eq!(board.parse_loosely(text).ok(), board.parse_uci(uci).ok(), "{text}");
        }
    }

    #[test]
    fn doubt_is_an_error_as_before() {
        let board: Board =
            "r3k2r/pP1n1ppp/8/3Pp3/8/2N3N1/P4PPP/R3K2R w KQkq e6 0 1".parse().expect("sound");
        for text in ["Ne4", "ne4", "Nae4", "b8", "cxe6", "", "é", "Né", "Kx", "...", "1.", "N/("]
        {
            assert_eq!(board.parse_loosely(text), board.parse_san(text), "{text}");
            assert!(board.parse_loosely(text).is_err(), "{text}");
        }
    }
}
