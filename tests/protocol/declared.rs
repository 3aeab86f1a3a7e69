//! Unit tests of `secateur::uci::declared`.

use secateur::uci::declared::DeclaredOption;

fn read(declaration: &str, value: &str) -> Result<String, String> {
    let line = format!("option name {declaration}");
    DeclaredOption::parse(&line).expect("an option line").read(value)
}

#[test]
fn option_names_may_contain_blanks() {
    let option = DeclaredOption::parse("option name Skill Level type spin default 20 min 0 max 20");
    assert_eq!(option.map(|option| option.name), Some("Skill Level".to_owned()));
    assert_eq!(DeclaredOption::parse("id name Other"), None);
}

#[test]
fn a_spin_takes_integers_in_its_range() {
    let hash = |value| read("Hash type spin default 16 min 1 max 1024", value);
    assert_eq!(hash("64"), Ok("64".to_owned()));
    assert_eq!(hash("1024"), Ok("1024".to_owned()));
    for value in ["abc", "", "0", "1025", "1.5", "99999999999999999999999999999999999999999"] {
        assert_eq!(hash(value), Err("an integer from 1 to 1024".to_owned()), "{value}");
    }
    let contempt = |value| read("Contempt type spin default 0 min -100 max 100", value);
    assert_eq!(contempt("-100"), Ok("-100".to_owned()));
    assert_eq!(contempt("-101"), Err("an integer from -100 to 100".to_owned()));
    assert_eq!(read("Large type spin default 0", "-5"), Ok("-5".to_owned()));
    assert_eq!(read("Large type spin default 0 min 0", "-5"), Err("an integer from 0".to_owned()));
}

#[test]
fn a_check_takes_true_and_false() {
    let ponder = |value| read("Ponder type check default false", value);
    assert_eq!((ponder("true"), ponder("False")), (Ok("true".to_owned()), Ok("false".to_owned())));
    for value in ["1", "on", ""] {
        assert_eq!(ponder(value), Err("true or false".to_owned()), "{value}");
    }
}

#[test]
fn a_combo_takes_its_values_only() {
    let style = |value| {
        read("Style type combo default Very Solid var Very Solid var Normal var Risky", value)
    };
    assert_eq!(style("very solid"), Ok("Very Solid".to_owned()));
    assert_eq!(style("Risky"), Ok("Risky".to_owned()));
    assert_eq!(style("Bold"), Err("one of Very Solid, Normal, Risky".to_owned()));
    let last = |value| read("Style type combo var A var B default A", value);
    assert_eq!((last("B"), last("A")), (Ok("B".to_owned()), Ok("A".to_owned())));
}

#[test]
fn strings_buttons_and_unknown_types_take_any_text() {
    for kind in ["type string default <empty>", "type button", "type list", ""] {
        assert_eq!(read(&format!("Name {kind}"), "a b"), Ok("a b".to_owned()), "{kind}");
    }
}
