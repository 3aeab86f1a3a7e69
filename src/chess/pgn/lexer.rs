//! The words of a PGN text: headers, comments, brackets, and whatever stands between blanks.
//!
//! Forgiven are quotation marks that are missing, single or not escaped in headers, comments within
//! comments, and a comment that is not closed, which ends where the next game begins.

use once_cell::sync::Lazy;
use regex_lite::Regex;

/// A blank line with a header behind it: where the next game begins, even in a comment.
static NEXT_GAME: Lazy<Regex> =
    Lazy::new(|| Regex::new(r#"\n\s*\n\[[A-Za-z]\w*\s+""#).expect("a sound expression"));

/// The longest comment, in bytes, that is searched for comments within it.
const LONGEST_NEST: usize = 1 << 12;

/// Letters of a text in brackets, at most.
const LONGEST_BRACKETS: usize = 300;

/// A part of the text.
#[derive(Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Blanks, with so many ends of lines among them.
    Blank(usize),
    /// Name and value of a header, and whether its quotation marks were missing.
    Header { name: &'a str, value: String, is_bare: bool },
    /// A comment, and whether it is closed.
    Comment(&'a str, bool),
    /// Begins a variation.
    Open,
    /// Ends a variation.
    Close,
    /// A closing brace without its partner.
    Brace,
    /// A text in brackets that is no header.
    Brackets(&'a str),
    /// A move, a number, a result, a mark, or none of these.
    Word(&'a str),
}

/// Takes a text apart.
pub struct Lexer<'a> {
    text: &'a str,
    /// Where the next token begins, in bytes.
    at: usize,
    is_line_start: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, is_line_start: true }
    }

    /// Where the next token begins.
    pub fn place(&self) -> usize {
        self.at
    }

    /// The text between two places.
    pub fn between(&self, from: usize, to: usize) -> &'a str {
        &self.text[from..to]
    }

    /// Is there nothing more of this game, as far as a look at the next word tells?
    pub fn is_at_end(&self) -> bool {
        let rest = self.rest();
        let next = rest.trim_start_matches(is_blank);
        next.is_empty() || next.starts_with('[') && rest[..rest.len() - next.len()].contains('\n')
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next so many bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.text[self.at..self.at + length];
        self.at += length;
        taken
    }

    fn take_while(&mut self, mut belongs: impl FnMut(char) -> bool) -> &'a str {
        let length = self.rest().find(|letter| !belongs(letter)).unwrap_or(self.rest().len());
        self.take(length)
    }

    fn take_line(&mut self) -> &'a str {
        self.take_while(|letter| !matches!(letter, '\n' | '\r'))
    }

    /// The next token; `None` at the end.
    pub fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let first = self.rest().chars().next()?;
            let at_line_start = std::mem::take(&mut self.is_line_start);
            return Some(match first {
                _ if is_blank(first) => {
                    let blanks = self.take_while(is_blank);
                    let breaks = usize::from(at_line_start) + blanks.matches('\n').count();
                    self.is_line_start = breaks > 0;
                    Token::Blank(breaks)
                }
                '%' if at_line_start => {
                    self.take_line();
                    continue;
                }
                '[' if at_line_start => match self.header() {
                    Some(header) => header,
                    None => self.brackets_or_word(),
                },
                '[' => self.brackets_or_word(),
                '{' => self.comment(),
                ';' => Token::Comment(self.take_line().trim_start_matches(';'), true),
                '(' | ')' => {
                    self.take(1);
                    if first == '(' { Token::Open } else { Token::Close }
                }
                '}' => {
                    self.take(1);
                    Token::Brace
                }
                _ => self.word(),
            });
        }
    }

    /// A header; nothing is taken if it is none.
    fn header(&mut self) -> Option<Token<'a>> {
        let is_space = |letter: char| matches!(letter, ' ' | '\t');
        let rest = self.rest();
        let inner = rest[1..].trim_start_matches(is_space);
        let length = inner.find(|c: char| !is_of_name(c)).unwrap_or(inner.len());
        let (name, behind) = inner.split_at(length);
        let value = behind.trim_start_matches(is_space);
        if !name.starts_with(char::is_alphanumeric) {
            return None;
        }
        if let Some(quoted) = value.strip_prefix('"') {
            let (value, length) = header_value(quoted);
            self.take(rest.len() - quoted.len() + length);
            self.take_while(|letter| " \t]".contains(letter));
            self.is_line_start = true; // the next header may follow on the same line
            return Some(Token::Header { name, value, is_bare: false });
        }
        // The last bracket of the line ends a value without quotation marks.
        let near = value.char_indices().take(LONGEST_BRACKETS);
        let line_end = near.clone().find(|(_, letter)| matches!(letter, '\n' | '\r'));
        let length = line_end
            .map_or_else(|| near.map(|(at, c)| at + c.len_utf8()).last(), |(at, _)| Some(at));
        let line = value[..length.unwrap_or_default()].trim_end_matches(is_space);
        let bare = line.strip_suffix(']')?;
        if value.len() == behind.len() || bare.contains('[') {
            return None;
        }
        self.take(rest.len() - value.len() + line.len());
        self.is_line_start = true;
        let marks = |letter: char| "'‘’‚“”„«»`\"".contains(letter) || is_blank(letter);
        Some(Token::Header { name, value: bare.trim_matches(marks).to_owned(), is_bare: true })
    }

    /// `[%clk 0:05]` and the like where no comment is open; a word if the bracket is not closed.
    fn brackets_or_word(&mut self) -> Token<'a> {
        let end = self.rest().char_indices().take(LONGEST_BRACKETS);
        let end = end.take_while(|(_, letter)| !matches!(letter, '\n' | '\r'));
        let mut inner = end.skip(1).take_while(|(_, letter)| *letter != '[');
        match inner.find(|(_, letter)| *letter == ']') {
            Some((at, _)) => Token::Brackets(self.take(at + 1)),
            None => self.word(),
        }
    }

    fn comment(&mut self) -> Token<'a> {
        self.take(1);
        let rest = self.rest();
        let close = rest.find('}');
        let text = &rest[..close.unwrap_or(rest.len())];
        let next_game = text.contains("\n[").then(|| NEXT_GAME.find(text)).flatten();
        let cut = next_game.filter(|game| close.is_none() || text[game.start()..].contains('{'));
        if let Some(game) = cut {
            return Token::Comment(self.take(game.start()), false);
        }
        let Some(close) = close else {
            return Token::Comment(self.take(rest.len()), false);
        };
        let outer = text.contains('{').then(|| outer_brace(rest)).flatten();
        let comment = self.take(outer.unwrap_or(close));
        self.take(1);
        Token::Comment(comment, true)
    }

    fn word(&mut self) -> Token<'a> {
        let start = self.at;
        self.take(self.rest().chars().next().map_or(0, char::len_utf8));
        let is_glyph = self.text[start..].starts_with('$');
        loop {
            self.take_while(|letter| {
                !(is_blank(letter) || "{}();$".contains(letter))
                    && (!is_glyph || letter.is_ascii_digit())
            });
            // `a8(Q)`
            let bytes = self.rest().as_bytes();
            let is_promotion = matches!(bytes, [b'(', piece, b')', ..] if b"QRBNqrbn".contains(piece))
                && self.text[start..self.at].ends_with(['1', '8']);
            if is_glyph || !is_promotion {
                return Token::Word(&self.text[start..self.at]);
            }
            self.take(3);
        }
    }
}

