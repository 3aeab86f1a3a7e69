//! Partially read game, with its open lines.

use super::{Item, Node, PgnError, PgnGame, Variation, is_chess, is_chess960, result};
use crate::chess::board::Board;
use crate::chess::fen::CastlingMode;
use crate::chess::fen_repair::RepairedFen;
use crate::chess::moves::Move;
use crate::chess::san::move_number;
use crate::quote::quoted;

/// Line of moves (main line or variation) whose end the PGN parser has not reached yet.
pub struct Open {
    pub line: Variation,
    /// Position before the last move.
    pub before: Board,
    /// Position after the last move.
    pub board: Board,
    /// Glyphs before the first move, which belong to that move.
    pending: Vec<u32>,
}

impl Open {
    fn at(board: Board) -> Open {
        Open { line: Variation::default(), before: board, board, pending: Vec::new() }
    }
}

/// PGN variation whose remaining tokens are skipped because a move in it could not be parsed.
pub struct SkippedVariation {
    /// Number of open parentheses, its own included.
    pub depth: usize,
    /// Start of the unreadable part, in bytes.
    pub from: usize,
}

/// Game under construction while its PGN text is parsed.
#[derive(Default)]
pub struct GameDraft {
    pub headers: Vec<(String, String)>,
    pub repairs: Vec<String>,
    start: Option<Board>,
    /// Main line and open variations, outermost first; empty before the moves.
    pub open: Vec<Open>,
    pub result: Option<&'static str>,
    /// Number of open parentheses.
    pub depth: usize,
    /// Number of open parentheses at the result: zero for the result of this game, more for that of
    /// a quoted game. `None` before a result.
    pub over_at: Option<usize>,
    /// Quoted result in an open variation, if nothing follows it.
    pub quoted: Option<&'static str>,
    pub lost: Option<SkippedVariation>,
    /// Whether the text has HTML line breaks.
    pub has_html: bool,
    /// Reason why the game is invalid. The rest of the game is skipped.
    pub fault: Option<PgnError>,
    /// Whether the headers give no valid position and no move follows them so far.
    pub is_without_position: bool,
}

