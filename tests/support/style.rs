//! Words that the style avoids in pages, help texts and sources.
#![allow(unreachable_pub)]

use regex_lite::Regex;

/// Matches an avoided word.
pub fn avoided() -> Regex {
    Regex::new(r"(?i)\b(told|by lot|so many|asked|nobody|men|minded|the lot)\b")
        .expect("valid regex")
}
