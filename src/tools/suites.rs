//! The built-in test suites.

use crate::chess::epd::Epd;

/// Test suite of EPD positions that is embedded in the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The name of the suite.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The text of the suite in EPD.
    pub text: &'static str,
}

/// A suite of `epd/` by its name, with its description.
macro_rules! suite {
    ($name:literal, $about:literal) => {
        BuiltIn {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../epd/", $name, ".epd")),
        }
    };
}

/// All built-in test suites (EPD) in alphabetical order. `epd/README.md` lists their sources. The
/// Strategic Test Suite is not built in: it is larger than all of these together.
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

/// Returns the built-in test suite of this name or file name; `None` if there is none.
pub fn named(name: &str) -> Option<&'static BuiltIn> {
    let bare = name.strip_suffix(".epd").unwrap_or(name);
    SUITES.iter().find(|suite| suite.name.eq_ignore_ascii_case(bare))
}

impl BuiltIn {
    /// Returns the parsed EPD positions of the built-in test suite.
    pub fn positions(&self) -> Vec<Epd> {
        self.text.lines().filter_map(|line| line.parse().ok()).collect()
    }
}

/// Returns the EPD positions of the built-in test suite with this name; empty if there is none.
pub fn built_in(name: &str) -> Vec<Epd> {
    named(name).map_or_else(Vec::new, BuiltIn::positions)
}
