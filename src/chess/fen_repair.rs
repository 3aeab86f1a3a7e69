//! Repair of malformed FENs whose meaning is unambiguous, with a report of each repair.
//!
//! Castling rights without king or rook on their squares and impossible en passant squares are
//! removed. Missing, duplicate or misspelled fields and clocks out of range are corrected.

use super::board::Board;
use super::color::Color;
use super::fen::{CastlingMode, FenError, MAX_HALFMOVE_CLOCK, read_fields};
use super::square::Square;
use super::validate::ImpossiblePosition;
use crate::quote::quoted;

/// Maximum number of characters of a remark, since fields may be long.
const MAX_REMARK_CHARS: usize = 280;

/// Position read from an imperfect FEN, with a list of the repairs made.
#[derive(Debug, Clone)]
pub struct RepairedFen {
    /// The position.
    pub board: Board,
    /// FEN after the repairs.
    pub fen: String,
    /// Repairs in one line; `None` without repairs.
    pub remark: Option<String>,
}

impl RepairedFen {
    /// Parses a FEN and repairs common mistakes that the strict parser of [`Board`] rejects.
    pub fn read(text: &str, castling: CastlingMode) -> Result<RepairedFen, FenError> {
        let mut fields: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let (mut left_out, mut repairs) = (Vec::new(), Vec::new());
        // Fields are corrected only after the first error.
        let mut is_tidy = false;
        loop {
            let words: Vec<&str> = fields.iter().map(String::as_str).collect();
            match read_fields(&words, castling) {
                Ok(board) => {
                    let fen = fields.join(" ");
                    return Ok(RepairedFen { board, fen, remark: remark(&left_out, &repairs) });
                }
                Err(FenError::ImpossiblePosition(fault)) if remove_fault(&mut fields, &fault) => {
                    left_out.push(fault);
                }
                Err(FenError::ImpossiblePosition(fault)) => return Err(fault.into()),
                Err(error) if is_tidy => return Err(error),
                Err(error) => {
                    normalize_fields(&mut fields, &mut repairs);
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
fn remark(left_out: &[ImpossiblePosition], repairs: &[String]) -> Option<String> {
    let mut parts = Vec::new();
    if !left_out.is_empty() {
        let faults: Vec<String> = left_out.iter().map(ToString::to_string).collect();
        parts.push(format!("impossible parts ignored: {}", faults.join("; ")));
    }
    parts.extend(repairs.iter().cloned());
    let remark = parts.join("; ");
    let cut = remark.char_indices().nth(MAX_REMARK_CHARS).map(|(at, _)| at);
    let shown = cut.map_or_else(|| remark.clone(), |at| format!("{}…", &remark[..at]));
    (!parts.is_empty()).then_some(shown)
}

/// Removes the field or letter with this fault; false if this fault cannot be repaired.
fn remove_fault(fields: &mut [String], fault: &ImpossiblePosition) -> bool {
    let before = fields.to_vec();
    match *fault {
        ImpossiblePosition::CastlingWithoutKing(color, _) => {
            fields[2].retain(|letter| Color::of_letter(letter) != color);
        }
        ImpossiblePosition::CastlingWithoutRook(rook) => {
            remove_castling_letter(&mut fields[2], rook);
        }
        ImpossiblePosition::EnPassantRank(_)
        | ImpossiblePosition::EnPassantWithoutPawn(_)
        | ImpossiblePosition::EnPassantBlocked(..) => fields[3] = "-".to_owned(),
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
    let letters = [Some(rook.file_letter()), corner.map(|(_, letter)| letter)];
    let is_white = rook.rank() == Color::White.relative_rank(0);
    let color = if is_white { Color::White } else { Color::Black };
    let place = |letter: char| field.find(color.cased(letter));
    if let Some(at) = letters.into_iter().flatten().find_map(place) {
        field.remove(at);
    }
}

/// Corrects the fields to the spelling of the FEN standard.
fn normalize_fields(fields: &mut Vec<String>, repairs: &mut Vec<String>) {
    if fields.len() < 2 {
        return; // no side to move
    }
    for field in fields.iter_mut() {
        replace_field(field, &field.replace(['–', '—', '−'], "-"), "", repairs);
    }
    let ranks = fields[0].trim_end_matches('/').to_owned();
    replace_field(&mut fields[0], &ranks, "pieces", repairs);
    let side = match fields[1].to_ascii_lowercase().as_str() {
        "w" | "white" => "w".to_owned(),
        "b" | "black" => "b".to_owned(),
        _ => fields[1].clone(),
    };
    replace_field(&mut fields[1], &side, "side to move", repairs);
    insert_missing(fields, repairs);
    let castling = castling_letters(&fields[2]);
    replace_field(&mut fields[2], &castling, "castling field", repairs);
    if fields[3] == "-0" && fields.len() < 6 {
        fields.splice(3..4, ["-".to_owned(), "0".to_owned()]);
        repairs.push("'-0' read as '- 0'".to_owned());
    }
    // Some engines write -1 for no square.
    let is_number = fields[3].len() > 1
        && fields[3].strip_prefix('-').is_some_and(|rest| rest.parse::<u8>().is_ok());
    let en_passant = if is_number { "-".to_owned() } else { fields[3].to_ascii_lowercase() };
    replace_field(&mut fields[3], &en_passant, "en passant field", repairs);
    if fields.len() == 7 && fields[4] == "-" {
        fields.remove(4);
        repairs.push("extra '-' removed".to_owned());
    }
    for (place, name, min, max) in
        [(4, "half-move clock", 0, MAX_HALFMOVE_CLOCK), (5, "move number", 1, u16::MAX)]
    {
        if let Some(field) = fields.get_mut(place)
            && let Some(number) = clock(field, min, max)
        {
            replace_field(field, &number, name, repairs);
        }
    }
}

/// Replaces a field and records the repair. An empty name shortens the message.
fn replace_field(field: &mut String, spelled: &str, name: &str, repairs: &mut Vec<String>) {
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
fn clock(text: &str, min: u16, max: u16) -> Option<String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() {
        return (text == "-").then(|| min.to_string());
    }
    if !digits.chars().all(|letter| letter.is_ascii_digit()) {
        return None;
    }
    let is_negative = text.starts_with('-');
    let number = if is_negative { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    let fits = (u64::from(min)..=u64::from(max)).contains(&number) && digits == text;
    Some(if fits || number == 0 && !is_negative && digits == text {
        text.to_owned()
    } else {
        number.clamp(min.into(), max.into()).to_string()
    })
}