impl GameDraft {
    /// Whether the PGN parser is past the headers, in the move section of the game.
    pub fn is_in_moves(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether the PGN parser skips tokens because they follow an unreadable move.
    pub fn is_skipping(&self) -> bool {
        self.fault.is_some() || self.lost.is_some()
    }

    /// Sets up the start position from the PGN headers and begins the main line. `preface` contains
    /// the comments before the headers.
    pub fn begin_moves(&mut self, preface: &mut Vec<String>) {
        if self.is_in_moves() {
            return;
        }
        let board = match self.set_up() {
            Ok(board) => board,
            Err(error) => {
                self.fault = Some(error);
                self.is_without_position = true;
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
        let castling = CastlingMode::of(is_chess960(variant));
        let (board, remark) = match header("FEN") {
            None => return Ok(Board::default()),
            Some("" | "?" | "-" | "startpos") => {
                let remark = "no position; the initial position is used".to_owned();
                (Board::default(), Some(remark))
            }
            Some(fen) => {
                let repaired = RepairedFen::read(fen, castling)?;
                (repaired.board, repaired.remark)
            }
        };
        let repair = remark.map(|remark| format!("header FEN: {remark}"));
        // Headers that go on after a comment are read twice.
        self.repairs.extend(repair.filter(|repair| !self.repairs.contains(repair)));
        Ok(board)
    }

    /// Whether the PGN parser is past the headers and has read no move.
    pub fn has_no_moves(&self) -> bool {
        matches!(&self.open[..], [only] if only.line.moves.is_empty())
    }

    /// Whether a header of this name belongs to this game although comments precede it.
    pub fn may_continue_headers(&self, name: &str) -> bool {
        !self.headers.is_empty()
            && self.headers.iter().all(|(other, _)| other != name)
            && self.has_no_moves()
            && self.result.is_none()
            && (!self.is_skipping() || self.is_without_position)
    }

    /// Goes back from the moves, of which there are none yet, to the headers; returns the comments.
    pub fn leave_moves(&mut self) -> Vec<String> {
        let Some(Open { line, pending, .. }) = self.open.pop() else { return Vec::new() };
        if std::mem::take(&mut self.is_without_position) {
            self.fault = None; // found again after the other headers, if it remains
        }
        self.report_lost(&pending);
        line.lead
    }

    /// The innermost variation (or the main line) that the PGN parser has not closed yet.
    pub fn top(&mut self) -> &mut Open {
        self.open.last_mut().expect("the game itself is never closed")
    }

    /// Number of the next move in PGN form, such as `12.` or `12...`, for error messages.
    pub fn number(&mut self) -> String {
        move_number(&self.top().board)
    }

    /// Appends a move to the innermost open variation; `None` is a null move.
    pub fn play(&mut self, mv: Option<Move>) {
        let top = self.top();
        let after = mv.map_or_else(|| top.board.after_null(), |mv| top.board.after(mv));
        (top.before, top.board) = (top.board, after);
        let tail = top.pending.drain(..).map(Item::Glyph).collect();
        top.line.moves.push(Node { mv, tail });
    }

    /// Adds an annotation to the last move of the innermost open variation.
    pub fn add(&mut self, item: Item) {
        let Open { line, pending, .. } = self.top();
        match (line.moves.last_mut(), item) {
            (Some(node), item) => node.tail.push(item),
            (None, Item::Comment(text)) => line.lead.push(text),
            (None, Item::Glyph(glyph)) => pending.push(glyph),
            (None, Item::Variation(_)) => {}
        }
    }

    /// Adds a comment to the last move, with single blanks, and with braces replaced by
    /// parentheses.
    pub fn comment(&mut self, text: &str) {
        let text = text.replace('{', "(").replace('}', ")");
        let text = text.split(super::lexer::is_blank).filter(|word| !word.is_empty());
        let text = text.collect::<Vec<_>>().join(" ");
        if !text.is_empty() && !self.is_skipping() {
            self.add(Item::Comment(text));
        }
    }

    /// Begins a variation as an alternative to the last move; returns false if there is no move
    /// yet.
    pub fn begin_variation(&mut self) -> bool {
        let Open { line, before, .. } = self.top();
        let has_move = !line.moves.is_empty();
        let before = *before;
        if has_move {
            self.open.push(Open::at(before));
        }
        has_move
    }

    /// Ends the innermost variation and attaches it to the line that contains it.
    pub fn end_variation(&mut self) {
        if let Some(Open { line, pending, .. }) = self.open.pop() {
            self.report_lost(&pending);
            if line != Variation::default() {
                self.add(Item::Variation(line));
            }
        }
    }

    /// Uses the result at the end of an unclosed variation as the result of the game (malformed
    /// PGN).
    pub fn take_quoted_result(&mut self) {
        let Some(result) = self.quoted.take() else { return };
        self.result = self.result.or(Some(result));
        if self.is_skipping() {
            return;
        }
        let line = &mut self.top().line;
        match line.moves.last_mut() {
            Some(node) => drop(node.tail.pop()),
            None => drop(line.lead.pop()),
        }
    }

    /// Reports the glyphs of a line without moves as ignored.
    fn report_lost(&mut self, glyphs: &[u32]) {
        let lost = glyphs.iter().map(|glyph| format!("${glyph} has no move and is ignored"));
        self.repairs.extend(lost);
    }

    /// Returns the completely parsed game, or the reason why the PGN is invalid.
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
                self.report_lost(&pending);
                line
            }
            None => Variation::default(),
        };
        if self.has_html {
            self.repairs.insert(0, "HTML line breaks read as line ends".to_owned());
        }
        let start = self.start.unwrap_or_default();
        Ok(PgnGame { headers: self.headers, start, line, result, repairs: self.repairs })
    }
}
