//! Perft suites in the formats that engines publish.

use super::MAX_DEPTH;
use crate::chess::board::Board;
use crate::chess::epd::{EpdError, read_position};
use crate::chess::fen::CastlingMode;
use crate::quote::quoted;
use std::str::FromStr;

/// Test case of a perft suite, a position with the expected leaf count at each depth.
///
/// The supported formats are `FEN ;D1 20 ;D2 400 …` (also with `perft 1` or a bare number for
/// `D1`), `FEN,20,400` and `FEN;20;400` (counts from depth 1), `FEN; 6; 119060324` and
/// `6;119060324;FEN` (a depth and its count). `startpos` may replace the FEN. [`join_lines`] reads
/// cases of several lines.
#[derive(Debug, Clone)]
pub struct PerftCase {
    /// The position.
    pub board: Board,
    /// FEN as written in the suite; the FEN of the position for `startpos` and after moves.
    pub fen: String,
    /// Depths in plies and expected leaves, in the order of the line.
    pub counts: Vec<(u32, u64)>,
    /// Repairs of the position.
    pub repairs: Vec<String>,
}

/// Reason why a line of a perft suite is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PerftCaseError {
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] EpdError),
    /// A count does not have the form `D<depth> <leaves>`.
    #[error("'{0}' is not of the form 'D<depth> <leaves>'")]
    Count(String),
    /// A depth is above the limit.
    #[error("depth {0} is not between 0 and {MAX_DEPTH}")]
    Depth(u64),
    /// The line has no counts.
    #[error("no ';D<depth> <leaves>' after the position")]
    NoCounts,
}

impl FromStr for PerftCase {
    type Err = PerftCaseError;

    fn from_str(line: &str) -> Result<PerftCase, PerftCaseError> {
        let separator = if line.contains(';') { ';' } else { ',' };
        let mut parts: Vec<&str> = line.split(separator).map(str::trim).collect();
        let place = parts.iter().position(|part| part.contains('/')).unwrap_or_default();
        let fen = parts.remove(place).to_owned();
        parts.retain(|part| !part.is_empty());
        if !parts.iter().any(|part| is_like_count(part)) {
            return Err(PerftCaseError::NoCounts);
        }
        let (board, remark) = read_position(&fen, CastlingMode::Guess)?;
        let fen = if is_fen(&fen) { fen } else { board.to_string() };
        let counts = read_counts(&board, &parts, place > 0)?;
        if remark.is_some()
            && let Some(board) = as_chess960(&fen, &counts)
        {
            return Ok(PerftCase { board, fen, counts, repairs: Vec::new() });
        }
        Ok(PerftCase { board, fen, counts, repairs: remark.into_iter().collect() })
    }
}

/// Joins the lines of a multi-line perft case (`id`, `epd` or `fen`, `perft 1 20`) into one line
/// each. Other lines stay as they are.
pub fn join_lines(lines: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let mut joined: Vec<(usize, String)> = Vec::new();
    let (mut is_in_case, mut ids) = (false, Vec::new());
    for (number, line) in lines {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match (word, joined.last_mut()) {
            ("id", _) if !rest.contains('/') => {
                is_in_case = false;
                ids.push((number, line));
            }
            ("epd" | "fen", _) => {
                is_in_case = true;
                ids.clear();
                joined.push((number, rest.to_owned()));
            }
            ("perft", Some((_, case))) if is_in_case => {
                case.push_str(" ;");
                case.push_str(&line);
            }
            _ => {
                is_in_case = false;
                joined.append(&mut ids);
                joined.push((number, line));
            }
        }
    }
    joined.append(&mut ids);
    joined
}

/// Whether the position of a line is a FEN, without `startpos` or moves.
fn is_fen(text: &str) -> bool {
    text.split_whitespace().all(|word| !matches!(word, "startpos" | "moves"))
}

/// The position with K and Q as the outermost rooks, if it then needs no repair and only then has
/// the number of moves that the suite gives.
fn as_chess960(fen: &str, counts: &[(u32, u64)]) -> Option<Board> {
    let (board, remark) = read_position(fen, CastlingMode::Outermost).ok()?;
    (remark.is_none() && counts.contains(&(1, board.count_moves()))).then_some(board)
}

/// Content of a part of the line.
enum Part {
    /// Depth and leaves.
    Count(u64, u64),
    /// Single number: a depth, or leaves.
    Number(u64),
}

/// Reads the counts. A depth precedes its count if the numbers precede the position.
fn read_counts(
    board: &Board,
    parts: &[&str],
    is_depth_first: bool,
) -> Result<Vec<(u32, u64)>, PerftCaseError> {
    let (mut counts, mut numbers) = (Vec::new(), Vec::new());
    for &text in parts {
        match read_part(text) {
            Some(Part::Count(depth, leaves)) if numbers.is_empty() => {
                counts.push((checked_depth(depth)?, leaves));
            }
            Some(Part::Number(number)) if counts.is_empty() => numbers.push(number),
            _ => return Err(PerftCaseError::Count(quoted(text))),
        }
    }
    if numbers.is_empty() {
        return Ok(counts);
    }
    let (pairs, rest) = numbers.as_chunks::<2>();
    let is_depth = |number: u64| (1..=MAX_PLIES).contains(&number);
    let are_pairs = rest.is_empty() && pairs.iter().all(|&[depth, _]| is_depth(depth));
    // The count for depth 1 equals the number of legal moves, unless the suite is wrong.
    Ok(if are_pairs && (is_depth_first || numbers[0] != board.count_moves()) {
        pairs.iter().map(|&[depth, leaves]| (depth as u32, leaves)).collect()
    } else {
        checked_depth(numbers.len() as u64)?;
        (1..).zip(numbers).collect()
    })
}

/// The depth, unless it is above the limit.
fn checked_depth(depth: u64) -> Result<u32, PerftCaseError> {
    let allowed = u32::try_from(depth).ok().filter(|&depth| depth <= MAX_DEPTH);
    allowed.ok_or(PerftCaseError::Depth(depth))
}

/// Maximum depth that a bare number may mean.
const MAX_PLIES: u64 = 15;

/// The part of a count after `perft`, `depth` or `D`, if it has one of these words.
fn bare_count(lower: &str) -> &str {
    let words = ["perft", "depth", "d"];
    words.into_iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(lower)
}

/// Whether a part of the line is meant as a count, and not as an operation of EPD.
fn is_like_count(text: &str) -> bool {
    bare_count(&text.to_ascii_lowercase()).trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// Reads `D1 20`, `perft 1 20`, `1 20`, `1: 20`, or a single number.
fn read_part(text: &str) -> Option<Part> {
    let lower = text.to_ascii_lowercase();
    let bare = bare_count(&lower);
    let mut words = bare.split(|letter: char| letter.is_whitespace() || ":=".contains(letter));
    let mut number = || words.find(|word| !word.is_empty());
    match (number(), number(), number()) {
        (Some(depth), Some(leaves), None) => {
            Some(Part::Count(depth.parse().ok()?, leaves.parse().ok()?))
        }
        (Some(number), None, None) if bare.len() == lower.len() => {
            Some(Part::Number(number.parse().ok()?))
        }
        _ => None,
    }
}
