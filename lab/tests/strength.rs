//! Where Secateur stands: the page and its plot say what the log of matches says. `make strength`
//! writes them anew.

use secateur_lab::matches::log;
use secateur_lab::matches::standing;
use std::fs;
use std::path::{Path, PathBuf};

/// Where this is set, page and plot are written and not judged.
const WRITES: &str = "WRITE_STRENGTH";

fn at(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("notebook").join(name)
}

/// The page with a table below each of these lines, in place of what stood there.
fn with_tables(page: &str, tables: [(&str, String); 3]) -> String {
    let mut text = page.to_owned();
    for (line, table) in tables {
        let (before, rest) =
            text.split_once(line).unwrap_or_else(|| panic!("the page has no '{line}'"));
        let after: String = rest
            .lines()
            .skip_while(|line| line.is_empty() || line.starts_with('|'))
            .map(|line| format!("{line}\n"))
            .collect();
        text = format!("{before}{line}\n\n{table}\n{after}");
    }
    text
}

fn is_or_becomes(name: &str, wanted: &str) {
    if std::env::var_os(WRITES).is_some() {
        fs::write(at(name), wanted).expect("written");
    }
    let found = fs::read_to_string(at(name)).unwrap_or_default();
    assert!(found == wanted, "lab/notebook/{name} is not what the log says: make strength");
}

#[test]
fn the_page_says_what_the_log_says() {
    let entries = log::read(&at("strength.tsv")).expect("a log");
    assert!(entries.len() >= 88, "{} matches: some are lost", entries.len());
    let (found, wanted) =
        (fs::read_to_string(at("strength.tsv")).expect("a log"), log::format(&entries));
    let other = found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
    assert_eq!(other, None, "on the right as a script would write it");
    assert_eq!(found.len(), wanted.len());
    let page = fs::read_to_string(at("strength.md")).expect("a page");
    let tables = [
        ("<!-- ladder -->", standing::ladder(&entries)),
        ("<!-- gauntlets -->", standing::table(&entries)),
        ("<!-- steps -->", standing::steps(&entries)),
    ];
    is_or_becomes("strength.md", &with_tables(&page, tables));
    is_or_becomes("pictures/strength.svg", &standing::plot(&entries).expect("there are gauntlets"));
}
