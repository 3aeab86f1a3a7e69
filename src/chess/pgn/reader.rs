//! PGN reader. Each word is parsed as a result, a number, a mark or a legal move.

use super::draft::{GameDraft, SkippedVariation};
use super::lexer::{Lexer, Quotes, Token};
use super::{Item, MAX_VARIATION_DEPTH, PgnError, PgnGame, result};
use crate::chess::lenient::DOTS;
use crate::chess::marks::{glyph_of_word, glyphs, leading_marks, split_marks};
use crate::chess::moves::Move;
use crate::chess::san::MoveError;
use crate::files::decode::decode;
use crate::quote::quoted;

/// Result of a game that both sides have lost. PGN has no marker for it.
const BOTH_LOSE: &str = "0-0";

/// Spellings of a null move.
const NULL_MOVES: [&str; 7] = ["--", "Z0", "0000", "@@@@", "null", "NULL", "pass"];

/// Whether the word names no square and is neither castling nor a null move.
fn is_no_move(word: &str) -> bool {
    let is_castling = word.chars().all(|letter| "Oo-".contains(letter));
    !word.contains(|letter: char| letter.is_ascii_digit())
        && !is_castling
        && !NULL_MOVES.contains(&word)
}

/// Reads all games of a PGN text; each item is a game or the reason why it is invalid.
///
/// The text may be UTF-8, UTF-16 or Windows-1252.
pub fn read_games(bytes: &[u8]) -> Vec<Result<PgnGame, PgnError>> {
    let text = decode(bytes);
    // line ends of classic Mac OS
    let text = if text.contains('\n') { text } else { text.replace('\r', "\n") };
    let mut reader = Reader {
        lexer: Lexer::new(&text),
        games: Vec::new(),
        draft: GameDraft::default(),
        preface: Vec::new(),
        is_after_blank_line: false,
        from: 0,
    };
    reader.read();
    reader.games
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    games: Vec<Result<PgnGame, PgnError>>,
    draft: GameDraft,
    /// Comments before the first game of a file.
    preface: Vec<String>,
    is_after_blank_line: bool,
    /// Position of the current token, in bytes.
    from: usize,
}

