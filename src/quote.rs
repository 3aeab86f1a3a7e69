//! Layer 0: bad input as error messages quote it.

/// Maximum length of a quotation, in characters.
const LONGEST: usize = 80;

/// Quotes bad input on one line: control characters are escaped, and long text is cut.
pub fn quoted(text: &str) -> String {
    let (mut quoted, mut length) = (String::new(), 0);
    for letter in text.chars() {
        let shown: String = if letter.is_control() {
            letter.escape_default().collect()
        } else {
            letter.to_string()
        };
        length += shown.chars().count();
        if length > LONGEST {
            quoted.push('…');
            break;
        }
        quoted.push_str(&shown);
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
        assert_eq!(
            quoted(&"\0".repeat(1000)),
            "\\u{0}".repeat(16) + "…",
            "escapes count with their length"
        );
    }
}
