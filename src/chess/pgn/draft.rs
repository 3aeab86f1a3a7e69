//! A game under way: its lines as far as they have been read.

use super::{Item, Node, PgnError, PgnGame, Variation, is_chess, is_chess960, move_number, result};
use crate::chess::board::Board;
use crate::chess::fen::Castling;
use crate::chess::mended::Mended;
use crate::chess::moves::Move;
use crate::quote::quoted;

/// A line of moves that may still grow.
pub struct Open {
    pub line: Variation,
    /// Before the last move.
    pub before: Board,
    /// After it.
    pub board: Board,
    /// Glyphs before the first move, which are the move's.
    pending: Vec<u32>,
}

impl Open {
    fn at(board: Board) -> Open {
        Open { line: Variation::default(), before: board, board, pending: Vec::new() }
    }
}

/// A variation that cannot be read to its end.
pub struct Lost {
    /// Brackets open where it stands.
    pub depth: usize,
    /// Where the part begins that cannot be read.
    pub from: usize,
}

/// A game under way.
#[derive(Default)]
pub struct Draft {
    pub headers: Vec<(String, String)>,
    pub repairs: Vec<String>,
    start: Option<Board>,
    /// The game, and the variations open, each in the one before it; empty before the moves.
    pub open: Vec<Open>,
    pub result: Option<&'static str>,
    /// Brackets open.
    pub depth: usize,
    /// A result has come, and so many brackets were open there: none for that of the game, more
    /// where another is quoted.
    pub over_at: Option<usize>,
    /// The result that was quoted last in the variation that is open, with nothing behind it.
    pub quoted: Option<&'static str>,
    pub lost: Option<Lost>,
    /// Why the game is broken: nothing more of it is read.
    pub fault: Option<PgnError>,
}

impl Draft {
    /// Has something come that is no header?
    pub fn is_in_moves(&self) -> bool {
        !self.open.is_empty()
    }

    /// Is nothing of what comes part of a line?
    pub fn is_deaf(&self) -> bool {
        self.fault.is_some() || self.lost.is_some()
    }

    /// Sets up the position, once the headers are complete. These comments stood before them.
    pub fn begin_moves(&mut self, preface: &mut Vec<String>) {
        if self.is_in_moves() {
            return;
        }
        let board = match self.set_up() {
            Ok(board) => board,
            Err(error) => {
                self.fault = Some(error);
                Board::default()
            }
        };
        self.start = Some(board);
        self.open.push(Open::at(board));
        self.top().line.lead.append(preface);
    }

    fn set_up(&mut self) -> Result<Board, PgnError> {
        let header = |name: &str| {
            self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.trim())
        };
        let variant = header("Variant").unwrap_or_default();
        if !is_chess(variant) && !is_chess960(variant) {
            return Err(PgnError::Variant(quoted(variant)));
        }
        let castling = if is_chess960(variant) { Castling::Outermost } else { Castling::Guess };
        let remark = match header("FEN") {
            None => return Ok(Board::default()),
            Some("" | "?" | "-" | "startpos") => "it names no position: the initial one".to_owned(),
            Some(fen) => {
                let mended = Mended::read(fen, castling)?;
                self.repairs.extend(mended.remark.map(|remark| format!("header FEN: {remark}")));
                return Ok(mended.board);
            }
        };
        self.repairs.push(format!("header FEN: {remark}"));
        Ok(Board::default())
    }

    /// The innermost line that is open.
    pub fn top(&mut self) -> &mut Open {
        self.open.last_mut().expect("the game itself is never closed")
    }

    /// The number of the next move.
    pub fn number(&mut self) -> String {
        move_number(&self.top().board)
    }

    /// Plays a move; none is a null move.
    pub fn play(&mut self, mv: Option<Move>) {
        let top = self.top();
        let after = mv.map_or_else(|| top.board.after_null(), |mv| top.board.after(mv));
        (top.before, top.board) = (top.board, after);
        let tail = top.pending.drain(..).map(Item::Glyph).collect();
        top.line.moves.push(Node { mv, tail });
    }

    /// Adds what stands behind the last move.
    pub fn add(&mut self, item: Item) {
        let Open { line, pending, .. } = self.top();
        match (line.moves.last_mut(), item) {
            (Some(node), item) => node.tail.push(item),
            (None, Item::Comment(text)) => line.lead.push(text),
            (None, Item::Glyph(glyph)) => pending.push(glyph),
            (None, Item::Variation(_)) => {}
        }
    }

    /// Adds a comment, its blanks as single ones and its braces as parentheses.
    pub fn comment(&mut self, text: &str) {
        let text = text.replace('{', "(").replace('}', ")");
        let text = text.split(super::lexer::is_blank).filter(|word| !word.is_empty());
        let text = text.collect::<Vec<_>>().join(" ");
        if !text.is_empty() && !self.is_deaf() {
            self.add(Item::Comment(text));
        }
    }

    /// Begins a variation to the last move; false if there is none.
    pub fn begin_variation(&mut self) -> bool {
        let Open { line, before, .. } = self.top();
        let has_move = !line.moves.is_empty();
        let before = *before;
        if has_move {
            self.open.push(Open::at(before));
        }
        has_move
    }

    /// Ends the innermost variation.
    pub fn end_variation(&mut self) {
        if let Some(Open { line, pending, .. }) = self.open.pop() {
            self.tell_lost(&pending);
            if line != Variation::default() {
                self.add(Item::Variation(line));
            }
        }
    }

    /// Takes the result at the end of a variation that is not closed for that of the game.
    pub fn take_quoted_result(&mut self) {
        let Some(result) = self.quoted.take() else { return };
        self.result = self.result.or(Some(result));
        if self.is_deaf() {
            return;
        }
        let line = &mut self.top().line;
        match line.moves.last_mut() {
            Some(node) => drop(node.tail.pop()),
            None => drop(line.lead.pop()),
        }
    }

    /// Glyphs of a line without a move.
    fn tell_lost(&mut self, glyphs: &[u32]) {
        let lost = glyphs.iter().map(|glyph| format!("${glyph} has no move and is left out"));
        self.repairs.extend(lost);
    }

    /// The game as it has been read, or why it is broken.
    pub fn finish(mut self) -> Result<PgnGame, PgnError> {
        while self.open.len() > 1 {
            self.end_variation();
        }
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let named = self.headers.iter().find(|(name, _)| name == "Result");
        let named = named.and_then(|(_, value)| result::marker_of_header(value));
        let result = self.result.or(named).unwrap_or("*").to_owned();
        let line = match self.open.pop() {
            Some(Open { line, pending, .. }) => {
                self.tell_lost(&pending);
                line
            }
            None => Variation::default(),
        };
        let start = self.start.unwrap_or_default();
        Ok(PgnGame { headers: self.headers, start, line, result, repairs: self.repairs })
    }
}
