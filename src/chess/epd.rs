//! EPD parser: a position in four fields and its operations, one line each.
//!
//! These opcodes are supported; all others are kept as text.
//!
//! * `bm`: best moves, or a mate in N moves as `#N`; `#-N` if the side to move is mated.
//! * `am`: moves to avoid.
//! * `dm`: mate in N moves; negative if the side to move is mated.
//! * `id`: name of the position.
//! * `hmvc` and `fmvn`: half-move clock and move number.
//! * `moves`: moves played from the position first, as in UCI.
//! * `c0`, or `c7` with `c8`: points of moves, as in the Strategic Test Suite. They are comments
//!   unless they have this form and name a legal move.
//!
//! [`RepairedFen`] reads the position and repairs malformed fields.

use super::board::Board;
use super::fen::{CastlingMode, FenError};
use super::fen_repair::RepairedFen;
use super::moves::Move;
use super::san::MoveError;
use crate::quote::quoted;
use std::borrow::Cow;
use std::str::FromStr;

/// EPD record, a position with operations such as `bm` (best move) and `id`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// Name of the position.
    pub id: Option<String>,
    /// Best moves; any of them solves the position.
    pub best: Vec<Move>,
    /// Moves to avoid.
    pub avoid: Vec<Move>,
    /// Mate in at most N moves that solves the position; negative if the side to move is mated.
    pub mate_in: Option<i32>,
    /// Points of moves; other moves have zero points. Empty if the record has no points.
    pub points: Vec<(Move, u32)>,
    /// Other operations, as opcode and operands.
    pub others: Vec<(String, String)>,
    /// Repaired or ignored parts of the line.
    pub repairs: Vec<String>,
}

/// Reason why a line is not a valid EPD record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of `bm`, `am`, `moves`, `c0` or `c7` is invalid.
    #[error("{opcode}: {error}")]
    Move {
        /// Opcode: `bm`, `am`, `moves`, `c0` or `c7`.
        opcode: String,
        /// Error of the move.
        error: MoveError,
    },
    /// An operand is not a number.
    #[error("{opcode}: '{operand}' is not a number of moves")]
    Number {
        /// Opcode.
        opcode: String,
        /// Operand.
        operand: String,
    },
    /// `c7` and `c8` have different lengths.
    #[error("c8: {points} points for the {moves} moves of c7")]
    Points {
        /// Number of moves of `c7`.
        moves: usize,
        /// Number of points of `c8`.
        points: usize,
    },
    /// An opcode occurs twice that may occur once.
    #[error("{0} occurs twice")]
    Twice(String),
    /// `bm` and `dm` name mates of different lengths.
    #[error("bm and dm name mates in {0} and {1}")]
    Mates(i32, i32),
    /// A move list is empty.
    #[error("{0} names no move")]
    NoMoves(String),
    /// `bm` and `am` name the same move.
    #[error("bm and am both name {0}")]
    Contradiction(String),
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed")]
    OpenQuote,
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        Epd::read(line, CastlingMode::Guess)
    }
}

/// Opcodes that define the solution. They may occur once.
const ONCE: [&str; 3] = ["bm", "am", "dm"];
/// Opcodes that are recognized in upper case too.
const KNOWN: [&str; 4] = ["bm", "am", "dm", "id"];

/// Maximum length of a mate, in moves.
const MAX_MATE_MOVES: u32 = 9999;

