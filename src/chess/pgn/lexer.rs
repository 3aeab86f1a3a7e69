//! Lexer of PGN: headers, comments, brackets and words.
//!
//! Missing, single or unescaped quotation marks in headers, nested comments and unclosed comments
//! are accepted. An unclosed comment ends where the next game begins.

use once_cell::sync::Lazy;
use regex_lite::Regex;

/// Beginning of the next game, even within a comment: a blank line and a header.
static NEXT_GAME: Lazy<Regex> =
    Lazy::new(|| Regex::new(r#"\n\s*\n\[[A-Za-z]\w*\s+""#).expect("a sound expression"));

/// Maximum length of a nested comment, in bytes.
const MAX_NESTED_COMMENT_BYTES: usize = 1 << 12;

/// Maximum length of a text in brackets, in characters.
const MAX_BRACKET_CHARS: usize = 300;

/// Token of a PGN text, such as a header, a move or a comment.
#[derive(Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Blanks, with the number of line ends in them.
    Blank(usize),
    /// Header: name, value, and the state of its quotation marks.
    Header { name: &'a str, value: String, quotes: Quotes },
    /// Comment, and whether it is closed.
    Comment(&'a str, bool),
    /// Beginning of a variation.
    Open,
    /// End of a variation.
    Close,
    /// Closing brace without an opening one.
    Brace,
    /// Text in brackets that is not a header.
    Brackets(&'a str),
    /// Any other word: a move, a number, a result or a mark.
    Word(&'a str),
}

/// Type of quotation marks around a PGN header value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// Both marks are present.
    Sound,
    /// The second mark is missing.
    Open,
    /// Both marks are missing.
    Missing,
}

/// Lexer that splits a PGN text into tokens.
pub struct Lexer<'a> {
    text: &'a str,
    /// Position of the next token, in bytes.
    at: usize,
    is_line_start: bool,
    /// The last search for a closing brace: its start, and the position found.
    closing_brace: Option<(usize, Option<usize>)>,
}

impl<'a> Lexer<'a> {
    /// Creates a PGN lexer at the beginning of the text.
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, is_line_start: true, closing_brace: None }
    }

    /// Byte offset in the PGN text of the next token.
    pub fn place(&self) -> usize {
        self.at
    }

    /// The part of the PGN text between two byte offsets.
    pub fn between(&self, from: usize, to: usize) -> &'a str {
        &self.text[from..to]
    }

    /// Whether the current game seems to end here (no more words, or a header at the beginning of a
    /// line).
    pub fn is_at_end(&self) -> bool {
        let rest = self.rest();
        let next = rest.trim_start_matches(is_blank);
        next.is_empty() || next.starts_with('[') && rest[..rest.len() - next.len()].contains('\n')
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes the next `length` bytes.
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

    fn is_at_blank(&self) -> bool {
        self.rest().starts_with(is_blank) || html_break(self.rest()).is_some()
    }

    /// Takes blanks and returns the number of line ends in them.
    fn blanks(&mut self) -> usize {
        let mut breaks = 0;
        loop {
            breaks += self.take_while(is_blank).matches('\n').count();
            let Some(length) = html_break(self.rest()) else { return breaks };
            self.take(length);
            breaks += 1;
        }
    }

    /// Returns the next PGN token; `None` at the end of the text.
    pub fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let first = self.rest().chars().next()?;
            let at_line_start = std::mem::take(&mut self.is_line_start);
            return Some(match first {
                _ if self.is_at_blank() => {
                    let breaks = self.blanks();
                    self.is_line_start = at_line_start || breaks > 0;
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

    /// Takes a header; takes nothing if there is none.
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
            let (mut value, length) = header_value(quoted);
            self.take(rest.len() - quoted.len() + length);
            self.take_while(|letter| " \t]".contains(letter));
            self.is_line_start = true; // the next header may follow on the same line
            let mut quotes = Quotes::Sound;
            if !quoted[..length].ends_with('"') {
                value.truncate(value.trim_end_matches([' ', '\t', ']']).len());
                quotes = Quotes::Open;
            }
            return Some(Token::Header { name, value, quotes });
        }
        // An unquoted value ends at the last bracket of the line.
        let near = value.char_indices().take(MAX_BRACKET_CHARS);
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
        Some(Token::Header {
            name,
            value: bare.trim_matches(marks).to_owned(),
            quotes: Quotes::Missing,
        })
    }

    /// Takes a text in brackets outside comments, such as `[%clk 0:05]`; a word if the bracket is
    /// not closed.
    fn brackets_or_word(&mut self) -> Token<'a> {
        let end = self.rest().char_indices().take(MAX_BRACKET_CHARS);
        let end = end.take_while(|(_, letter)| !matches!(letter, '\n' | '\r'));
        let mut inner = end.skip(1).take_while(|(_, letter)| *letter != '[');
        match inner.find(|(_, letter)| *letter == ']') {
            Some((at, _)) => Token::Brackets(self.take(at + 1)),
            None => self.word(),
        }
    }

    /// Position of the next closing brace. The last search is used again where it holds: a file of
    /// unclosed comments must not cost quadratic time.
    fn next_closing_brace(&mut self) -> Option<usize> {
        if let Some((from, found)) = self.closing_brace
            && from <= self.at
            && found.is_none_or(|at| at >= self.at)
        {
            return found;
        }
        let found = self.rest().find('}').map(|length| self.at + length);
        self.closing_brace = Some((self.at, found));
        found
    }

    fn comment(&mut self) -> Token<'a> {
        self.take(1);
        let rest = self.rest();
        let close = self.next_closing_brace().map(|at| at - self.at);
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
                !(is_blank(letter) || "{}();$<".contains(letter))
                    && (!is_glyph || letter.is_ascii_digit())
            });
            if !is_glyph && self.rest().starts_with('<') && !self.is_at_blank() {
                self.take(1);
                continue;
            }
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

