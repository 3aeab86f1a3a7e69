//! Game results in their various spellings.

/// PGN termination marker (`1-0`, `0-1`, `1/2-1/2` or `*`) for a result in any spelling; `None` for
/// other text.
pub fn marker(text: &str) -> Option<&'static str> {
    let mut plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    for (spelled, meant) in [
        ("½", "1/2"),
        ("0.5", "1/2"),
        ("0,5", "1/2"),
        ("–", "-"),
        ("—", "-"),
        ("−", "-"),
        (":", "-"),
    ] {
        plain = plain.replace(spelled, meant);
    }
    match plain.as_str() {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// PGN termination marker for the value of a `Result` header, forfeit signs included; `None` for
/// other text. Games that were not played have signs for points.
pub fn marker_of_header(text: &str) -> Option<&'static str> {
    match text.trim() {
        "+/-" | "+-" | "+:-" | "1-0F" => Some("1-0"),
        "-/+" | "-+" | "-:+" | "0-1F" => Some("0-1"),
        "=/=" | "=" => Some("1/2-1/2"),
        other => marker(other),
    }
}
