//! EPD: a position in four fields and operations behind it, one line each.
//!
//! Understood: `bm` (best moves, or `#3` and `#-3`: mate, or being mated, in so many moves), `am`
//! (moves to avoid), `dm` (mate in so many moves), `id`, and the clocks `hmvc` and `fmvn`; every
//! other operation is kept as text. The comments `c0` and `c7` with `c8` are read as the points of
//! moves, as the Strategic Test Suite gives them, if they have the form of such and name a move of
//! the position.

use super::board::Board;
use super::fen::FenError;
use super::moves::Move;
use super::san::MoveError;
use crate::quote::quoted;
use std::str::FromStr;

/// One position of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// The name of the position, if it has one.
    pub id: Option<String>,
    /// Solved by any of these, if there are any.
    pub best: Vec<Move>,
    /// Failed by any of these.
    pub avoid: Vec<Move>,
    /// Solved by proving a mate in at most so many moves; below zero, one against the side to move.
    pub mate_in: Option<i32>,
    /// Points for moves, the most for the best; other moves get none. Empty if the position gives
    /// no points.
    pub points: Vec<(Move, u32)>,
    /// All other operations, as opcode and operands.
    pub others: Vec<(String, String)>,
}

/// Why a line is no EPD.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The first four fields are no position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of `bm`, `am` or the points is none.
    #[error("{opcode}: {error}")]
    Move {
        /// `bm`, `am`, `c0` or `c7`.
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
    /// `c7` has another number of moves than `c8` has points.
    #[error("c8: {points} points for the {moves} moves of c7")]
    Points {
        /// Moves of `c7`.
        moves: usize,
        /// Numbers of `c8`.
        points: usize,
    },
    /// An operation that may stand once.
    #[error("{0} stands twice")]
    Twice(String),
    /// Two mates of different lengths.
    #[error("bm and dm name mates in {0} and {1}")]
    Mates(i32, i32),
    /// A list of moves without one.
    #[error("{0} names no move")]
    NoMoves(String),
    /// A move that is to be played and to be avoided.
    #[error("bm and am both name {0}")]
    Contradiction(String),
    /// A quotation mark without its partner.
    #[error("a quotation mark is not closed")]
    OpenQuote,
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        let (mut position, rest) = split_position(line);
        let operations = split_operations(rest)?;
        // What the operations say of the clocks goes before the fields of a whole FEN.
        for (field, opcode) in [(4, "hmvc"), (5, "fmvn")] {
            let said = operations.iter().find(|(name, clock)| name == opcode && !clock.is_empty());
            if let (Some((_, clock)), 4..) = (said, position.len()) {
                position.extend(["0", "1"].into_iter().skip(position.len() - 4));
                position[field] = clock;
            }
        }
        let board = position.join(" ").parse()?;
        for (index, (opcode, _)) in operations.iter().enumerate() {
            if ONCE.contains(&opcode.as_str())
                && operations[..index].iter().any(|(other, _)| other == opcode)
            {
                return Err(EpdError::Twice(opcode.clone()));
            }
        }
        let points = read_points(&board, &operations)?;
        let mut epd = Epd {
            board,
            id: None,
            best: Vec::new(),
            avoid: Vec::new(),
            mate_in: None,
            points,
            others: Vec::new(),
        };
        let mut mate = None;
        for (opcode, operand) in operations {
            match opcode.as_str() {
                "bm" => (epd.best, mate) = read_best(&board, &operand)?,
                "am" => epd.avoid = read_moves(&board, &opcode, &operand)?,
                "dm" => {
                    let moves =
                        operand.parse().ok().filter(|&moves: &i32| moves > 0 && is_mate(moves));
                    epd.mate_in =
                        Some(moves.ok_or_else(|| EpdError::Number {
                            opcode,
                            operand: quoted(&operand),
                        })?);
                }
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
}

/// Operations that say what solves a position: a second one of a kind would contradict the first.
const ONCE: [&str; 3] = ["bm", "am", "dm"];
/// Operations that mean the same in capitals.
const KNOWN: [&str; 4] = ["bm", "am", "dm", "id"];

/// Moves of a mate, at most.
const LONGEST_MATE: u32 = 9999;

impl Epd {
    /// The most points that a move can get.
    pub fn most_points(&self) -> Option<u32> {
        self.points.iter().map(|(_, points)| *points).max()
    }

    /// The points of a move; `None` if the position gives no points.
    pub fn points_of(&self, mv: Option<Move>) -> Option<u32> {
        let known = self.points.iter().find(|(scored, _)| Some(*scored) == mv);
        (!self.points.is_empty()).then(|| known.map_or(0, |(_, points)| *points))
    }

    /// What solves the position, as EPD operations; empty if it names no solution.
    pub fn wanted(&self) -> String {
        let san = |moves: &[Move]| moves.iter().map(|mv| self.board.san(*mv)).collect::<Vec<_>>();
        // `dm` has no form for being mated, and `bm` may stand once: its moves and such a mate
        // share it.
        let mut best = san(&self.best);
        best.extend(self.mate_in.filter(|moves| *moves < 0).map(|moves| format!("#{moves}")));
        let mate = self.mate_in.filter(|moves| *moves > 0).map(|moves| moves.to_string());
        let lists = [("bm", best), ("am", san(&self.avoid)), ("dm", mate.into_iter().collect())];
        let said = lists.into_iter().filter(|(_, words)| !words.is_empty());
        let operations: Vec<String> =
            said.map(|(opcode, words)| format!("{opcode} {}", words.join(" "))).collect();
        if operations.is_empty() && !self.points.is_empty() {
            let pairs =
                self.points.iter().map(|(mv, points)| format!("{}={points}", self.board.san(*mv)));
            return format!("c0 {}", pairs.collect::<Vec<_>>().join(", "));
        }
        operations.join("; ")
    }
}

/// The four fields of the position, and what follows. The two clocks of a full FEN are taken along
/// if they are there. A semicolon ends the position early.
fn split_position(line: &str) -> (Vec<&str>, &str) {
    let mut rest = line.trim_start();
    let mut fields = Vec::new();
    while fields.len() < 6 {
        let end =
            rest.find(|letter: char| letter.is_whitespace() || letter == ';').unwrap_or(rest.len());
        let (field, tail) = rest.split_at(end);
        if field.is_empty() || fields.len() >= 4 && field.parse::<u32>().is_err() {
            break;
        }
        fields.push(field);
        rest = tail.trim_start();
    }
    (fields, rest)
}

/// Opcode and operand of each operation; the semicolon ends one unless it stands in quotation
/// marks, which are removed. A mark opens a quotation only where a word begins: in `00'40"` it
/// stands for seconds.
fn split_operations(text: &str) -> Result<Vec<(String, String)>, EpdError> {
    let mut operations = Vec::new();
    let mut current = String::new();
    let mut quoted = false;
    for letter in text.chars().chain([';']) {
        match letter {
            '"' if quoted || current.ends_with(char::is_whitespace) || current.is_empty() => {
                quoted = !quoted;
            }
            ';' if !quoted => {
                add_operations(current.trim(), &mut operations);
                current.clear();
            }
            _ => current.push(letter),
        }
    }
    if quoted { Err(EpdError::OpenQuote) } else { Ok(operations) }
}

/// What stands between two semicolons: one operation, or several that say what solves the position
/// (`bm Rc8+ dm 26`).
fn add_operations(text: &str, operations: &mut Vec<(String, String)>) {
    let known = |word: &str| KNOWN.into_iter().find(|known| word.eq_ignore_ascii_case(known));
    let (opcode, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut opcode = known(opcode).unwrap_or(opcode);
    let mut words = Vec::new();
    if ONCE.contains(&opcode) {
        for word in operand.split_whitespace() {
            match known(word).filter(|_| ONCE.contains(&opcode)) {
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

/// The words of a list of moves; signs of check and mate that have come off their move are left
/// out.
fn words(operand: &str) -> impl Iterator<Item = &str> {
    operand
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| word.contains(|letter| !matches!(letter, '+' | '#' | '!' | '?')))
}

/// Can there be a mate in so many moves, by either side?
fn is_mate(moves: i32) -> bool {
    (1..=LONGEST_MATE).contains(&moves.unsigned_abs())
}

fn read_move(board: &Board, opcode: &str, word: &str) -> Result<Move, EpdError> {
    board.parse_loosely(word).map_err(|error| EpdError::Move { opcode: opcode.to_owned(), error })
}

fn read_moves(board: &Board, opcode: &str, operand: &str) -> Result<Vec<Move>, EpdError> {
    let moves =
        words(operand).map(|word| read_move(board, opcode, word)).collect::<Result<Vec<_>, _>>()?;
    if moves.is_empty() { Err(EpdError::NoMoves(opcode.to_owned())) } else { Ok(moves) }
}

/// The operand of `bm`: moves, and a mate as collections of mates write it, `#3` or, against the
/// side to move, `#-3`.
fn read_best(board: &Board, operand: &str) -> Result<(Vec<Move>, Option<i32>), EpdError> {
    let (mut moves, mut mate) = (Vec::new(), None);
    for word in words(operand) {
        match word.strip_prefix('#').map(str::parse) {
            Some(Ok(number)) if is_mate(number) && mate.is_none_or(|mate| mate == number) => {
                mate = Some(number);
            }
            _ => moves.push(read_move(board, "bm", word)?),
        }
    }
    if moves.is_empty() && mate.is_none() {
        Err(EpdError::NoMoves("bm".to_owned()))
    } else {
        Ok((moves, mate))
    }
}

/// Texts of moves and their points.
type Scored<'a> = Vec<(&'a str, u32)>;

/// The points of moves, if a comment has their form and at least one of its moves is one; then all
/// of them must be.
fn read_points(
    board: &Board,
    operations: &[(String, String)],
) -> Result<Vec<(Move, u32)>, EpdError> {
    let operand = |opcode: &str| {
        operations.iter().find(|(name, _)| name == opcode).map(|(_, operand)| operand.as_str())
    };
    let is_move = |text: &&str| board.parse_loosely(text).is_ok();
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
    let read = |(text, points): (&str, u32)| board.parse_loosely(text).map(|mv| (mv, points));
    let refuse = |error| EpdError::Move { opcode: opcode.to_owned(), error };
    scored.into_iter().map(|pair| read(pair).map_err(refuse)).collect()
}

/// `move=points, move=points`.
fn pairs(text: &str) -> Option<Scored<'_>> {
    text.split(',')
        .map(|part| {
            let (mv, points) = part.rsplit_once('=')?;
            Some((mv.trim(), points.trim().parse().ok()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_contradicts_itself_is_refused() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let read = |operations: &str| format!("{start} {operations}").parse::<Epd>();
        assert_eq!(read("BM e4; Id \"a\";"), read("bm e4; id \"a\";"), "capitals mean the same");
        assert_eq!(read("bm e4; bm d4;"), Err(EpdError::Twice("bm".to_owned())));
        assert_eq!(read("am e4; AM d4;"), Err(EpdError::Twice("am".to_owned())));
        assert_eq!(read("bm ;"), Err(EpdError::NoMoves("bm".to_owned())));
        assert_eq!(read("bm e4 d4; am d4;"), Err(EpdError::Contradiction("d4".to_owned())));
        assert!(read("bm e4; am d4; c0 \"a\"; c0 \"b\";").is_ok());
    }

    #[test]
    fn operations_are_understood() {
        let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC; 001\"; c0 \"x=10\";";
        let epd: Epd = line.parse().expect("sound");
        assert_eq!(epd.best, [epd.board.parse_uci("g3g6").expect("legal")]);
        assert_eq!(epd.id.as_deref(), Some("WAC; 001"));
        assert_eq!(epd.others, [("c0".to_owned(), "x=10".to_owned())]);
    }

    #[test]
    fn signs_that_have_come_off_are_left_out_and_mates_are_read() {
        let read = |operations: &str| {
            format!("6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - {operations}")
                .parse::<Epd>()
                .map_err(|error| error.to_string())
        };
        let wanted = |operations: &str| read(operations).map(|epd| epd.wanted());
        assert_eq!(wanted("bm Rd8 +;"), Ok("bm Rd8#".to_owned()));
        assert_eq!(wanted("bm Re8 # , Rd8 +! ; am h4 ?"), Ok("bm Re8# Rd8#; am h4".to_owned()));
        assert_eq!(read("bm #1;").map(|epd| (epd.best, epd.mate_in)), Ok((Vec::new(), Some(1))));
        assert_eq!(wanted("bm #-12;"), Ok("bm #-12".to_owned()));
        assert_eq!(wanted("bm #-12 Rd8; am h4;"), Ok("bm Rd8# #-12; am h4".to_owned()));
        assert_eq!(wanted("bm Rd8 #1; dm 1"), Ok("bm Rd8#; dm 1".to_owned()));
        let error = |operations: &str| read(operations).expect_err(operations);
        assert_eq!(error("bm #1; dm 2"), "bm and dm name mates in 1 and 2");
        assert_eq!(error("bm + ;"), "bm names no move");
        for operations in ["bm #0;", "bm #x;", "bm #1 #2;", "am #1;", "bm #99999999999;"] {
            assert!(error(operations).ends_with("is not a move"), "{operations}");
        }
    }

    #[test]
    fn dialects_of_public_suites_are_understood() {
        let position = "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - -";
        let read = |rest: &str| {
            format!("{position}{rest}").parse::<Epd>().map_err(|error| error.to_string())
        };
        let wanted = |rest: &str| read(rest).map(|epd| epd.wanted());
        assert_eq!(
            wanted("; bm Rd8+"),
            Ok("bm Rd8#".to_owned()),
            "a semicolon behind the position"
        );
        assert_eq!(wanted(" 3 9; am h3 ?"), Ok("am h3".to_owned()), "or behind its clocks");
        assert_eq!(
            wanted(" 0 1 bm Rd8+ dm 1"),
            Ok("bm Rd8#; dm 1".to_owned()),
            "none between operations"
        );
        assert_eq!(wanted(" bm Rd8 am h3 ; id \"a bm b\""), Ok("bm Rd8#; am h3".to_owned()));
        let epd = read(" bm #1; --:-- @ C0; 00'40\" (Gustav); id \"x; y\";")
            .expect("seconds are no quotation");
        assert_eq!((epd.mate_in, epd.id.as_deref()), (Some(1), Some("x; y")));
        assert_eq!(epd.others[1], ("00'40\"".to_owned(), "(Gustav)".to_owned()));
        assert_eq!(read(" id \"x"), Err("a quotation mark is not closed".to_owned()));
    }

    #[test]
    fn points_are_read_either_way() {
        let position = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";
        let read = |operations: &str| format!("{position} {operations}").parse::<Epd>();
        for operations in [
            "c0 \"f5=10, Be5=2\";",
            "c7 \"f5 Be5+\"; c8 \"10 2\";",
            "c0 \"from a book\"; c7 \"f5 Be5\"; c8 \"10 2\";",
        ] {
            let epd = read(operations).expect("sound");
            let of = |mv: &str| epd.points_of(epd.board.parse_san(mv).ok());
            assert_eq!(
                (of("f5"), of("Be5"), of("Bf2"), epd.most_points()),
                (Some(10), Some(2), Some(0), Some(10))
            );
            assert_eq!(epd.wanted(), "c0 f5=10, Be5+=2");
        }
        for comment in [
            "c0 \"x=10\";",
            "c0 \"White wins\"; c7 \"1 2\"; c8 \"3\";",
            "c7 \"f5\"; c8 \"good\";",
            "c7 \"not f5\"; c8 \"1999\";",
        ] {
            let epd = read(comment).expect("comments are free");
            assert_eq!((epd.points_of(None), epd.most_points()), (None, None), "{comment}");
        }
        let error = |operations: &str| read(operations).expect_err("unsound").to_string();
        assert_eq!(error("c0 \"f5=10, Qa1=2\";"), "c0: 'Qa1' is not legal here");
        assert_eq!(error("c7 \"f5 Be5\"; c8 \"10\";"), "c8: 1 points for the 2 moves of c7");
    }

    #[test]
    fn what_is_wanted_is_said_in_operations() {
        let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - am Nxf7 Kh1; bm qg6; dm 7; c0 \"Qg6=3\"";
        assert_eq!(line.parse::<Epd>().expect("sound").wanted(), "bm Qg6; am Nxf7+ Kh1; dm 7");
        assert_eq!("4k3/8/8/8/8/8/8/4K2R w K -".parse::<Epd>().expect("sound").wanted(), "");
    }

    #[test]
    fn clocks_may_come_either_way() {
        let bare = "4k3/8/8/8/8/8/8/4K2R w K -";
        for line in [
            format!("{bare} 7 30 dm 5;"),
            format!("{bare} dm 5; hmvc 7; fmvn 30;"),
            format!("{bare} 0 1 hmvc 7; dm 5; fmvn 30;"),
        ] {
            let epd: Epd = line.parse().expect("sound");
            assert_eq!(
                (epd.board.halfmove_clock(), epd.board.fullmove_number(), epd.mate_in),
                (7, 30, Some(5))
            );
        }
    }

    #[test]
    fn one_clock_may_come_alone() {
        let clocks = |line: &str| {
            let board = line.parse::<Epd>().expect("sound").board;
            (board.halfmove_clock(), board.fullmove_number())
        };
        assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7;"), (7, 1));
        assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - fmvn 30;"), (0, 30));
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