/// Length of an HTML line break (`<br>`, `<br/>`, `<br />`) at the beginning of the text.
fn html_break(text: &str) -> Option<usize> {
    let tag = text.as_bytes().get(..3)?;
    let inner = text.get(3..).filter(|_| tag.eq_ignore_ascii_case(b"<br"))?;
    let end = inner.trim_start_matches(' ').trim_start_matches('/').strip_prefix('>')?;
    Some(text.len() - end.len())
}

/// Whether the character counts as a blank in PGN (whitespace, control character or byte-order
/// mark).
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || "_-+#=:?".contains(letter)
}

/// Position of the brace that closes a comment with nested comments, if all of them are closed
/// before the next game.
fn outer_brace(text: &str) -> Option<usize> {
    let mut open = 1;
    let near = text.char_indices().take_while(|&(at, _)| at < MAX_NESTED_COMMENT_BYTES);
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

/// Reads a header value after its first quotation mark.
///
/// Returns the value and its length in the text, the final mark included. Unescaped marks belong to
/// the value if a mark with a closing bracket follows before the end of the line and before another
/// header. Otherwise the value ends at the first mark or at the end of the line.
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
        // stop at the next header, to keep the time linear
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

/// Position of the final mark of a value that ends with a backslash: `"C:\"]`.
fn backslash_before_end(text: &str) -> Option<usize> {
    let line = text.split(['\n', '\r']).next()?.trim_end().strip_suffix(']')?.trim_end();
    line.strip_suffix('"').filter(|value| value.ends_with('\\')).map(str::len)
}

/// Reads a header value up to the next quotation mark or the end of the line.
///
/// Returns the part, its length in the text with the mark, and whether it ended at a mark.
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

/// Whether another header begins at the end of this text, up to its value.
fn begins_header(text: &str) -> bool {
    let name = text.trim_end().rsplit_once('[').map_or("", |(_, name)| name);
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}
