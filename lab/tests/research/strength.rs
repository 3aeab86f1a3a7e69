//! The notebook: its generated tables agree with their data, and its prose stays short.
//! `make strength` writes the tables again.

use regex_lite::Regex;
use secateur::search::techniques::{TUNABLES, Tunable};
use secateur_lab::matches::log;
use secateur_lab::matches::standing;
use std::fs;
use std::path::{Path, PathBuf};

/// If this environment variable is set, the tables and the plot are written instead of compared.
const WRITES: &str = "WRITE_STRENGTH";
/// Maximum words of prose in the notebook.
const MAX_WORDS: usize = 12_000;
/// Maximum words of a sentence, and of a part of a table cell between semicolons.
const LONGEST_SENTENCE: usize = 35;
/// Maximum words of a finding, without its table.
const LONGEST_FINDING: usize = 80;

fn at(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("notebook").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(at(name)).unwrap_or_else(|error| panic!("lab/notebook/{name}: {error}"))
}

/// The page with the table below each marker line replaced.
fn with_tables(page: &str, tables: &[(&str, String)]) -> String {
    let mut text = page.to_owned();
    for (line, table) in tables {
        let (before, rest) =
            text.split_once(line).unwrap_or_else(|| panic!("the page has no '{line}'"));
        let after: String = rest
            .lines()
            .skip_while(|line| line.is_empty() || line.starts_with('|'))
            .map(|line| format!("{line}\n"))
            .collect();
        let gap = if after.is_empty() { "" } else { "\n" };
        text = format!("{before}{line}\n\n{table}{gap}{after}");
    }
    text
}

/// Compares a file with its expected text. If [`WRITES`] is set, the text is written first.
fn compare_or_write(name: &str, expected: &str) {
    if std::env::var_os(WRITES).is_some() {
        fs::write(at(name), expected).expect("written");
    }
    let found = fs::read_to_string(at(name)).unwrap_or_default();
    assert!(
        found == expected,
        "lab/notebook/{name} does not agree with its data; run make strength"
    );
}

#[test]
fn the_tables_of_matches_agree_with_the_log() {
    let entries = log::read(&at("strength.tsv")).expect("a log");
    assert!(entries.len() >= 690, "only {} matches", entries.len());
    let (found, expected) = (read("strength.tsv"), log::format(&entries));
    let other = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(other, None, "not in the format that the lab writes (right)");
    assert_eq!(found.len(), expected.len());
    let tables = [
        ("<!-- ladder -->", standing::ladder(&entries)),
        ("<!-- gauntlets -->", standing::table(&entries)),
        ("<!-- steps -->", standing::steps(&entries)),
    ];
    compare_or_write("strength.md", &with_tables(&read("strength.md"), &tables));
    compare_or_write("strength.svg", &standing::plot(&entries).expect("there are gauntlets"));
    let tables = [("<!-- factors -->", standing::factors(&entries))];
    compare_or_write("factors.md", &with_tables(&read("factors.md"), &tables));
}

/// The tunables of the source and their values in the SPSA run, as a table in Markdown. The run may
/// have old names.
fn parameters() -> String {
    let spsa = read("tuning/spsa.tsv");
    let rows: Vec<Vec<&str>> =
        spsa.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let today = |row: &[&str]| Tunable::find(row[0]).map(|tunable| tunable.switch.name);
    let mut text = String::from(
        "| parameter | in play | before SPSA | SPSA | change in steps |\n|---|---:|---:|---:|---:|\n",
    );
    for tunable in TUNABLES {
        let name = tunable.switch.name;
        let run = rows.iter().find(|row| today(row) == Some(name));
        let columns = run.map_or(" |  |  |".to_owned(), |row| row[1..].join(" | ") + " |");
        text += &format!("| `{name}` | {} | {columns}\n", tunable.default);
    }
    let removed: Vec<&Vec<&str>> = rows.iter().filter(|row| today(row).is_none()).collect();
    assert_eq!(removed.len(), 1, "not in the source; old names are accepted: {removed:?}");
    for row in removed {
        text += &format!("| `{}` | removed | {} |\n", row[0], row[1..].join(" | "));
    }
    text
}

