//! Unit tests of `secateur::quote`.

use secateur::quote::*;

#[test]
fn misspelt_words_are_recognized_and_unknown_words_are_not() {
    let known = ["position", "ponderhit", "go", "quit", "MoveOverhead"];
    for (word, meant) in [
        ("psoition", Some("position")),
        ("positon", Some("position")),
        ("qiut", Some("quit")),
        ("move overhaed", Some("MoveOverhead")),
        ("xyzzy", None),
        ("", None),
    ] {
        assert_eq!(nearest(word, known), meant, "{word}");
    }
    assert_eq!(did_you_mean("qit", known), "; did you mean 'quit'?");
    assert_eq!(did_you_mean("xyzzy", known), "");
    assert_eq!(nearest("?", ["d"]), None, "a single letter is no misspelling");
    assert_eq!(nearest(&"x".repeat(1 << 20), known), None);
}

#[test]
fn remarks_are_joined_on_one_line() {
    let remarks: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
    assert_eq!(join_remarks(&[]), None);
    assert_eq!(join_remarks(&remarks[..3]).as_deref(), Some("a; b; c"));
    assert_eq!(join_remarks(&remarks).as_deref(), Some("a; b; c; and 2 more"));
}

#[test]
fn control_characters_are_escaped_without_truncation() {
    assert_eq!(escaped("Müller\u{1b}[31m\t\u{9b}"), "Müller\\u{1b}[31m\\t\\u{9b}");
    assert_eq!(escaped(&escaped("\u{1b}")), "\\u{1b}", "escaping twice changes nothing");
    assert_eq!(escaped(&"é".repeat(1000)), "é".repeat(1000));
}

#[test]
fn short_text_is_unchanged_and_long_text_is_truncated() {
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