impl Epd {
    /// Parses a record; `castling` chooses how K and Q of the castling field are read.
    pub fn read(line: &str, castling: CastlingMode) -> Result<Epd, EpdError> {
        let line = without_prefix(line);
        let (mut position, rest) = split_position(&line);
        let mut repairs = Vec::new();
        let operations = match rest.strip_prefix('|') {
            Some(text) => split_columns(text),
            None => split_operations(rest, &mut repairs)?,
        };
        apply_clocks(&mut position, &operations);
        let RepairedFen { mut board, remark, .. } =
            RepairedFen::read(&position.join(" "), castling)?;
        repairs.extend(remark);
        // In a record, other programs may mean something else by `moves`.
        let is_uci = !rest.contains(';');
        if let Some((opcode, moves)) = operations.iter().find(|(opcode, _)| opcode == "moves")
            && words(moves).next().is_some_and(|word| is_uci || board.parse_lenient(word).is_ok())
        {
            for word in words(moves) {
                board = board.after(read_move(&board, opcode, word)?);
            }
        }
        reject_repeats(&operations)?;
        let points = read_points(&board, &operations)?;
        let mut epd = Epd {
            board,
            id: None,
            best: Vec::new(),
            avoid: Vec::new(),
            mate_in: None,
            points,
            others: Vec::new(),
            repairs,
        };
        let mut mate = None;
        for (opcode, operand) in operations {
            match opcode.as_str() {
                "bm" => (epd.best, mate) = read_best(&board, &operand)?,
                "am" => epd.avoid = read_moves(&board, &opcode, &operand)?,
                "dm" => match operand.trim_start_matches('#').parse() {
                    Ok(0) => {
                        epd.repairs.push("dm 0 names no mate: ignored".to_owned());
                        epd.others.push((opcode, operand));
                    }
                    Ok(moves) if is_mate_length(moves) => epd.mate_in = Some(moves),
                    _ => return Err(EpdError::Number { opcode, operand: quoted(&operand) }),
                },
                "id" => epd.id = Some(operand),
                _ => epd.others.push((opcode, operand)),
            }
        }
        if let (Some(best), Some(direct)) =
            (mate, epd.mate_in.filter(|&direct| mate != Some(direct)))
        {
            return Err(EpdError::Mates(best, direct));
        }
        epd.mate_in = epd.mate_in.or(mate);
        match epd.best.iter().find(|mv| epd.avoid.contains(mv)) {
            Some(mv) => Err(EpdError::Contradiction(board.san(*mv))),
            None => Ok(epd),
        }
    }

    /// Maximum number of points for a move in this record (as in the Strategic Test Suite); `None`
    /// without points.
    pub fn max_points(&self) -> Option<u32> {
        self.points.iter().map(|(_, points)| *points).max()
    }

    /// Points that the record gives for a move (as in the Strategic Test Suite); `None` if it gives
    /// no points.
    pub fn points_of(&self, mv: Option<Move>) -> Option<u32> {
        let known = self.points.iter().find(|(scored, _)| Some(*scored) == mv);
        (!self.points.is_empty()).then(|| known.map_or(0, |(_, points)| *points))
    }

    /// The expected solution as EPD operations, such as `bm Nf3`; empty if the record has none.
    pub fn solution(&self) -> String {
        let san = |moves: &[Move]| moves.iter().map(|mv| self.board.san(*mv)).collect::<Vec<_>>();
        // EPD's `dm` cannot express being mated, and `bm` may occur once: the moves and such a mate
        // share `bm`.
        let mut best = san(&self.best);
        best.extend(self.mate_in.filter(|moves| *moves < 0).map(|moves| format!("#{moves}")));
        let mate = self.mate_in.filter(|moves| *moves > 0).map(|moves| moves.to_string());
        let lists = [("bm", best), ("am", san(&self.avoid)), ("dm", mate.into_iter().collect())];
        let present = lists.into_iter().filter(|(_, words)| !words.is_empty());
        let operations: Vec<String> =
            present.map(|(opcode, words)| format!("{opcode} {}", words.join(" "))).collect();
        if operations.is_empty() && !self.points.is_empty() {
            let pairs =
                self.points.iter().map(|(mv, points)| format!("{}={points}", self.board.san(*mv)));
            return format!("c0 {}", pairs.collect::<Vec<_>>().join(", "));
        }
        operations.join("; ")
    }
}

/// Parses a position without operations: a FEN or `startpos`, and moves after `moves`, as in UCI.
/// Also returns the repairs of the FEN in one line, if any.
pub fn read_position(
    text: &str,
    castling: CastlingMode,
) -> Result<(Board, Option<String>), EpdError> {
    let text = without_prefix(text);
    let mut fields = text.split_whitespace();
    let fen: Vec<&str> = fields.by_ref().take_while(|field| *field != "moves").collect();
    let RepairedFen { mut board, remark, .. } = RepairedFen::read(&fen.join(" "), castling)?;
    for word in words(&fields.collect::<Vec<_>>().join(" ")) {
        board = board.after(read_move(&board, "moves", word)?);
    }
    Ok((board, remark))
}

/// Removes `position`, `epd` or `fen` before the position and replaces `startpos`, as in UCI.
fn without_prefix(line: &str) -> Cow<'_, str> {
    let mut rest = line.trim_start();
    while let Some((word, tail)) = rest.split_once(char::is_whitespace)
        && matches!(word, "position" | "epd" | "fen")
    {
        rest = tail.trim_start();
    }
    match rest.strip_prefix("startpos") {
        Some(tail) => format!("{} {tail}", Board::default()).into(),
        None => rest.into(),
    }
}