impl Reader<'_> {
    fn read(&mut self) {
        loop {
            let from = self.lexer.place();
            self.from = from;
            let Some(token) = self.lexer.next() else { break };
            if let Token::Blank(breaks) = token {
                self.draft.has_html |= self.lexer.between(from, self.lexer.place()).contains('<');
                self.blanks(breaks);
                continue;
            }
            if !matches!(token, Token::Header { .. }) {
                self.draft.quoted = None;
            }
            match token {
                Token::Header { name, value, quotes }
                    if quotes != Quotes::Missing
                        || !self.draft.is_in_moves()
                        || self.draft.over_at.is_some() =>
                {
                    self.header(name, value, quotes);
                }
                Token::Header { .. } | Token::Brackets(_) => self.brackets(from),
                Token::Comment(text, is_closed) => self.comment(text, is_closed),
                Token::Open => self.open(from),
                Token::Close => self.close(from),
                Token::Brace => self.brace(),
                Token::Word(word) => self.word(word, from),
                Token::Blank(_) => {}
            }
            self.is_after_blank_line = false;
        }
        self.finish();
        self.keep_last_comments();
    }

    fn begin_moves(&mut self) {
        self.draft.begin_moves(&mut self.preface);
    }

    /// Handles blanks. After the result, a game ends at the end of the line, within variations at a
    /// blank line: variations quote other games with their results.
    fn blanks(&mut self, breaks: usize) {
        self.is_after_blank_line |= breaks > 1;
        let ends = self.draft.depth == 0 && breaks > 0 || breaks > 1;
        if self.draft.over_at.is_some() && ends {
            self.finish();
        }
    }

    /// Finishes the current game.
    fn finish(&mut self) {
        self.close_all();
        let mut draft = std::mem::take(&mut self.draft);
        if draft.headers.is_empty() {
            let is_nothing = !draft.is_in_moves();
            if is_nothing {
                return;
            }
            let is_sound = draft.fault.is_none() && draft.result.is_none();
            if is_sound && draft.has_no_moves() {
                self.preface.append(&mut draft.leave_moves());
                self.draft.repairs = draft.repairs;
                return;
            }
        }
        draft.begin_moves(&mut self.preface); // in case there are no moves
        self.games.push(draft.finish());
    }

    /// Adds the comments after the last result of the text to the last game.
    fn keep_last_comments(&mut self) {
        let Some(Ok(game)) = self.games.last_mut() else { return };
        let comments = self.preface.drain(..);
        match game.line.moves.last_mut() {
            Some(node) => node.tail.extend(comments.map(Item::Comment)),
            None => game.line.lead.extend(comments),
        }
        let place =
            |repair: String| format!("after the result: {}", repair.trim_start_matches("move 1. "));
        game.repairs.extend(self.draft.repairs.drain(..).map(place));
    }

    /// Closes the variations that are still open at the end of a game.
    fn close_all(&mut self) {
        if self.draft.depth == 0 || self.draft.fault.is_some() {
            return;
        }
        let number = self.draft.number();
        self.draft.repairs.push(format!("move {number} a variation is not closed"));
        self.draft.take_quoted_result();
        self.keep_lost(self.from);
        self.draft.depth = 0;
    }

    fn header(&mut self, name: &str, value: String, quotes: Quotes) {
        // A game without a result, or without moves, ends at the headers of the next game.
        let begins_again = self.is_after_blank_line
            && name == "Event"
            && self.draft.headers.iter().any(|(other, _)| other == name);
        if !self.is_after_blank_line && self.draft.may_continue_headers(name) {
            self.preface.append(&mut self.draft.leave_moves());
        } else if self.draft.is_in_moves() || begins_again {
            self.finish();
        }
        let fault = match quotes {
            Quotes::Sound => None,
            Quotes::Open => Some("the quotation mark is not closed"),
            Quotes::Missing => Some("no double quotation marks around it"),
        };
        if let Some(fault) = fault {
            self.draft.repairs.push(format!("header {}: {fault}", quoted(name)));
        }
        self.draft.headers.push((name.to_owned(), value));
    }

    /// Handles a text in brackets outside comments.
    fn brackets(&mut self, from: usize) {
        let text = self.lexer.between(from, self.lexer.place()).trim();
        if !self.draft.is_in_moves() && text.contains('"') {
            let text = quoted(text);
            return self.draft.repairs.push(format!("{text} is no header and is ignored"));
        }
        self.begin_moves();
        if !self.draft.is_skipping() {
            let (number, shown) = (self.draft.number(), quoted(text));
            self.draft.comment(text);
            self.draft.repairs.push(format!("move {number} {shown} kept as a comment"));
        }
    }

    fn comment(&mut self, text: &str, is_closed: bool) {
        self.begin_moves();
        let faults = [
            (!is_closed, "a comment is not closed"),
            (text.contains(['{', '}']), "braces within a comment written as parentheses"),
        ];
        for (_, fault) in faults.into_iter().filter(|(is_so, _)| *is_so) {
            let number = self.draft.number();
            self.draft.repairs.push(format!("move {number} {fault}"));
        }
        self.draft.comment(text);
    }

    fn brace(&mut self) {
        self.begin_moves();
        let number = self.draft.number();
        self.draft.repairs.push(format!("move {number} an unmatched brace is ignored"));
    }

    fn open(&mut self, from: usize) {
        self.begin_moves();
        self.draft.depth += 1;
        let depth = self.draft.depth;
        if self.draft.is_skipping() {
            return;
        }
        let number = self.draft.number();
        if depth > MAX_VARIATION_DEPTH {
            self.draft.fault = Some(PgnError::TooDeep(number));
        } else if !self.draft.begin_variation() {
            let repair = format!("move {number} a variation without a move before it");
            self.lose(from, &repair, depth);
        }
    }

    fn close(&mut self, at: usize) {
        self.begin_moves();
        if self.draft.depth == 0 {
            let number = self.draft.number();
            let repair = format!("move {number} an unmatched parenthesis is ignored");
            self.draft.repairs.push(repair);
            return;
        }
        self.draft.depth -= 1;
        let depth = self.draft.depth;
        // a quoted result ends with its variation
        self.draft.over_at = self.draft.over_at.filter(|&over| over <= depth);
        if self.draft.lost.as_ref().is_some_and(|lost| depth < lost.depth) {
            self.keep_lost(at);
        }
        // A parenthesis in an unreadable part has not opened a variation.
        if !self.draft.is_skipping() && self.draft.open.len() > depth + 1 {
            self.draft.end_variation();
        }
    }

    /// Marks the rest of this variation as unreadable.
    fn lose(&mut self, from: usize, reason: &str, depth: usize) {
        self.draft.repairs.push(format!("{reason}: the rest of the variation kept as a comment"));
        self.draft.lost = Some(SkippedVariation { depth, from });
    }

    /// Keeps the unreadable part, which ends here, as a comment.
    fn keep_lost(&mut self, at: usize) {
        if let Some(SkippedVariation { from, .. }) = self.draft.lost.take() {
            let text = self.lexer.between(from, at).trim_end();
            let end = if text.starts_with('(') { ")" } else { "" };
            self.draft.comment(&format!("{text}{end}"));
        }
    }

    /// Marks the open variation, or else the game, as invalid.
    fn fail(&mut self, from: usize, reason: PgnError) {
        match self.draft.depth {
            0 => self.draft.fault = Some(reason),
            depth => self.lose(from, &reason.to_string(), depth),
        }
    }

    fn word(&mut self, raw: &str, from: usize) {
        self.begin_moves();
        let word = raw.replace(['–', '—', '−'], "-");
        if let Some(marker) = result::marker(&word) {
            return self.result(marker, raw);
        }
        if word == BOTH_LOSE && self.both_lose() {
            return self.result(BOTH_LOSE, raw);
        }
        if word.contains(',') {
            return self.words(raw, from);
        }
        if let Some(number) = word.strip_prefix('$') {
            return self.glyph(number, raw);
        }
        let (leading, rest) = leading_marks(&word);
        if !leading.is_empty() && !rest.is_empty() {
            self.marks(leading);
            return self.word(rest, from);
        }
        let is_digit = |letter: char| letter.is_ascii_digit();
        let numbered = word.trim_start_matches(is_digit);
        let bare = if numbered.starts_with(DOTS) { numbered } else { word.as_str() };
        let bare = bare.trim_start_matches(DOTS);
        let is_number = bare.chars().all(is_digit) && !matches!(bare, "00" | "000" | "0000");
        if is_number {
            if !bare.is_empty() || word.contains(is_digit) {
                self.begin_move();
            }
            return;
        }
        let (mv, marks) = match bare.strip_prefix("--") {
            Some(marks) if marks.chars().all(|mark| "!?".contains(mark)) => ("--", marks),
            _ => split_marks(bare),
        };
        if !mv.is_empty() && !self.try_letter_mark(mv) {
            let is_game = !self.draft.headers.is_empty() || !self.draft.top().line.moves.is_empty();
            if is_no_move(mv) && is_game {
                return self.keep_as_comment(raw);
            }
            self.begin_move();
            self.mv(mv, bare, from);
        }
        self.marks(marks);
    }

    /// Handles the words between commas: `N,?!`.
    fn words(&mut self, raw: &str, from: usize) {
        if !self.draft.is_skipping() {
            let (number, shown) = (self.draft.number(), quoted(raw));
            self.draft.repairs.push(format!("move {number} commas in '{shown}' ignored"));
        }
        raw.split(',').filter(|part| !part.is_empty()).for_each(|part| self.word(part, from));
    }

    /// Keeps a word that cannot be a move as a comment.
    fn keep_as_comment(&mut self, word: &str) {
        if !self.draft.is_skipping() {
            let (number, shown) = (self.draft.number(), quoted(word));
            self.draft.comment(word);
            let repair = format!("move {number} '{shown}' is no move and kept as a comment");
            self.draft.repairs.push(repair);
        }
    }

    /// Handles a mark written in letters; false if the word is none.
    fn try_letter_mark(&mut self, word: &str) -> bool {
        if let Some(glyph) = glyph_of_word(word) {
            if !self.draft.is_skipping() {
                self.draft.add(Item::Glyph(glyph));
            }
            return true;
        }
        matches!(word, "e.p." | "e.p" | "ep" | "ch" | "ch." | "mate")
    }

    fn marks(&mut self, marks: &str) {
        if self.draft.is_skipping() {
            return;
        }
        let (glyphs, unknown) = glyphs(marks);
        glyphs.into_iter().for_each(|glyph| self.draft.add(Item::Glyph(glyph)));
        if !unknown.is_empty() {
            let (number, unknown) = (self.draft.number(), quoted(&unknown));
            self.draft.repairs.push(format!("move {number} '{unknown}' is ignored"));
        }
    }

    fn glyph(&mut self, number: &str, raw: &str) {
        if self.draft.is_skipping() {
            return;
        }
        match number.parse() {
            Ok(glyph) => self.draft.add(Item::Glyph(glyph)),
            Err(_) => {
                let number = self.draft.number();
                self.draft.repairs.push(format!("move {number} '{}' is ignored", quoted(raw)));
            }
        }
    }

    /// Whether `0-0` is a result: castling is illegal or the header is `0-0`, and the game ends
    /// here.
    fn both_lose(&mut self) -> bool {
        let is_header = |(name, value): &(String, String)| name == "Result" && value == BOTH_LOSE;
        let has_header = self.draft.headers.iter().any(is_header);
        self.draft.depth == 0
            && self.lexer.is_at_end()
            && (has_header || self.draft.top().board.parse_san(BOTH_LOSE).is_err())
    }

    fn result(&mut self, marker: &'static str, raw: &str) {
        let depth = self.draft.depth;
        self.draft.over_at = Some(self.draft.over_at.map_or(depth, |over| over.min(depth)));
        if depth > 0 {
            self.draft.quoted = Some(marker);
            return self.draft.comment(raw); // a quoted game's result
        }
        if marker != BOTH_LOSE {
            self.draft.result = Some(marker);
            return;
        }
        self.draft.result = Some("*");
        let named = self.draft.headers.iter_mut().find(|(name, _)| name == "Result");
        match named {
            Some((_, value)) if matches!(value.as_str(), "*" | "?" | "") => {
                BOTH_LOSE.clone_into(value);
            }
            Some(_) => {}
            None => self.draft.headers.push(("Result".to_owned(), BOTH_LOSE.to_owned())),
        }
        let repair = "result '0-0' is kept in the header; after the moves it is written as '*'";
        self.draft.repairs.push(repair.to_owned());
    }

    /// Handles the beginning of a move. After the result of the game, a move belongs to the next
    /// game. In a variation, the line continues after a quoted result.
    fn begin_move(&mut self) {
        self.draft.is_without_position = false;
        match self.draft.over_at {
            Some(0) if self.draft.depth == 0 => {
                self.finish();
                self.begin_moves();
            }
            Some(0) => {} // a variation after the result
            _ => self.draft.over_at = None,
        }
    }

    fn mv(&mut self, text: &str, written: &str, from: usize) {
        if self.draft.is_skipping() {
            return;
        }
        if NULL_MOVES.contains(&text) {
            if self.draft.top().board.in_check() {
                let reason = PgnError::NullMove(self.draft.number());
                return self.fail(from, reason);
            }
            return self.draft.play(None);
        }
        match self.legal(text) {
            Ok(mv) => self.draft.play(Some(mv)),
            Err(error) => {
                let error = match error {
                    MoveError::Malformed(_) => MoveError::Malformed(quoted(written)),
                    error => error,
                };
                let reason = PgnError::Move { number: self.draft.number(), error };
                self.fail(from, reason);
            }
        }
    }

    /// Parses a move and reports notation that SAN does not allow.
    fn legal(&mut self, text: &str) -> Result<Move, MoveError> {
        let board = self.draft.top().board;
        board.parse_san(text).or_else(|_| {
            let mv = board.parse_lenient(text)?;
            let (number, text) = (self.draft.number(), quoted(text));
            let san = board.san(mv);
            self.draft.repairs.push(format!("move {number} '{text}' read as {san}"));
            Ok(mv)
        })
    }
}
