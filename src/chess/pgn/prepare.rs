//! What the parser `pgn-reader` needs done to a text first. It drops comments behind a semicolon
//! and words that are no moves without a sound, and ends a game at a blank line between its moves;
//! so such comments are put in braces, such words become comments with a [`MARK`] for the reader to
//! judge, and blank lines stay only where a game ends. A result ends one as well, wherever it
//! stands, and quotation marks within the value of a header are escaped.

use pgn_reader::SanPlus;
use std::iter::Peekable;
use std::str::Chars;

/// Begins a comment that stands for a word the parser would drop.
pub const MARK: char = '\u{1}';

/// What stands behind the number of a move.
const DOTS: [char; 2] = ['.', '…'];

/// The text as the parser reads it right.
pub fn prepare(text: &str) -> String {
    let text = text.replace(MARK, " "); // ours alone
    let text = if text.contains('\n') { text } else { text.replace('\r', "\n") }; // lines as old Macs end them
    let mut preparer = Preparer {
        rest: text.chars().peekable(),
        out: String::with_capacity(text.len() + 64),
        ..Preparer::default()
    };
    preparer.run();
    preparer.out
}

struct Preparer<'a> {
    rest: Peekable<Chars<'a>>,
    out: String,
    is_line_start: bool,
    /// A word that is no header has come since the last header.
    in_moves: bool,
    /// A result has come, and so many variations were open there: none for that of the game, more
    /// where another is quoted.
    over_at: Option<u32>,
    /// Variations that are open.
    depth: u32,
}

impl Default for Preparer<'_> {
    fn default() -> Self {
        Preparer {
            rest: "".chars().peekable(),
            out: String::new(),
            is_line_start: true,
            in_moves: false,
            over_at: None,
            depth: 0,
        }
    }
}