/// Splits a line into the position and the operations. The position has four fields, or up to six
/// with the clocks of a full FEN. A semicolon or a vertical bar ends the position.
fn split_position(line: &str) -> (Vec<&str>, &str) {
    let mut rest = line.trim_start();
    let mut fields = Vec::new();
    while fields.len() < 6 {
        let end = rest
            .find(|letter: char| letter.is_whitespace() || ";|".contains(letter))
            .unwrap_or(rest.len());
        let (field, tail) = rest.split_at(end);
        let is_clock = || field == "-" || field.parse::<u64>().is_ok();
        if field.is_empty() || fields.len() >= 4 && !is_clock() {
            break;
        }
        fields.push(field);
        rest = tail.trim_start();
    }
    (fields, rest)
}

/// Reads the columns of `FEN|name|solution`, as in the training files of Lucas Chess.
fn split_columns(text: &str) -> Vec<(String, String)> {
    let (name, solution) = text.split_once('|').unwrap_or((text, ""));
    let name = name.replace("<br>", " ").replace("<b>", "").replace("</b>", "");
    let columns = [("id", name.trim()), ("solution", solution.trim())];
    let columns = columns.into_iter().filter(|(_, text)| !text.is_empty());
    columns.map(|(opcode, text)| (opcode.to_owned(), text.to_owned())).collect()
}

/// Splits the operations into opcodes and operands. A semicolon ends an operation, except within
/// quotation marks. The quotation marks are removed. A quotation starts only at the beginning of a
/// word: in `00'40"` the mark means seconds.
fn split_operations(
    text: &str,
    repairs: &mut Vec<String>,
) -> Result<Vec<(String, String)>, EpdError> {
    let mut operations = Vec::new();
    let mut current = String::new();
    let mut quoted = false;
    for letter in text.chars().chain([';']) {
        match letter {
            '"' if quoted || current.ends_with(char::is_whitespace) || current.is_empty() => {
                quoted = !quoted;
            }
            ';' if !quoted => {
                add_operations(current.trim(), &mut operations, repairs);
                current.clear();
            }
            _ => current.push(letter),
        }
    }
    if quoted { Err(EpdError::OpenQuote) } else { Ok(operations) }
}

/// Adds the text between two semicolons: one operation, or several that define the solution (`bm
/// Rc8+ dm 26`).
fn add_operations(text: &str, operations: &mut Vec<(String, String)>, repairs: &mut Vec<String>) {
    let known = |word: &str| KNOWN.into_iter().find(|known| word.eq_ignore_ascii_case(known));
    let (opcode, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut opcode = known(opcode).unwrap_or(opcode);
    let mut words = Vec::new();
    if ONCE.contains(&opcode) {
        for word in operand.split_whitespace() {
            match known(word).filter(|_| ONCE.contains(&opcode)) {
                Some(next) if next == opcode && words.is_empty() => {
                    repairs.push(format!("repeated {opcode} ignored"));
                }
                Some(next) => {
                    operations.push((opcode.to_owned(), words.join(" ")));
                    words.clear();
                    opcode = next;
                }
                None => words.push(word),
            }
        }
        operations.push((opcode.to_owned(), words.join(" ")));
    } else if !opcode.is_empty() {
        operations.push((opcode.to_owned(), operand.trim().to_owned()));
    }
}

/// Puts the operands of `hmvc` and `fmvn` into the clock fields of the position, as they override
/// those of a full FEN.
fn apply_clocks<'a>(position: &mut Vec<&'a str>, operations: &'a [(String, String)]) {
    for (field, opcode) in [(4, "hmvc"), (5, "fmvn")] {
        let operation = operations.iter().find(|(name, clock)| name == opcode && !clock.is_empty());
        if let (Some((_, clock)), 4..) = (operation, position.len()) {
            position.extend(["0", "1"].into_iter().skip(position.len() - 4));
            position[field] = clock;
        }
    }
}

/// Returns an error if an operation that defines the solution occurs twice.
fn reject_repeats(operations: &[(String, String)]) -> Result<(), EpdError> {
    for (index, (opcode, _)) in operations.iter().enumerate() {
        if ONCE.contains(&opcode.as_str())
            && operations[..index].iter().any(|(other, _)| other == opcode)
        {
            return Err(EpdError::Twice(opcode.clone()));
        }
    }
    Ok(())
}

