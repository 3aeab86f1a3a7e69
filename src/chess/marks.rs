//! Annotation marks of moves: numeric annotation glyphs (NAG) and their symbols.

/// Annotation symbols with their NAGs (numeric annotation glyphs), ordered so that `!!` is matched
/// before `!`.
pub const SYMBOLS: [(&str, u32); 55] = [
    ("!!", 3),
    ("!?", 5),
    ("??", 4),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("=/∞", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("∞/=", 44),
    ("+--", 20),
    ("--+", 21),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("==", 10),
    ("=", 10),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("∞", 13),
    ("~", 13),
    ("□", 7),
    ("☐", 7),
    ("⯹", 44),
    ("⊙", 22),
    ("⨀", 22),
    ("⟳", 32),
    ("↻", 32),
    ("○", 26),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⨁", 138),
    ("⊕", 138),
    ("⊞", 138),
    ("∆", 140),
    ("△", 140),
    ("Δ", 140),
    ("∇", 141),
    ("▽", 141),
    ("⌓", 142),
    ("≤", 143),
    ("✕", 8),
];

/// Check and mate signs and full stops, which carry no information beside the move.
const CHECKS: [char; 5] = ['+', '#', '†', '‡', '.'];

/// NAG (numeric annotation glyph) of a mark written in letters, such as `N` for a novelty; `None`
/// if unknown.
pub fn glyph_of_word(word: &str) -> Option<u32> {
    match word {
        "N" | "TN" => Some(146),
        "RR" => Some(145),
        "D" => Some(220),
        _ => None,
    }
}

/// Symbol at the beginning of the text.
fn symbol(text: &str) -> Option<(&'static str, u32)> {
    SYMBOLS.into_iter().find(|(symbol, _)| text.starts_with(symbol))
}

/// Whether this character can be part of a mark.
fn is_of_mark(letter: char) -> bool {
    CHECKS.contains(&letter) && letter != '.'
        || matches!(letter, '-' | '/')
        || SYMBOLS.iter().any(|(symbol, _)| symbol.contains(letter))
}

/// Splits a move text into the move and the annotation marks after it, such as `!?`. The move is
/// empty if the text consists of marks.
pub fn split_marks(text: &str) -> (&str, &str) {
    text.split_at(text.trim_end_matches(is_of_mark).len())
}

/// Splits a move text into the annotation symbols before the move, such as `⌓` (better is), and the
/// rest. ASCII marks are not split off: they follow their moves.
pub fn leading_marks(text: &str) -> (&str, &str) {
    let is_leading = |letter: char| !letter.is_ascii() && is_of_mark(letter);
    text.split_at(text.len() - text.trim_start_matches(is_leading).len())
}

/// Converts adjacent annotation marks to NAGs (numeric annotation glyphs); also returns characters
/// of no known mark.
pub fn glyphs(marks: &str) -> (Vec<u32>, String) {
    let (mut glyphs, mut rest, mut unknown) = (Vec::new(), marks, String::new());
    while let Some(letter) = rest.chars().next() {
        let length = match symbol(rest) {
            Some((symbol, glyph)) => {
                glyphs.push(glyph);
                symbol.len()
            }
            None => {
                unknown.extend(Some(letter).filter(|letter| !CHECKS.contains(letter)));
                letter.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    (glyphs, unknown)
}
