//! Unit tests of `secateur::screen`.

use secateur::screen::*;

#[test]
fn only_long_text_is_truncated() {
    assert_eq!(cut("abcdef", 6), "abcdef");
    assert_eq!(cut("abcdef", 5), "abcd…");
}

#[test]
fn words_wrap_at_the_width() {
    let lines = wrap("+0.31  ", "1. e4 e5 2. Nf3", 4, Some(13));
    assert_eq!(lines, ["+0.31  1. e4", "    e5 2. Nf3"]);
    assert_eq!(wrap("+0.31  ", "1. e4 e5", 4, None), ["+0.31  1. e4 e5"]);
    assert_eq!(wrap("", "abcdefgh ij", 2, Some(4)), ["abcdefgh", "  ij"]);
    assert_eq!(wrap("tree: +0.31 by", "null  move", 4, None), ["tree: +0.31 by null  move"]);
}

/// In a child process, whose standard output is a pipe even if the tests run at a terminal.
#[test]
fn output_without_a_terminal_has_no_width() {
    const CHILD: &str = "SECATEUR_PIPED";
    if std::env::var_os(CHILD).is_none() {
        let program = std::env::current_exe().expect("the path of the test binary");
        let test = "screen::output_without_a_terminal_has_no_width";
        let mut command = std::process::Command::new(program);
        let output = command.args(["--exact", test]).env(CHILD, "1").output();
        let output = output.expect("the test binary starts");
        let text = String::from_utf8_lossy(&output.stdout);
        return assert!(output.status.success() && text.contains("1 passed"), "{text}");
    }
    assert!(!is_terminal() && width().is_none() && !is_redrawable());
    assert_eq!(fit(&"x".repeat(1000)).len(), 1000);
}
