//! Unit tests of `secateur::chess::marks`.

use secateur::chess::marks::*;

#[test]
fn symbols_come_before_their_prefixes() {
    for (index, (longer, _)) in SYMBOLS.iter().enumerate() {
        let hiding = SYMBOLS[..index].iter().find(|(symbol, _)| longer.starts_with(symbol));
        assert_eq!(hiding, None, "{longer}");
    }
}

#[test]
fn marks_are_split_from_their_moves() {
    for (text, mv, expected) in [
        ("Bb5+-", "Bb5", &[18][..]),
        ("Bb5+", "Bb5", &[]),
        ("Bb5+!?", "Bb5", &[5]),
        ("Bb5†", "Bb5", &[]),
        ("e4‼", "e4", &[3]),
        ("e4!!?", "e4", &[3, 2]),
        ("e4!+/-", "e4", &[1, 16]),
        ("Qxf7#!!", "Qxf7", &[3]),
        ("O-O-O-+", "O-O-O", &[19]),
        ("e8=Q=", "e8=Q", &[10]),
        ("⩲", "", &[14]),
        ("+=!", "", &[14, 1]),
    ] {
        let (found, marks) = split_marks(text);
        assert_eq!((found, glyphs(marks)), (mv, (expected.to_vec(), String::new())), "{text}");
    }
    assert_eq!(leading_marks("⌓12.Nf3!"), ("⌓", "12.Nf3!"));
    assert_eq!(leading_marks("--"), ("", "--"));
    assert_eq!(glyphs("!/"), (vec![1], "/".to_owned()));
}