/// Joins promotions with blanks around the equals sign: `a8 = B`.
fn joined(operand: &str) -> String {
    operand.replace(" = ", "=")
}

/// Words of a move list, without move numbers and detached check and annotation signs.
fn words(operand: &str) -> impl Iterator<Item = &str> {
    let is_number =
        |word: &str| word.ends_with('.') && word.chars().all(|c| c == '.' || c.is_ascii_digit());
    operand
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| word.contains(|letter| !matches!(letter, '+' | '#' | '!' | '?')))
        .filter(move |word| !is_number(word))
}

/// Whether this is a valid mate length for either side.
fn is_mate_length(moves: i32) -> bool {
    (1..=MAX_MATE_MOVES).contains(&moves.unsigned_abs())
}

fn read_move(board: &Board, opcode: &str, word: &str) -> Result<Move, EpdError> {
    board.parse_lenient(word).map_err(|error| EpdError::Move { opcode: opcode.to_owned(), error })
}

/// Adds a move unless the list has it.
fn add(moves: &mut Vec<Move>, mv: Move) {
    if !moves.contains(&mv) {
        moves.push(mv);
    }
}

fn read_moves(board: &Board, opcode: &str, operand: &str) -> Result<Vec<Move>, EpdError> {
    let joined = joined(operand);
    let mut moves = Vec::new();
    for word in words(&joined) {
        add(&mut moves, read_move(board, opcode, word)?);
    }
    if moves.is_empty() { Err(EpdError::NoMoves(opcode.to_owned())) } else { Ok(moves) }
}

/// Reads the operand of `bm`: moves, and a mate as `#3` or, against the side to move, `#-3`.
fn read_best(board: &Board, operand: &str) -> Result<(Vec<Move>, Option<i32>), EpdError> {
    let (mut moves, mut mate) = (Vec::new(), None);
    for word in words(&joined(operand)) {
        match word.strip_prefix('#').map(str::parse) {
            Some(Ok(number))
                if is_mate_length(number) && mate.is_none_or(|mate| mate == number) =>
            {
                mate = Some(number);
            }
            _ => add(&mut moves, read_move(board, "bm", word)?),
        }
    }
    if moves.is_empty() && mate.is_none() {
        Err(EpdError::NoMoves("bm".to_owned()))
    } else {
        Ok((moves, mate))
    }
}

/// Moves as text, with their points.
type Scored<'a> = Vec<(&'a str, u32)>;

/// Reads the points of moves. A comment is ignored unless it has the form of points and at least
/// one legal move; then all moves must be legal.
fn read_points(
    board: &Board,
    operations: &[(String, String)],
) -> Result<Vec<(Move, u32)>, EpdError> {
    let operand = |opcode: &str| {
        operations.iter().find(|(name, _)| name == opcode).map(|(_, operand)| operand.as_str())
    };
    let is_move = |text: &&str| board.parse_lenient(text).is_ok();
    let (opcode, scored) = match operand("c0")
        .and_then(pairs)
        .filter(|pairs| pairs.iter().any(|(mv, _)| is_move(mv)))
    {
        Some(pairs) => ("c0", pairs),
        None => {
            let moves: Vec<&str> = operand("c7").unwrap_or_default().split_whitespace().collect();
            let numbers = operand("c8")
                .unwrap_or_default()
                .split_whitespace()
                .map(|number| number.parse().ok());
            let numbers: Vec<u32> = numbers.collect::<Option<_>>().unwrap_or_default();
            let fits = moves.len() == numbers.len() && moves.iter().any(is_move);
            if numbers.is_empty() || !fits && !moves.iter().all(is_move) {
                return Ok(Vec::new());
            }
            if moves.len() != numbers.len() {
                return Err(EpdError::Points { moves: moves.len(), points: numbers.len() });
            }
            ("c7", moves.into_iter().zip(numbers).collect())
        }
    };
    let read = |(text, points): (&str, u32)| board.parse_lenient(text).map(|mv| (mv, points));
    let refuse = |error| EpdError::Move { opcode: opcode.to_owned(), error };
    scored.into_iter().map(|pair| read(pair).map_err(refuse)).collect()
}

/// Reads `move=points, move=points`.
fn pairs(text: &str) -> Option<Scored<'_>> {
    text.split(',')
        .map(|part| {
            let (mv, points) = part.rsplit_once('=')?;
            Some((mv.trim(), points.trim().parse().ok()?))
        })
        .collect()
}
