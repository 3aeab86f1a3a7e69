//! Layer 0: bad input as messages quote it.

/// Letters that are quoted at most.
const LONGEST: usize = 80;

/// No more of bad input than a person wants to see, and all of it on one line: what has no shape of its own is escaped.
pub fn quoted(text: &str) -> String {
    let mut letters = text.chars();
    let mut quoted = String::new();
    for letter in letters.by_ref().take(LONGEST) {
        if letter.is_control() {
            quoted.extend(letter.escape_default());
        } else {
            quoted.push(letter);
        }
    }
    if letters.next().is_some() {
        quoted.push('…');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_text_stays_and_long_text_is_cut() {
        assert_eq!(quoted("e2e4 é"), "e2e4 é");
        assert_eq!(quoted(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(quoted(&"é".repeat(10_000_000)), "é".repeat(80) + "…");
        assert_eq!(quoted("a\r\nb\u{1b}"), "a\\r\\nb\\u{1b}");
    }
}