#[test]
fn the_table_of_tunables_agrees_with_the_source() {
    let tables = [("<!-- parameters -->", parameters())];
    compare_or_write("tuning.md", &with_tables(&read("tuning.md"), &tables));
}

/// The pages of the notebook.
fn pages() -> Vec<String> {
    let folder = fs::read_dir(at("")).expect("a folder");
    let names = folder.map(|entry| entry.expect("an entry").file_name().into_string());
    names.map(|name| name.expect("UTF-8")).filter(|name| name.ends_with(".md")).collect()
}

/// The blocks of prose of a page, headings and list items among them: no tables, code blocks,
/// images, comments and link targets.
fn prose(page: &str) -> Vec<String> {
    let target = Regex::new(r"\]\([^)]*\)").expect("valid regex");
    let mut blocks = vec![String::new()];
    let mut is_code = false;
    for line in page.lines() {
        let line = line.trim();
        let begins_code = line.starts_with("```");
        is_code ^= begins_code;
        let is_prose = !is_code && !begins_code && !line.starts_with(['|', '!', '<']);
        if !is_prose || line.is_empty() || line.starts_with(['#', '-']) {
            blocks.push(String::new());
        }
        if is_prose {
            let last = blocks.last_mut().expect("at least one block");
            *last += &format!(" {}", target.replace_all(line, "]"));
        }
    }
    blocks.retain(|block| words(block) > 0);
    blocks
}

/// Number of words: parts between spaces that contain a letter or a digit.
fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// Sentences end with a full stop, a question mark or an exclamation mark before a space.
fn sentences(block: &str) -> Vec<String> {
    let end = Regex::new(r#"([.!?][*)"]*)\s+"#).expect("valid regex");
    let marked = end.replace_all(block, "$1\n").replace(" al.\n", " al. ");
    marked.lines().map(str::to_owned).collect()
}

#[test]
fn prose_is_counted_without_tables_code_and_targets() {
    let page = "# A title\n\nOne [two](three/four.md) - 5.\nIt et al. 6? Yes.\n\n| a cell |\n\
                ```\ncode\n```\n![picture](a.svg)\n<!-- mark -->\n- an item\n";
    let blocks = prose(page);
    assert_eq!(blocks.iter().map(|block| words(block)).collect::<Vec<_>>(), [2, 8, 2]);
    let counts: Vec<usize> = sentences(&blocks[1]).iter().map(|text| words(text)).collect();
    assert_eq!(counts, [3, 4, 1], "{blocks:?}");
}

#[test]
fn the_notebook_is_short_and_plain() {
    let avoided = crate::style::avoided();
    let mut count = 0;
    for name in pages() {
        let page = read(&name);
        let blocks = prose(&page);
        count += blocks.iter().map(|block| words(block)).sum::<usize>();
        let cells = page.lines().filter(|line| line.starts_with('|'));
        let parts = cells.flat_map(|line| line.split(['|', ';'])).map(str::to_owned);
        for text in blocks.iter().flat_map(|block| sentences(block)).chain(parts) {
            let length = words(&text);
            assert!(length <= LONGEST_SENTENCE, "lab/notebook/{name}: {length} words: {text}");
            assert!(!avoided.is_match(&text), "lab/notebook/{name}: avoided words: {text}");
        }
    }
    assert!(count > 1000, "only {count} words found: the scan misses most of them");
    assert!(count <= MAX_WORDS, "{count} words of prose, at most {MAX_WORDS} allowed");
    println!("{count} words of prose");
}

#[test]
fn findings_are_dated_and_short() {
    let page = read("findings.md");
    let heading = Regex::new(r"^20\d\d-\d\d-\d\d \w").expect("valid regex");
    let mut dates = Vec::new();
    for entry in page.split("\n## ").skip(1) {
        let (title, text) = entry.split_once('\n').expect("a heading and a text");
        assert!(heading.is_match(title), "no date: {title}");
        let count = prose(text).iter().map(|block| words(block)).sum::<usize>();
        assert!(count <= LONGEST_FINDING, "{count} words: {title}");
        dates.push(title[..10].to_owned());
    }
    assert!(dates.len() > 10 && dates.is_sorted_by(|newer, older| newer >= older), "{dates:?}");
}
