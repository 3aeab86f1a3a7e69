//! Unit tests of `secateur::uci::options::kinds`.

use secateur::uci::options::kinds::*;

#[test]
fn values_of_wrong_type_or_out_of_range_are_rejected() {
    let hash = OptionKind::Spin { default: 16, min: 1, max: 64 };
    assert!(hash.read(" 64 ").is_ok() && hash.read("65").is_err() && hash.read("abc").is_err());
    for text in ["65", "99999999999999999999", "-99999999999999999999"] {
        assert_eq!(hash.read(text), Err(format!("{text} is not between 1 and 64")));
    }
    assert_eq!(hash.read("<empty>"), Err("a value is missing".to_owned()));
    assert_eq!(OptionKind::Check { default: false }.read(" TRUE"), Ok(Value::Check(true)));
    assert!(OptionKind::Check { default: false }.read("yes").is_err());
}

#[test]
fn empty_text_selects_the_default() {
    let file = OptionKind::Text { default: "<embedded>" };
    for empty in ["", "  ", "<empty>", "<EMPTY>", "<embedded>"] {
        assert_eq!(file.read(empty).ok(), file.default_value(), "'{empty}'");
    }
    assert_eq!(file.declaration(), "type string default <embedded>");
    assert_eq!(OptionKind::Text { default: "" }.declaration(), "type string default <empty>");
}
