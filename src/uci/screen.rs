//! Standard output as people see it: the width of the terminal, colours, and lines that are drawn
//! again in their place.
//!
//! Colours follow `NO_COLOR`, `CLICOLOR` and `TERM=dumb`; pipes and files get none.

use console::{Style, Term, is_dumb};
use std::fmt::Display;
use std::io::IsTerminal;

/// Columns of a terminal that does not report its width.
const USUAL_WIDTH: usize = 80;
/// Columns below which nothing can be laid out.
const LEAST_WIDTH: usize = 20;

/// Does standard output go to a terminal?
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Can lines be drawn again in their place?
pub fn is_redrawable() -> bool {
    is_terminal() && !is_dumb()
}

/// Columns of the terminal; `None` where standard output is no terminal, so that no line is cut.
pub fn width() -> Option<usize> {
    is_terminal().then(|| {
        let reported = Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
        reported.filter(|columns| *columns > 0).unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH)
    })
}

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Solved, gained, sound.
    Good,
    /// Failed, lost, broken.
    Bad,
    /// Could be better.
    Doubtful,
    /// Of less weight.
    Faint,
}

/// The text in a colour, where there are colours. Its width must be made up before.
pub fn paint(colour: Colour, text: impl Display) -> String {
    let style = match colour {
        Colour::Good => Style::new().green(),
        Colour::Bad => Style::new().red(),
        Colour::Doubtful => Style::new().yellow(),
        Colour::Faint => Style::new().dim(),
    };
    style.apply_to(text).to_string()
}

/// The text, cut with `…` where it is longer than the terminal is wide.
pub fn fit(text: &str) -> String {
    match width() {
        Some(width) => cut(text, width),
        None => text.to_owned(),
    }
}

/// The text, cut with `…` to so many letters.
pub fn cut(text: &str, width: usize) -> String {
    console::truncate_str(text, width, "…").into_owned()
}

/// The words of a text behind a beginning, on as many lines as the width needs; further lines are
/// indented. Without a width all is one line.
pub fn wrap(beginning: &str, text: &str, indent: usize, width: Option<usize>) -> Vec<String> {
    let mut lines = vec![beginning.to_owned()];
    for word in text.split(' ') {
        let length = |line: &str| console::measure_text_width(line);
        let last = lines.len() - 1;
        let is_begun = lines[last].chars().any(|letter| letter != ' ');
        let needed = length(&lines[last]) + usize::from(is_begun) + length(word);
        if is_begun && width.is_some_and(|width| needed > width) {
            lines.push(format!("{:indent$}{word}", ""));
        } else {
            let gap = if is_begun && !lines[last].ends_with(' ') { " " } else { "" };
            lines[last].push_str(gap);
            lines[last].push_str(word);
        }
    }
    lines
}

/// Lines at the end of the terminal that are drawn again and again. Only for a terminal that
/// [can](is_redrawable).
#[derive(Debug, Default)]
pub struct Redrawn {
    /// Lines on the screen.
    lines: usize,
}

impl Redrawn {
    /// Draws these lines, each cut at the edge, in the place of those drawn before.
    pub fn draw(&mut self, lines: &[String]) {
        self.clear();
        let term = Term::stdout();
        // No more than fit: lines that have scrolled off cannot be drawn again.
        let rows = usize::from(term.size().0).saturating_sub(1).max(1);
        for line in lines.iter().take(rows) {
            let _ = term.write_line(&fit(line)); // where nobody can see it, the search goes on
        }
        self.lines = lines.len().min(rows);
    }

    /// Takes the lines away.
    pub fn clear(&mut self) {
        let _ = Term::stdout().clear_last_lines(self.lines);
        self.lines = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_at_the_edge_and_only_there() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdef", 5), "abcd…");
    }

    #[test]
    fn words_go_on_in_the_next_line() {
        let lines = wrap("+0.31  ", "1. e4 e5 2. Nf3", 4, Some(13));
        assert_eq!(lines, ["+0.31  1. e4", "    e5 2. Nf3"]);
        assert_eq!(wrap("+0.31  ", "1. e4 e5", 4, None), ["+0.31  1. e4 e5"]);
        assert_eq!(wrap("", "abcdefgh ij", 2, Some(4)), ["abcdefgh", "  ij"]);
    }

    #[test]
    fn what_is_no_terminal_has_no_width() {
        if !is_terminal() {
            assert!(width().is_none() && !is_redrawable());
            assert_eq!(fit(&"x".repeat(1000)).len(), 1000);
        }
    }
}
