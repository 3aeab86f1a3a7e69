//! Repair of malformed FENs whose meaning is unambiguous, with a report of each repair.
//!
//! Castling rights without king or rook on their squares and impossible en passant squares are
//! removed. Missing, duplicate or misspelled fields and clocks out of range are corrected.

use super::board::Board;
use super::color::Color;
use super::fen::{Castling, FenError, LONGEST_CLOCK, read_fields};
use super::square::Square;
use super::validate::Impossible;
use crate::quote::quoted;

/// Maximum number of characters of a remark, since fields may be long.
const LONGEST_REMARK: usize = 280;

/// Position read from a FEN, with its repairs.
#[derive(Debug, Clone)]
pub struct Mended {
    /// The position.
    pub board: Board,
    /// FEN after the repairs.
    pub fen: String,
    /// Repairs in one line; `None` without repairs.
    pub remark: Option<String>,
}

impl Mended {
    /// Reads a FEN and repairs it where [`Board`]'s parser would reject it.
    pub fn read(text: &str, castling: Castling) -> Result<Mended, FenError> {
        let mut fields: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let (mut left_out, mut repairs) = (Vec::new(), Vec::new());
        // Fields are corrected only after the first error.
        let mut is_tidy = false;
        loop {
            let words: Vec<&str> = fields.iter().map(String::as_str).collect();
            match read_fields(&words, castling) {
                Ok(board) => {
                    let fen = fields.join(" ");
                    return Ok(Mended { board, fen, remark: remark(&left_out, &repairs) });
                }
                Err(FenError::Impossible(fault)) if leave_out(&mut fields, &fault) => {
                    left_out.push(fault);
                }
                Err(FenError::Impossible(fault)) => return Err(fault.into()),
                Err(error) if is_tidy => return Err(error),
                Err(error) => {
                    tidy(&mut fields, &mut repairs);
                    is_tidy = true;
                    if repairs.is_empty() {
                        return Err(error);
                    }
                }
            }
        }
    }
}

/// Repairs in one line.
fn remark(left_out: &[Impossible], repairs: &[String]) -> Option<String> {
    let mut parts = Vec::new();
    if !left_out.is_empty() {
        let faults: Vec<String> = left_out.iter().map(ToString::to_string).collect();
        parts.push(format!("impossible parts ignored: {}", faults.join("; ")));
    }
    parts.extend(repairs.iter().cloned());
    let remark = parts.join("; ");
    let cut = remark.char_indices().nth(LONGEST_REMARK).map(|(at, _)| at);
    let shown = cut.map_or_else(|| remark.clone(), |at| format!("{}…", &remark[..at]));
    (!parts.is_empty()).then_some(shown)
}

/// Removes the field or letter with this fault; false if this fault cannot be repaired.
fn leave_out(fields: &mut [String], fault: &Impossible) -> bool {
    let before = fields.to_vec();
    match *fault {
        Impossible::CastlingWithoutKing(color, _) => {
            fields[2].retain(|letter| letter.is_ascii_uppercase() != (color == Color::White));
        }
        Impossible::CastlingWithoutRook(rook) => remove_castling_letter(&mut fields[2], rook),
        Impossible::EnPassantRank(_)
        | Impossible::EnPassantWithoutPawn(_)
        | Impossible::EnPassantBlocked(..) => fields[3] = "-".to_owned(),
        _ => {}
    }
    if fields[2].is_empty() {
        fields[2].push('-');
    }
    fields != before
}

/// Removes the letter of a missing rook: its file, or K or Q for the corners.
fn remove_castling_letter(field: &mut String, rook: Square) {
    let corner = [(0, 'q'), (7, 'k')].into_iter().find(|&(file, _)| file == rook.file());
    let letters = [Some(char::from(b'a' + rook.file())), corner.map(|(_, letter)| letter)];
    let is_white = rook.rank() == Color::White.relative_rank(0);
    let written = |letter: char| if is_white { letter.to_ascii_uppercase() } else { letter };
    if let Some(at) = letters.into_iter().flatten().find_map(|letter| field.find(written(letter))) {
        field.remove(at);
    }
}