/// Blanks of every kind; control characters and byte-order marks are nothing else.
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || "_-+#=:".contains(letter)
}

/// The place of the brace that closes a comment with others in it, if all of them are closed before
/// the next game.
fn outer_brace(text: &str) -> Option<usize> {
    let mut open = 1;
    let near = text.char_indices().take_while(|&(at, _)| at < LONGEST_NEST);
    for (at, letter) in near {
        open += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if open == 0 {
            return (!text[..at].contains("\n[")).then_some(at);
        }
    }
    None
}

/// The value behind its first quotation mark, and its length in the text with the mark that ends
/// it. Marks that people left unescaped within a value belong to it, if one with a closing bracket
/// behind it comes before the line ends and before another header begins; otherwise the first mark
/// ends it, or the end of the line.
fn header_value(text: &str) -> (String, usize) {
    let (mut value, mut length, mut has_end) = value_part(text);
    if let Some(end) = (!has_end).then(|| backslash_before_end(text)).flatten() {
        return (text[..end].replace("\\\"", "\""), end + 1);
    }
    let first = (value.clone(), length);
    loop {
        let behind = text[length..].trim_start_matches([' ', '\t']);
        if !has_end || behind.starts_with(']') {
            return if has_end { (value, length) } else { first };
        }
        // the next header, not searched for every one before it
        let (part, more, ends) = value_part(&text[length..]);
        if behind.starts_with('[') && length == first.1 || begins_header(&part) || !ends {
            return first;
        }
        value.push('"');
        value.push_str(&part);
        length += more;
        has_end = ends;
    }
}

/// The place of the mark that ends a value whose last letter is a backslash: `"C:\"]`.
fn backslash_before_end(text: &str) -> Option<usize> {
    let line = text.lines().next()?.trim_end().strip_suffix(']')?.trim_end();
    line.strip_suffix('"').filter(|value| value.ends_with('\\')).map(str::len)
}

/// The part of a header's value up to the next quotation mark or the end of the line, its length in
/// the text with the mark, and whether it was the mark.
fn value_part(text: &str) -> (String, usize, bool) {
    let mut part = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\n' | '\r' => return (part, at, false),
            '"' => return (part, at + 1, true),
            '\\' => {
                let escaped = letters.next_if(|(_, next)| matches!(next, '"' | '\\'));
                part.push(escaped.map_or('\\', |(_, escaped)| escaped));
            }
            _ => part.push(letter),
        }
    }
    (part, text.len(), false)
}

/// Does another header begin at the end of this text, up to its value?
fn begins_header(text: &str) -> bool {
    let name = text.trim_end().rsplit_once('[').map_or("", |(_, name)| name);
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}
