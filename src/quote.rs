//! Layer 0: bad input as messages quote it, names with control characters escaped, and suggestions
//! for mistyped words.

/// Escapes control characters, so that names and messages cannot change the colours or move the
/// cursor of a terminal.
pub fn escaped(text: &str) -> String {
    text.chars().map(shown).collect()
}

/// A character as messages show it: control characters are escaped.
fn shown(letter: char) -> String {
    if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() }
}

/// Maximum length of a quotation, in characters.
const MAX_QUOTE_CHARS: usize = 80;

/// Quotes invalid input for an error message, with control characters escaped and long text
/// truncated.
pub fn quoted(text: &str) -> String {
    let (mut quoted, mut length) = (String::new(), 0);
    for letter in text.chars() {
        let shown = shown(letter);
        length += shown.chars().count();
        if length > MAX_QUOTE_CHARS {
            quoted.push('…');
            break;
        }
        quoted.push_str(&shown);
    }
    quoted
}

/// Returns a number with its noun in singular or plural, such as `1 leaf` or `20 leaves`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Returns `; did you mean 'X'?` for the entry of `known` nearest to `word`; empty if none is near.
/// Case is ignored.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

/// Returns the entry of `known` of which `word` is a misspelling. A word of n letters may have n/3
/// wrong ones, rounded up; a single letter is no misspelling.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
    };
    let word = letters(word);
    if word.len() > MAX_QUOTE_CHARS {
        return None;
    }
    let max = if word.len() < 2 { 0 } else { word.len().div_ceil(3) };
    let distance = |name: &&str| distance(&word, &letters(name));
    known.into_iter().min_by_key(distance).filter(|name| distance(name) <= max)
}

/// Letters to insert, drop, replace or exchange with their neighbour until the words are equal
/// (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, letter) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(letter != other);
            let mut smallest = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == b[j - 1] && a[i - 1] == *other {
                smallest = smallest.min(rows[i - 1][j - 1] + 1);
            }
            row.push(smallest);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Remarks that a line shows, at most.
const SHOWN: usize = 3;

/// Joins remarks into one line of text; `None` if there are no remarks.
pub fn join_remarks(remarks: &[String]) -> Option<String> {
    (!remarks.is_empty()).then(|| join_first(remarks, SHOWN))
}

/// Joins the first `max` texts into one line, with the number of the others.
pub fn join_first(texts: &[String], max: usize) -> String {
    let (shown, more) = texts.split_at(texts.len().min(max));
    let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
    shown.join("; ") + &more
}