/// Corrects the fields to the spelling of the FEN standard.
fn tidy(fields: &mut Vec<String>, repairs: &mut Vec<String>) {
    if fields.len() < 2 {
        return; // no side to move
    }
    for field in fields.iter_mut() {
        respell(field, &field.replace(['–', '—', '−'], "-"), "", repairs);
    }
    let ranks = fields[0].trim_end_matches('/').to_owned();
    respell(&mut fields[0], &ranks, "pieces", repairs);
    let side = match fields[1].to_ascii_lowercase().as_str() {
        "w" | "white" => "w".to_owned(),
        "b" | "black" => "b".to_owned(),
        _ => fields[1].clone(),
    };
    respell(&mut fields[1], &side, "side to move", repairs);
    insert_missing(fields, repairs);
    let castling = castling_letters(&fields[2]);
    respell(&mut fields[2], &castling, "castling field", repairs);
    if fields[3] == "-0" && fields.len() < 6 {
        fields.splice(3..4, ["-".to_owned(), "0".to_owned()]);
        repairs.push("'-0' read as '- 0'".to_owned());
    }
    // Some engines write -1 for no square.
    let is_number = fields[3].len() > 1
        && fields[3].strip_prefix('-').is_some_and(|rest| rest.parse::<u8>().is_ok());
    let en_passant = if is_number { "-".to_owned() } else { fields[3].to_ascii_lowercase() };
    respell(&mut fields[3], &en_passant, "en passant field", repairs);
    if fields.len() == 7 && fields[4] == "-" {
        fields.remove(4);
        repairs.push("extra '-' removed".to_owned());
    }
    for (place, name, least, most) in
        [(4, "half-move clock", 0, LONGEST_CLOCK), (5, "move number", 1, u16::MAX)]
    {
        if let Some(field) = fields.get_mut(place)
            && let Some(number) = clock(field, least, most)
        {
            respell(field, &number, name, repairs);
        }
    }
}

/// Replaces a field and records the repair. An empty name shortens the message.
fn respell(field: &mut String, spelled: &str, name: &str, repairs: &mut Vec<String>) {
    if field != spelled {
        let before = quoted(field);
        repairs.push(format!("{name} '{before}' read as '{spelled}'").trim_start().to_owned());
        spelled.clone_into(field);
    }
}

/// Inserts missing castling and en passant fields.
fn insert_missing(fields: &mut Vec<String>, repairs: &mut Vec<String>) {
    for (place, name) in [(2, "castling field"), (3, "en passant field")] {
        let is_missing =
            fields.get(place).is_none_or(|field| field.parse::<u32>().is_ok() && fields.len() < 6);
        if is_missing {
            fields.insert(place, "-".to_owned());
            repairs.push(format!("no {name}, read as '-'"));
        }
    }
}

/// Removes duplicate letters and dashes beside letters.
fn castling_letters(field: &str) -> String {
    let mut letters = String::new();
    for letter in field.chars() {
        if letter != '-' && !letters.contains(letter) {
            letters.push(letter);
        }
    }
    if letters.is_empty() && field.starts_with('-') { "-".to_owned() } else { letters }
}

