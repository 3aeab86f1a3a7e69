//! The built-in test suites.

use crate::chess::epd::Epd;
use crate::quote::{did_you_mean, quoted};
use std::ffi::OsStr;
use std::path::Path;

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

/// Suites of `epd/` that are not built in: large ones, and those of `perft --suite`.
const IN_REPOSITORY: [&str; 5] =
    ["sts", "lapuce2", "perft-standard", "perft-chess960", "perft-tricky"];

/// Whether a path is a file. A folder does not hide the built-in suite of its name.
pub fn is_file(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

/// Returns the error message for the name of neither a file nor a built-in suite, with a similar
/// name if there is one.
pub fn unknown(path: &Path) -> String {
    let name = path.display().to_string();
    let place = place_of(&name);
    let bare = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let similar = did_you_mean(bare, SUITES.iter().map(|suite| suite.name));
    let hint = match (place.is_empty(), similar.is_empty()) {
        (false, _) => place,
        (true, false) => similar,
        (true, true) => "; `secateur epd --list` prints the suites".to_owned(),
    };
    format!("there is no file or built-in suite '{}'{hint}", quoted(&name))
}

/// Returns where a suite is that is not built in, for an error message that goes on; empty for
/// other names.
pub fn place_of(name: &str) -> String {
    let bare = bare_name(name);
    let found = IN_REPOSITORY.iter().find(|known| known.eq_ignore_ascii_case(bare));
    found.map_or_else(String::new, |name| {
        format!("; {name} is not built in, its file is epd/{name}.epd of the repository")
    })
}

fn bare_name(name: &str) -> &str {
    name.strip_suffix(".epd").unwrap_or(name)
}

/// Returns the built-in test suite of this name or file name; `None` if there is none.
pub fn named(name: &str) -> Option<&'static BuiltIn> {
    let bare = bare_name(name);
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
