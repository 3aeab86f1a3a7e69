//! PGN writer. The lines of the movetext have at most 79 characters, as the export format requires.

use super::{Item, PgnGame, Variation};
use crate::chess::Color;
use crate::chess::board::Board;
use crate::chess::san::move_number;
use std::fmt::{self, Display, Formatter};

/// Maximum number of characters in a line of the movetext.
const WIDTH: usize = 79;

impl Display for PgnGame {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.headers {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        if !self.headers.is_empty() {
            writeln!(f)?;
        }
        let mut words = Vec::new();
        write_line(&self.line, self.start, &mut words);
        words.push(self.result.clone());
        let mut column = 0;
        for word in words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                write!(f, " ")?;
                column += 1;
            }
            write!(f, "{word}")?;
            column += length;
        }
        writeln!(f)
    }
}

/// Appends the words of a line that starts at this position. A move number precedes White's moves,
/// and Black's moves after a comment or a variation.
fn write_line(line: &Variation, start: Board, words: &mut Vec<String>) {
    line.lead.iter().for_each(|text| write_comment(text, words));
    let (mut board, mut is_alone) = (start, true);
    for node in &line.moves {
        if is_alone || board.side_to_move() == Color::White {
            words.push(move_number(&board));
        }
        words.push(node.mv.map_or_else(|| "--".to_owned(), |mv| board.san(mv)));
        is_alone = false;
        for item in &node.tail {
            match item {
                Item::Glyph(number) => words.push(format!("${number}")),
                Item::Comment(text) => write_comment(text, words),
                Item::Variation(variation) => {
                    let first = words.len();
                    write_line(variation, board, words);
                    if first == words.len() {
                        continue; // empty variation
                    }
                    words[first].insert(0, '(');
                    if let Some(last) = words.last_mut() {
                        last.push(')');
                    }
                }
            }
            is_alone |= !matches!(item, Item::Glyph(_));
        }
        board = node.mv.map_or_else(|| board.after_null(), |mv| board.after(mv));
    }
}

/// Appends the words of a comment. A command such as `[%eval 0.32]` is one word, because some
/// readers do not find a command that a line break divides.
fn write_comment(text: &str, words: &mut Vec<String>) {
    let first = words.len();
    let parts: Vec<&str> = text.split_whitespace().collect();
    let mut rest = parts.as_slice();
    while !rest.is_empty() {
        let (unit, others) = rest.split_at(unit_length(rest));
        words.push(unit.join(" "));
        rest = others;
    }
    if first < words.len() {
        words[first].insert(0, '{');
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
    }
}

/// The number of words up to the end of a command that the first word begins; 1 without a command,
/// or if the command does not fit into a line.
fn unit_length(words: &[&str]) -> usize {
    let is_open = |word: &str| word.rfind("[%") > word.rfind(']');
    if !is_open(words[0]) {
        return 1;
    }
    let within = &words[..words.len().min(WIDTH)];
    let end = within.iter().skip(1).position(|word| word.contains(']') && !is_open(word));
    let count = end.map_or(1, |index| index + 2);
    let length: usize = words[..count].iter().map(|word| word.chars().count() + 1).sum();
    // With two braces and a parenthesis.
    if length + 2 <= WIDTH { count } else { 1 }
}
