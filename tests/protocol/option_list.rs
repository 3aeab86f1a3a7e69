//! Unit tests of `secateur::uci::options`.

use secateur::uci::options::kinds::Value;
use secateur::uci::options::*;

#[test]
fn option_names_ignore_case_blanks_dots_and_hyphens() {
    assert!(is_same_name("move-overhead", "Move Overhead") && is_same_name("hash", "Hash"));
    assert!(!is_same_name("Hash", "Clear Hash"));
}

#[test]
fn no_two_options_share_a_name() {
    let names: Vec<&str> = all().map(|option| option.name).collect();
    for (index, name) in names.iter().enumerate() {
        assert!(!names[..index].iter().any(|other| is_same_name(other, name)), "{name}");
        assert!(
            !name.to_ascii_lowercase().starts_with("value"),
            "'{name}' would be ambiguous in `setoption`"
        );
    }
}

#[test]
fn the_current_value_is_in_force_and_a_button_never_is() {
    let hash = all().find(|option| option.name == "Hash").expect("the option exists");
    let mut values = Values::default();
    assert!(values.is_in_force(hash, &Value::Spin(16)), "the default is in force");
    values.note(hash, Value::Spin(32));
    assert!(
        values.is_in_force(hash, &Value::Spin(32)) && !values.is_in_force(hash, &Value::Spin(16))
    );
    let button = all().find(|option| option.name == "Clear Hash").expect("the option exists");
    values.note(button, Value::Pressed);
    assert!(!values.is_in_force(button, &Value::Pressed), "a button is pressed every time");
}

#[test]
fn declarations_follow_the_uci_specification() {
    let lines: Vec<String> = declarations(&ProtocolOptions::default()).collect();
    assert!(lines.contains(&"option name Hash type spin default 16 min 1 max 33554432".to_owned()));
    assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
    assert!(lines.contains(&"option name Ponder type check default false".to_owned()));
}
