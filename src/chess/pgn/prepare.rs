//! What the parser `pgn-reader` needs done to a text first. It drops comments behind a semicolon and words that are no moves
//! without a sound, and ends a game at a blank line between its moves; so such comments are put in braces, such words become
//! comments with a [`MARK`] for the reader to judge, and blank lines stay only where a game ends.

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
    let mut preparer =
        Preparer { rest: text.chars().peekable(), out: String::with_capacity(text.len() + 64), ..Preparer::default() };
    preparer.run();
    preparer.out
}

struct Preparer<'a> {
    rest: Peekable<Chars<'a>>,
    out: String,
    is_line_start: bool,
    /// A word that is no header has come since the last header.
    in_moves: bool,
    /// The result of the game has come.
    is_over: bool,
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
            is_over: false,
            depth: 0,
        }
    }
}

impl Preparer<'_> {
    fn run(&mut self) {
        while let Some(&letter) = self.rest.peek() {
            let at_line_start = std::mem::take(&mut self.is_line_start);
            match letter {
                '\n' | '\r' | ' ' | '\t' | '\u{feff}' | '\u{a0}' => self.blanks(at_line_start),
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

    /// Blanks and line breaks become one blank or one line break, and a blank line once the game is over.
    fn blanks(&mut self, at_line_start: bool) {
        let is_blank = |letter: &char| letter.is_whitespace() || *letter == '\u{feff}';
        let mut breaks = u32::from(at_line_start);
        while let Some(letter) = self.rest.next_if(is_blank) {
            breaks += u32::from(letter == '\n');
        }
        let has_break = breaks > 0;
        self.is_line_start = has_break;
        // Variations quote other games with their results; only a blank line there says that a bracket is missing.
        if self.is_over && (self.depth == 0 && has_break || breaks > 1) {
            (self.is_over, self.in_moves, self.depth) = (false, false, 0);
            self.out.push_str("\n\n");
        } else {
            self.out.push(if has_break { '\n' } else { ' ' });
        }
    }

    fn header(&mut self) {
        if self.in_moves {
            // A game without a result ends where the headers of the next begin.
            (self.is_over, self.in_moves, self.depth) = (false, false, 0);
            self.out.push_str("\n\n");
        }
        let name: String = std::iter::from_fn(|| self.rest.next_if(|letter| !"\"]\r\n".contains(*letter))).collect();
        if self.rest.next_if_eq(&'"').is_some() {
            let value = self.header_value();
            self.out.push_str(&format!("{} \"{value}\"]", name.trim_end()));
        }
        while self.rest.next_if(|letter| " \t]".contains(*letter)).is_some() {}
        self.is_line_start = true; // the next header may follow on the same line
    }

    /// The value behind its first quotation mark, up to the second, or to the end of the line. What is quoted stays so.
    fn header_value(&mut self) -> String {
        let mut value = String::new();
        while let Some(letter) = self.rest.next_if(|letter| !matches!(letter, '\n' | '\r')) {
            match letter {
                '"' => break,
                '\\' => match self.rest.next_if(|next| matches!(next, '"' | '\\')) {
                    Some(quoted) => value.extend(['\\', quoted]),
                    None => value.push_str("\\\\"),
                },
                _ => value.push(letter),
            }
        }
        value
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
        (self.in_moves, self.is_over) = (true, false);
        let word = word.replace(['–', '—'], "-");
        if matches!(word.as_str(), "1-0" | "0-1" | "1/2-1/2" | "½-½" | "1/2" | "*") {
            self.is_over = true;
            let result = if word.starts_with("1/2") || word.starts_with('½') { "1/2-1/2" } else { word.as_str() };
            return self.out.push_str(result);
        }
        let numbered = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let bare = if numbered.starts_with(DOTS) { numbered.trim_start_matches(DOTS) } else { word.as_str() };
        if bare.starts_with(['$', '!', '?']) {
            return self.out.push_str(bare);
        }
        let is_number = bare.chars().all(|letter| letter.is_ascii_digit()) && bare != "0000";
        let is_symbol = !bare.chars().any(char::is_alphanumeric) && bare != "--";
        match bare.trim_end_matches(['!', '?']) {
            _ if is_number || is_symbol || matches!(bare, "e.p." | "ep" | "N" | "D") => {} // other programs' glyphs
            "Z0" | "--" | "0000" | "null" => self.out.push_str("--"),
            mv if SanPlus::from_ascii(mv.as_bytes()).is_ok() => self.out.push_str(bare),
            _ => self.put_mark(bare),
        }
    }

    /// Leaves a word for the reader to judge; none stands for the brace.
    fn put_mark(&mut self, word: &str) {
        self.out.push_str(&format!(" {{{MARK}{word}}} "));
    }
}
