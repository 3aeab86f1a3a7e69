//! Perft suites in the formats that engines publish.

use crate::chess::board::Board;
use crate::chess::fen::{Castling, FenError};
use crate::chess::mended::Mended;
use crate::quote::quoted;
use std::str::FromStr;

/// Line of a perft suite: a position with its leaf counts.
///
/// The supported formats are `FEN ;D1 20 ;D2 400 …` (also with `perft 1` or a bare number for
/// `D1`), `FEN,20,400` and `FEN;20;400` (counts from depth 1), `FEN; 6; 119060324` and
/// `6;119060324;FEN` (a depth and its count). [`join_lines`] reads cases of several lines.
#[derive(Debug, Clone)]
pub struct PerftCase {
    /// The position.
    pub board: Board,
    /// Position as written in the suite.
    pub fen: String,
    /// Depths in plies and expected leaves, in the order of the line.
    pub counts: Vec<(u32, u64)>,
    /// Repairs of the position.
    pub repairs: Vec<String>,
}

/// Reason why a line is not a perft case.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PerftCaseError {
    /// The position is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A count does not have the form `D<depth> <leaves>`.
    #[error("'{0}' is not of the form 'D<depth> <leaves>'")]
    Count(String),
    /// The line has no counts.
    #[error("no ';D<depth> <leaves>' behind the position")]
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
        if !parts.iter().any(|part| part.contains(|letter: char| letter.is_ascii_digit())) {
            return Err(PerftCaseError::NoCounts);
        }
        let Mended { board, remark, .. } = Mended::read(&fen, Castling::Guess)?;
        let counts = read_counts(&board, &parts, place > 0)?;
        if remark.is_some()
            && let Some(board) = as_chess960(&fen, &counts)
        {
            return Ok(PerftCase { board, fen, counts, repairs: Vec::new() });
        }
        Ok(PerftCase { board, fen, counts, repairs: remark.into_iter().collect() })
    }
}

/// Joins the lines of each case of this form, with their numbers: an optional `id`, the position
/// after `epd` or `fen`, and lines `perft 1 20`. Other lines stay as they are.
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

/// The position with K and Q as the outermost rooks, if it then needs no repair and only then has
/// the number of moves that the suite gives.
fn as_chess960(fen: &str, counts: &[(u32, u64)]) -> Option<Board> {
    let Mended { board, remark, .. } = Mended::read(fen, Castling::Outermost).ok()?;
    (remark.is_none() && counts.contains(&(1, board.count_moves()))).then_some(board)
}

/// Content of a part of the line.
enum Part {
    /// Depth and leaves.
    Count(u32, u64),
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
            Some(Part::Count(depth, leaves)) if numbers.is_empty() => counts.push((depth, leaves)),
            Some(Part::Number(number)) if counts.is_empty() => numbers.push(number),
            _ => return Err(PerftCaseError::Count(quoted(text))),
        }
    }
    if numbers.is_empty() {
        return Ok(counts);
    }
    let (pairs, rest) = numbers.as_chunks::<2>();
    let is_depth = |number: u64| (1..=MOST_PLIES).contains(&number);
    let are_pairs = rest.is_empty() && pairs.iter().all(|&[depth, _]| is_depth(depth));
    // The count for depth 1 equals the number of legal moves, unless the suite is wrong.
    Ok(if are_pairs && (is_depth_first || numbers[0] != board.count_moves()) {
        pairs.iter().map(|&[depth, leaves]| (depth as u32, leaves)).collect()
    } else {
        (1..).zip(numbers).collect()
    })
}

/// Maximum depth that a bare number may mean.
const MOST_PLIES: u64 = 15;