/// Clamps a clock to its range; `None` if the text is no number.
fn clock(text: &str, least: u16, most: u16) -> Option<String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() {
        return (text == "-").then(|| least.to_string());
    }
    if !digits.chars().all(|letter| letter.is_ascii_digit()) {
        return None;
    }
    let is_negative = text.starts_with('-');
    let number = if is_negative { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    let fits = (u64::from(least)..=u64::from(most)).contains(&number) && digits == text;
    Some(if fits || number == 0 && !is_negative && digits == text {
        text.to_owned()
    } else {
        number.clamp(least.into(), most.into()).to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str) -> Mended {
        Mended::read(fen, Castling::Guess).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    #[test]
    fn impossible_parts_are_ignored() {
        for (fen, mended, left_out) in [
            ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3),
            ("4k2r/8/8/8/8/8/4K3/R6R b KQk - 0 1", "4k2r/8/8/8/8/8/4K3/R6R b k - 0 1", 1),
            ("4k3/8/8/8/8/8/8/1R2K3 w AB - 3 9", "4k3/8/8/8/8/8/8/1R2K3 w B - 3 9", 1),
            ("4k3/8/8/8/8/8/8/4K3 w HAha - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 4),
            ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 1),
            ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 1),
            ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3", "4k3/8/8/8/4P3/8/4N3/4K3 b - -", 1),
            ("8/8/8/8/3pP3/5k2/8/4K1N1 b k e3 0 1", "8/8/8/8/3pP3/5k2/8/4K1N1 b - e3 0 1", 1),
            ("8/8/8/8/3pP3/k7/8/4K1N1 b - e3 0 1", "8/8/8/8/3pP3/k7/8/4K1N1 b - e3 0 1", 0),
            (
                "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1",
                "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w - - 0 1",
                4,
            ),
        ] {
            assert!(fen.parse::<Board>().is_ok() == (left_out == 0), "{fen}");
            let found = read(fen);
            let said = found.remark.map_or(0, |remark| {
                assert!(remark.starts_with("impossible parts ignored: "), "{remark}");
                remark.split("; ").count()
            });
            assert_eq!((found.fen.as_str(), said), (mended, left_out), "{fen}");
            assert!(found.board == mended.parse().expect(mended), "{fen}");
        }
    }

    /// FENs written by other programs and people.
    #[test]
    fn malformed_fields_are_repaired() {
        let plain = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for (fen, said) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - - -", "half-move clock '-' read as '0'; move number '-'"),
            ("4k3/8/8/8/8/8/8/4K2R w K - - 0 1", "extra '-' removed"),
            ("4k3/8/8/8/8/8/8/4K2R W K – 0 1", "'–' read as '-'; side to move 'W' read as 'w'"),
            ("4k3/8/8/8/8/8/8/4K2R white K -", "side to move 'white' read as 'w'"),
            ("4k3/8/8/8/8/8/8/4K2R w K -1", "en passant field '-1' read as '-'"),
            ("4k3/8/8/8/8/8/8/4K2R w K -0 1", "'-0' read as '- 0'"),
            ("4k3/8/8/8/8/8/8/4K2R w K 0 1", "no en passant field, read as '-'"),
            ("4k3/8/8/8/8/8/8/4K2R w K", "no en passant field, read as '-'"),
            ("4k3/8/8/8/8/8/8/4K2R/ w KK- - -1 1", "castling field 'KK-' read as 'K'"),
        ] {
            assert!(fen.parse::<Board>().is_err(), "{fen}");
            let found = read(fen);
            assert!(found.board == plain.parse().expect(plain), "{fen}: {:?}", found.board);
            let remark = found.remark.expect(fen);
            assert!(remark.contains(said), "{fen}: {remark}");
        }
        let none = read("4k3/8/8/8/8/8/8/4K2R w");
        assert_eq!(none.fen, "4k3/8/8/8/8/8/8/4K2R w - -");
    }

    /// Lichess writes clocks beyond 150.
    #[test]
    fn clocks_are_clamped_to_their_range() {
        for clock in ["151", "197", "99999999999999999999999"] {
            let found = read(&format!("7k/8/1NB2K2/8/8/2r2N2/8/8 w - - {clock} 162"));
            assert_eq!((found.board.halfmove_clock(), found.board.fullmove_number()), (150, 162));
            let wanted = format!("half-move clock '{clock}' read as '150'");
            assert_eq!(found.remark.as_deref(), Some(wanted.as_str()));
        }
        assert_eq!(read("4k3/8/8/8/8/8/8/4K2R w K - 7 70000").board.fullmove_number(), 65_535);
    }

    /// A wrong castling right does not turn standard chess into Chess960.
    #[test]
    fn castling_letters_mean_corner_rooks_in_standard_chess() {
        use super::Castling::{Corners, Guess, Outermost};
        for (fen, castling, letters) in [
            ("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", Corners, "H"),
            ("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", Guess, "H"),
            ("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", Outermost, "HB"),
            ("4k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", Corners, "A"),
            ("4k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", Guess, "A"),
            ("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", Corners, "HB"),
            ("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", Corners, "Hh"),
            // All four rights of a start position that only Chess960 has.
            ("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", Guess, "HBhb"),
            ("1r2k2r/8/8/8/8/8/8/1R2K2R w KQb - 0 1", Guess, "HBb"),
            ("5k2/8/8/8/8/8/8/1R3K1R w KQ - 0 1", Corners, "HB"),
        ] {
            let found = Mended::read(fen, castling).expect(fen);
            let shredder = format!("{:?}", found.board);
            assert_eq!(shredder.split(' ').nth(2), Some(letters), "{fen} {castling:?}");
            let is_whole = found.remark.is_none();
            let all = fen.split(' ').nth(2).map_or(0, str::len);
            assert_eq!(is_whole, letters.len() == all, "{fen}: {:?}", found.remark);
        }
    }

    #[test]
    fn ambiguous_errors_are_refused() {
        for fen in [
            "4k3/8/8/8/8/8/8/8 w K - 0 1",
            "4k3/8/8/8/8/8/8/4KR1R w FH - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w KX - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
            "4k3/8/8/8/8/8/8/4R1K1 w Q - 0 1",
            "foo",
            "",
        ] {
            assert_eq!(
                Mended::read(fen, Castling::Guess).expect_err(fen),
                fen.parse::<Board>().expect_err(fen),
                "{fen}"
            );
        }
    }
}
