//! The suites that come with the program.

use crate::chess::epd::Epd;

/// A suite that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// What it is called.
    pub name: &'static str,
    /// What it tests, in a few words.
    pub about: &'static str,
    /// Its lines.
    pub text: &'static str,
}

/// A suite of `epd/` by its name, with what it tests.
macro_rules! suite {
    ($name:literal, $about:literal) => {
        BuiltIn {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../epd/", $name, ".epd")),
        }
    };
}

/// Every suite, in the order of their names. `epd/README.md` names their origin. The Strategic Test
/// Suite stays a file: it is larger than all of them together.
pub const SUITES: [BuiltIn; 13] = [
    suite!("bratko-kopec", "half tactics, half pawn levers"),
    suite!("bt2630", "mixed, for long searches"),
    suite!("ccr1hour", "mixed"),
    suite!("ecm", "hard tactics"),
    suite!("eet", "endgames"),
    suite!("hardzugs", "zugzwang, harder"),
    suite!("iq4", "tactics, mixed"),
    suite!("kaufman", "mixed"),
    suite!("lct2", "positional, tactical, endgames"),
    suite!("mates", "mates in two to five"),
    suite!("openings", "balanced openings, without solutions"),
    suite!("wac", "tactics"),
    suite!("zugts", "zugzwang, where null move fails"),
];

/// The suite of this name, or of this file name.
pub fn named(name: &str) -> Option<&'static BuiltIn> {
    let bare = name.strip_suffix(".epd").unwrap_or(name);
    SUITES.iter().find(|suite| suite.name.eq_ignore_ascii_case(bare))
}

impl BuiltIn {
    /// Its positions.
    pub fn positions(&self) -> Vec<Epd> {
        self.text.lines().filter_map(|line| line.parse().ok()).collect()
    }
}

/// The positions of a suite; none if there is no suite of this name.
pub fn built_in(name: &str) -> Vec<Epd> {
    named(name).map_or_else(Vec::new, BuiltIn::positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_is_read_whole() {
        for suite in &SUITES {
            let lines = suite.text.lines().filter(|line| !line.is_empty()).count();
            // iq4 has lines that name no move; `--skip-bad` leaves them out.
            let least = if suite.name == "iq4" { lines - 5 } else { lines };
            let found = suite.positions().len();
            assert!(found >= 3 && (least..=lines).contains(&found), "{}: {found}", suite.name);
        }
        assert!(SUITES.is_sorted_by_key(|suite| suite.name));
        assert!(built_in("nonsense").is_empty());
        assert_eq!(named("WAC.epd").map(|suite| suite.name), Some("wac"));
    }
}
