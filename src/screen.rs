//! Layer 0: terminal output: width, colours, and lines that are redrawn in place.
//!
//! Colours respect `NO_COLOR`, `CLICOLOR` and `TERM=dumb`. Pipes and files have no colours.

use console::{Style, Term, is_dumb};
use std::fmt::Display;
use std::io::IsTerminal;

/// Width in columns of a terminal that does not report its own.
const USUAL_WIDTH: usize = 80;
/// Least width in columns for the layout.
const MIN_WIDTH: usize = 20;

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Whether standard output is a terminal that supports redrawing lines in place.
pub fn is_redrawable() -> bool {
    is_terminal() && !is_dumb()
}

/// Whether standard error is a terminal that supports redrawing lines in place.
pub fn is_stderr_redrawable() -> bool {
    std::io::stderr().is_terminal() && !is_dumb()
}

/// Returns the width of the terminal in columns; `None` if standard output is not a terminal.
pub fn width() -> Option<usize> {
    is_terminal().then(|| {
        let reported = Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
        reported.filter(|columns| *columns > 0).unwrap_or(USUAL_WIDTH).max(MIN_WIDTH)
    })
}

/// Meaning of coloured terminal text, such as good or bad, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    /// Green: solved, gained, passed.
    Good,
    /// Red: failed, lost, broken.
    Bad,
    /// Yellow: a warning.
    Doubtful,
    /// Dim: less important.
    Faint,
}

/// Adds colour codes to a text if standard output supports colours. The text must be padded before.
pub fn paint(role: TextRole, text: impl Display) -> String {
    let style = match role {
        TextRole::Good => Style::new().green(),
        TextRole::Bad => Style::new().red(),
        TextRole::Doubtful => Style::new().yellow(),
        TextRole::Faint => Style::new().dim(),
    };
    style.apply_to(text).to_string()
}

/// Truncates a text to the width of the terminal, with `…` at the end if it was longer.
pub fn fit(text: &str) -> String {
    match width() {
        Some(width) => cut(text, width),
        None => text.to_owned(),
    }
}

/// Truncates a text to `width` columns, with `…` at the end if it was longer.
pub fn cut(text: &str, width: usize) -> String {
    console::truncate_str(text, width, "…").into_owned()
}

/// Wraps a text at a width in columns, with a prefix before the first line and later lines
/// indented. Without a width the result is one line with the text as it is.
pub fn wrap(beginning: &str, text: &str, indent: usize, width: Option<usize>) -> Vec<String> {
    let Some(width) = width else {
        let gap = if beginning.is_empty() || beginning.ends_with(' ') { "" } else { " " };
        return vec![format!("{beginning}{gap}{text}")];
    };
    let mut lines = vec![beginning.to_owned()];
    for word in text.split(' ') {
        let length = |line: &str| console::measure_text_width(line);
        let last = lines.len() - 1;
        let is_begun = lines[last].chars().any(|letter| letter != ' ');
        let needed = length(&lines[last]) + usize::from(is_begun) + length(word);
        if is_begun && needed > width {
            lines.push(format!("{:indent$}{word}", ""));
        } else {
            let gap = if is_begun && !lines[last].ends_with(' ') { " " } else { "" };
            lines[last].push_str(gap);
            lines[last].push_str(word);
        }
    }
    lines
}

/// Block of lines at the bottom of the terminal that is redrawn in place. The terminal must be
/// [redrawable](is_redrawable).
#[derive(Debug, Default)]
pub struct Redrawn {
    /// Number of lines on the screen.
    lines: usize,
}

impl Redrawn {
    /// Redraws the block with new lines, each truncated at the width of the terminal.
    pub fn draw(&mut self, lines: &[String]) {
        self.clear();
        let term = Term::stdout();
        // At most one screen: lines that have scrolled off cannot be redrawn.
        let rows = usize::from(term.size().0).saturating_sub(1).max(1);
        for line in lines.iter().take(rows) {
            let _ = term.write_line(&fit(line)); // an error does not end the search
        }
        self.lines = lines.len().min(rows);
    }

    /// Removes the block of redrawn lines from the terminal.
    pub fn clear(&mut self) {
        let _ = Term::stdout().clear_last_lines(self.lines);
        self.lines = 0;
    }
}