impl Preparer<'_> {
    fn run(&mut self) {
        while let Some(&letter) = self.rest.peek() {
            let at_line_start = std::mem::take(&mut self.is_line_start);
            match letter {
                _ if is_blank(letter) => self.blanks(at_line_start),
                '%' if at_line_start => drop(self.take_line()),
                '[' if at_line_start => self.header(),
                '{' => self.comment(),
                ';' => {
                    let text = self.take_line();
                    self.put_comment(text.trim_start_matches(';'));
                }
                '(' | ')' => self.bracket(letter),
                _ => self.word(),
            }
        }
    }

    /// Everything up to the end of the line.
    fn take_line(&mut self) -> String {
        let mut line = String::new();
        while let Some(letter) = self.rest.next_if(|letter| !matches!(letter, '\n' | '\r')) {
            line.push(letter);
        }
        line
    }

    /// Blanks and line breaks become one blank or one line break, and a blank line once the game is
    /// over. Behind a line break they become nothing: what stood between was dropped, and a second
    /// one would end the game for the parser.
    fn blanks(&mut self, at_line_start: bool) {
        let mut breaks = u32::from(at_line_start);
        while let Some(letter) = self.rest.next_if(|&letter| is_blank(letter)) {
            breaks += u32::from(letter == '\n');
        }
        let has_break = breaks > 0;
        self.is_line_start = has_break;
        // Variations quote other games with their results; only a blank line there says that a
        // bracket is missing.
        if self.over_at.is_some() && (self.depth == 0 && has_break || breaks > 1) {
            self.end_game();
        } else if !self.out.ends_with('\n') {
            self.out.push(if has_break { '\n' } else { ' ' });
        }
    }

    fn end_game(&mut self) {
        (self.over_at, self.in_moves, self.depth) = (None, false, 0);
        self.out.push_str("\n\n");
    }

    fn header(&mut self) {
        if self.in_moves {
            // A game without a result ends where the headers of the next begin.
            self.end_game();
        }
        let name: String =
            std::iter::from_fn(|| self.rest.next_if(|letter| !"\"]\r\n".contains(*letter)))
                .collect();
        if self.rest.next_if_eq(&'"').is_some() {
            let value = self.header_value();
            self.out.push_str(&format!("{} \"{value}\"]", name.trim_end()));
        }
        while self.rest.next_if(|letter| " \t]".contains(*letter)).is_some() {}
        self.is_line_start = true; // the next header may follow on the same line
    }

    /// The value behind its first quotation mark, up to the one that ends it, or to the end of the
    /// line.
    fn header_value(&mut self) -> String {
        let (mut value, _) = value_part(&mut self.rest);
        for _ in 0..self.marks_within() {
            value.push_str("\\\"");
            value.push_str(&value_part(&mut self.rest).0);
        }
        value
    }

    /// Quotation marks that people left unescaped within a value: those before the one with the
    /// closing bracket behind it. None where the line ends or another header begins before that;
    /// then the first one met ends the value.
    fn marks_within(&self) -> usize {
        let mut ahead = self.rest.clone();
        for marks in 0.. {
            match ahead.clone().find(|&letter| !is_blank(letter)) {
                Some(']') => return marks,
                // the next header, not searched for every one before it
                Some('[') if marks == 0 => break,
                _ => {}
            }
            let (part, has_end) = value_part(&mut ahead);
            if !has_end || begins_header(&part) {
                break;
            }
        }
        0
    }

    fn comment(&mut self) {
        self.in_moves = true;
        for letter in self.rest.by_ref() {
            self.out.push(letter);
            if letter == '}' {
                break;
            }
        }
    }

    fn put_comment(&mut self, text: &str) {
        self.in_moves = true;
        let text = text.replace(['{', '}'], " ");
        self.out.push_str(&format!(" {{{}}} ", text.trim()));
    }

    fn bracket(&mut self, letter: char) {
        self.rest.next();
        self.in_moves = true;
        self.depth = if letter == '(' { self.depth + 1 } else { self.depth.saturating_sub(1) };
        // what a closed variation quotes is done with
        self.over_at = self.over_at.filter(|&depth| depth <= self.depth);
        self.out.push_str(&format!(" {letter} "));
    }

    fn word(&mut self) {
        let mut word = String::new();
        let ends = |word: &str, letter: char| {
            letter.is_whitespace() || "{}();".contains(letter) || letter == '$' && !word.is_empty()
        };
        while let Some(letter) = self.rest.next_if(|&letter| !ends(&word, letter)) {
            word.push(letter);
        }
        if word.is_empty() {
            self.rest.next(); // a closing brace without its partner
            return self.put_mark("");
        }
        self.in_moves = true;
        let word = word.replace(['–', '—'], "-");
        match word.as_str() {
            "1-0" | "0-1" | "*" => self.result(&word),
            "1/2-1/2" | "½-½" | "1/2" => self.result("1/2-1/2"),
            _ => self.move_or_glyph(&word),
        }
    }

    fn result(&mut self, result: &str) {
        self.over_at = Some(self.over_at.map_or(self.depth, |depth| depth.min(self.depth)));
        self.out.push_str(result);
    }

    fn move_or_glyph(&mut self, word: &str) {
        let is_digit = |letter: char| letter.is_ascii_digit();
        let numbered = word.trim_start_matches(is_digit);
        let bare =
            if numbered.starts_with(DOTS) { numbered.trim_start_matches(DOTS) } else { word };
        if bare.starts_with(['$', '!', '?']) {
            return self.out.push_str(bare);
        }
        let is_number = word.contains(is_digit) && bare.chars().all(is_digit) && bare != "0000";
        let is_symbol = !is_number && !bare.chars().any(char::is_alphanumeric) && bare != "--";
        if is_symbol || matches!(bare, "e.p." | "ep" | "N" | "D") {
            return; // other programs' glyphs
        }
        self.begin_move();
        match bare.trim_end_matches(['!', '?']) {
            _ if is_number => {}
            "Z0" | "--" | "0000" | "null" => self.out.push_str("--"),
            mv if SanPlus::from_ascii(mv.as_bytes()).is_ok() => self.out.push_str(bare),
            _ => self.put_mark(bare),
        }
    }

    /// Behind the result of its game a move is the next game's; in a variation it goes on behind a
    /// result that was quoted.
    fn begin_move(&mut self) {
        match self.over_at {
            Some(0) if self.depth == 0 => {
                self.end_game();
                self.in_moves = true;
            }
            Some(0) => {} // a variation behind the result
            _ => self.over_at = None,
        }
    }

    /// Leaves a word for the reader to judge; none stands for the brace.
    fn put_mark(&mut self, word: &str) {
        self.out.push_str(&format!(" {{{MARK}{word}}} "));
    }
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

/// The part of a header's value up to the next quotation mark or the end of the line, and whether
/// it was the mark. What is quoted stays so.
fn value_part(letters: &mut Peekable<Chars<'_>>) -> (String, bool) {
    let mut part = String::new();
    while let Some(letter) = letters.next_if(|letter| !matches!(letter, '\n' | '\r')) {
        match letter {
            '"' => return (part, true),
            '\\' => match letters.next_if(|next| matches!(next, '"' | '\\')) {
                Some(quoted) => part.extend(['\\', quoted]),
                None => part.push_str("\\\\"),
            },
            _ => part.push(letter),
        }
    }
    (part, false)
}

/// Does another header begin at the end of this text, up to its value?
fn begins_header(text: &str) -> bool {
    let name = text.trim_end().rsplit_once('[').map_or("", |(_, name)| name);
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}
