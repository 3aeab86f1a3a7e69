//! Layer 0: bad input as messages quote it.

/// Letters of a quotation, at most.
const LONGEST: usize = 80;

/// No more of bad input than a person wants to see, and all of it on one line: what has no shape of
/// its own is escaped.
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

/// Remarks that a line shows, at most.
const SHOWN: usize = 3;

/// Remarks in one line; `None` if there are none.
pub fn in_one_line(remarks: &[String]) -> Option<String> {
    let shown = remarks.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    match remarks.len() {
        0 => None,
        count if count > SHOWN => Some(format!("{shown}; and {} more", count - SHOWN)),
        _ => Some(shown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_stay_on_a_line() {
        let remarks: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        assert_eq!(in_one_line(&[]), None);
        assert_eq!(in_one_line(&remarks[..3]).as_deref(), Some("a; b; c"));
        assert_eq!(in_one_line(&remarks).as_deref(), Some("a; b; c; and 2 more"));
    }

    #[test]
    fn short_text_stays_and_long_text_is_cut() {
        assert_eq!(quoted("e2e4 é"), "e2e4 é");
        assert_eq!(quoted(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(quoted(&"é".repeat(10_000_000)), "é".repeat(80) + "…");
        assert_eq!(quoted("a\r\nb\u{1b}"), "a\\r\\nb\\u{1b}");
        assert_eq!(quoted(&"\0".repeat(1000)), "\\u{0}".repeat(16) + "…", "what is shown counts");
    }
}
