//! EPD: a position in four fields and operations behind it, one line each.
//!
//! Understood: `bm` (best moves), `am` (moves to avoid), `dm` (mate in so many moves), `id`, and the clocks `hmvc` and
//! `fmvn`; every other operation is kept as text.

use super::board::Board;
use super::fen::FenError;
use super::moves::Move;
use super::san::MoveError;
use std::str::FromStr;

/// One position of a suite.
#[derive(Debug, Clone)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// The name of the position, if it has one.
    pub id: Option<String>,
    /// Solved by any of these, if there are any.
    pub best: Vec<Move>,
    /// Failed by any of these.
    pub avoid: Vec<Move>,
    /// Solved by a mate in at most so many moves.
    pub mate_in: Option<u32>,
    /// All other operations, as opcode and operands.
    pub others: Vec<(String, String)>,
}

/// Why a line is no EPD.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The first four fields are no position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of `bm` or `am` is none.
    #[error("{opcode}: {error}")]
    Move {
        /// `bm` or `am`.
        opcode: String,
        /// What is wrong with the move.
        error: MoveError,
    },
    /// A number was expected.
    #[error("{opcode}: '{operand}' is not a number above zero")]
    Number {
        /// The operation.
        opcode: String,
        /// What was written.
        operand: String,
    },
    /// A quotation mark without its partner.
    #[error("a quotation mark is not closed")]
    OpenQuote,
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        let (position, rest) = split_position(line);
        let operations = split_operations(rest)?;
        let clock = |opcode| operations.iter().find(|(name, _)| name == opcode).map_or("", |(_, operand)| operand);
        let (halfmoves, fullmoves) = (clock("hmvc"), clock("fmvn"));
        let board = match (halfmoves, fullmoves) {
            ("", "") => position.parse(),
            ("", _) => format!("{position} 0 {fullmoves}").parse(),
            _ => format!("{position} {halfmoves} {fullmoves}").parse(),
        }?;
        let mut epd = Epd { board, id: None, best: Vec::new(), avoid: Vec::new(), mate_in: None, others: Vec::new() };
        for (opcode, operand) in operations {
            match opcode.as_str() {
                "bm" => epd.best = read_moves(&board, &opcode, &operand)?,
                "am" => epd.avoid = read_moves(&board, &opcode, &operand)?,
                "dm" => {
                    let moves = operand.parse().ok().filter(|&moves: &u32| moves > 0);
                    epd.mate_in = Some(moves.ok_or(EpdError::Number { opcode, operand })?);
                }
                "id" => epd.id = Some(operand),
                _ => epd.others.push((opcode, operand)),
            }
        }
        Ok(epd)
    }
}

/// The four fields of the position, and what follows. The two clocks of a full FEN are taken along if they are there.
fn split_position(line: &str) -> (String, &str) {
    let mut rest = line.trim_start();
    let mut fields = Vec::new();
    while fields.len() < 6 {
        let (field, tail) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if field.is_empty() || fields.len() >= 4 && field.parse::<u32>().is_err() {
            break;
        }
        fields.push(field);
        rest = tail.trim_start();
    }
    (fields.join(" "), rest)
}

/// Opcode and operand of each operation; the semicolon ends one unless it stands in quotation marks, which are removed.
fn split_operations(text: &str) -> Result<Vec<(String, String)>, EpdError> {
    let mut operations = Vec::new();
    let mut current = String::new();
    let mut quoted = false;
    for letter in text.chars().chain([';']) {
        match letter {
            '"' => quoted = !quoted,
            ';' if !quoted => {
                let operation = current.trim();
                if !operation.is_empty() {
                    let (opcode, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
                    operations.push((opcode.to_owned(), operand.trim().to_owned()));
                }
                current.clear();
            }
            _ => current.push(letter),
        }
    }
    if quoted { Err(EpdError::OpenQuote) } else { Ok(operations) }
}

fn read_moves(board: &Board, opcode: &str, operand: &str) -> Result<Vec<Move>, EpdError> {
    let moves = operand.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|text| !text.is_empty());
    moves
        .map(|text| board.parse_san(text).map_err(|error| EpdError::Move { opcode: opcode.to_owned(), error }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_understood() {
        let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC; 001\"; c0 \"x=10\";";
        let epd: Epd = line.parse().expect("sound");
        assert_eq!(epd.best, [epd.board.parse_uci("g3g6").expect("legal")]);
        assert_eq!(epd.id.as_deref(), Some("WAC; 001"));
        assert_eq!(epd.others, [("c0".to_owned(), "x=10".to_owned())]);
    }

    #[test]
    fn clocks_may_come_either_way() {
        let bare = "4k3/8/8/8/8/8/8/4K2R w K -";
        for line in [format!("{bare} 7 30 dm 5;"), format!("{bare} dm 5; hmvc 7; fmvn 30;")] {
            let epd: Epd = line.parse().expect("sound");
            assert_eq!((epd.board.halfmove_clock(), epd.board.fullmove_number(), epd.mate_in), (7, 30, Some(5)));
        }
    }

    #[test]
    fn errors_name_the_place() {
        let error = |line: &str| line.parse::<Epd>().expect_err("unsound").to_string();
        assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;"), "bm: 'Rh9' is not a move");
        assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - bm Qh8;"), "bm: 'Qh8' is not legal here");
        assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - dm x;"), "dm: 'x' is not a number above zero");
        assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - id \"x;"), "a quotation mark is not closed");
    }
}