/// Reads `D1 20`, `perft 1 20`, `1 20`, `1: 20`, or a single number.
fn read_part(text: &str) -> Option<Part> {
    let lower = text.to_ascii_lowercase();
    let bare = ["perft", "depth", "d"]
        .into_iter()
        .find_map(|word| lower.strip_prefix(word))
        .unwrap_or(&lower);
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

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn every_dialect_of_counts_is_read() {
        for (counts, wanted) in [
            (" ;D1 20 ;D2 400", &[(1, 20), (2, 400)][..]),
            ("; D1 20; D6 119060324;", &[(1, 20), (6, 119_060_324)]),
            (";d1 20;d2 400", &[(1, 20), (2, 400)]),
            (",20,400", &[(1, 20), (2, 400)]),
            (",20,400,8902", &[(1, 20), (2, 400), (3, 8902)]),
            ("; perft 1 20; perft 2 400", &[(1, 20), (2, 400)]),
            ("; depth 2 400", &[(2, 400)]),
            ("; 6; 119060324", &[(6, 119_060_324)]),
            ("; 1; 20; 2; 400", &[(1, 20), (2, 400)]),
            (";20;400", &[(1, 20), (2, 400)]),
            ("; 1: 20; 2 = 400", &[(1, 20), (2, 400)]),
        ] {
            let case: PerftCase = format!("{START}{counts}").parse().expect(counts);
            assert_eq!((&case.counts[..], case.fen.as_str()), (wanted, START), "{counts}");
        }
        for (counts, reason) in [
            ("", "no ';D<depth> <leaves>' behind the position"),
            (" ;", "no ';D<depth> <leaves>' behind the position"),
            (" ;D1 20 ;x 3", "'x 3' is not of the form 'D<depth> <leaves>'"),
            (" ;D1 20 ;30", "'30' is not of the form 'D<depth> <leaves>'"),
            (" ;D1", "'D1' is not of the form 'D<depth> <leaves>'"),
            (" ;D1 20 30", "'D1 20 30' is not of the form 'D<depth> <leaves>'"),
        ] {
            let error = format!("{START}{counts}").parse::<PerftCase>().expect_err(counts);
            assert_eq!(error.to_string(), reason, "{counts}");
        }
    }

    #[test]
    fn the_position_may_follow_the_count() {
        let case: PerftCase = format!("3;8902;{START}").parse().expect("sound");
        assert_eq!((&case.counts[..], case.fen.as_str()), (&[(3, 8902)][..], START));
        let check = "rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2";
        let case: PerftCase = format!("1;1;{check}").parse().expect("sound");
        assert_eq!(case.counts, [(1, 1)]);
    }

    /// The form of the suites of scalachess.
    #[test]
    fn cases_of_several_lines_are_joined() {
        let text = format!(
            "id start\nepd {START}\nperft 1 20\nperft 2 400\nid no case\n{START} ;D1 20\n\
             perft 1 20\nfen {START}\nperft 3 8902\nid last"
        );
        let lines: Vec<(usize, String)> = (1..).zip(text.lines().map(str::to_owned)).collect();
        let joined = join_lines(lines);
        let wanted = [
            (2, format!("{START} ;perft 1 20 ;perft 2 400")),
            (5, "id no case".to_owned()),
            (6, format!("{START} ;D1 20")),
            (7, "perft 1 20".to_owned()),
            (8, format!("{START} ;perft 3 8902")),
            (10, "id last".to_owned()),
        ];
        assert_eq!(joined, wanted);
        let case: PerftCase = joined[0].1.parse().expect("sound");
        assert_eq!((&case.counts[..], case.fen.as_str()), (&[(1, 20), (2, 400)][..], START));
    }

    /// Lines of public suites with positions that no game can reach.
    #[test]
    fn en_passant_that_is_possible_on_the_board_counts() {
        for (line, depth) in [
            ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1 ;D1 6 ;D2 121 ;D3 711", 3),
            ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1 ;D1 8 ;D2 104 ;D3 736", 3),
            // Both bishops start on one square colour.
            ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQBNNRKR w HFhf - 0 1 ;D1 20", 1),
        ] {
            let case: PerftCase = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(case.repairs.is_empty(), "{line}");
            assert_eq!(case.counts.last().map(|(depth, _)| *depth), Some(depth));
            for &(depth, leaves) in &case.counts {
                assert_eq!(
                    crate::chess::perft::perft(&case.board, depth),
                    leaves,
                    "{line}: {depth}"
                );
            }
        }
    }

    /// A position of python-chess's suite.
    #[test]
    fn the_counts_decide_which_rook_may_castle() {
        let position = "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q -";
        let case: PerftCase = format!("{position} ;D1 34 ;D2 318").parse().expect("sound");
        assert!(case.repairs.is_empty() && case.board.count_moves() == 34, "{:?}", case.repairs);
        let case: PerftCase = format!("{position} ;D1 33").parse().expect("sound");
        assert_eq!((case.repairs.len(), case.board.count_moves()), (1, 33));
    }

    #[test]
    fn repairs_of_positions_are_reported() {
        let case: PerftCase = "4k3/8/8/8/8/8/8/4K2R w KQkq - ;D1 15".parse().expect("repaired");
        assert_eq!(case.repairs.len(), 1, "{:?}", case.repairs);
    }
}
