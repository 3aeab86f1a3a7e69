//! `secateur-lab chart`: charts of the results of test suites.

use crate::browser::Browser;
use crate::results::{setup, solution};
use secateur::tools::solve::record::{EngineSetup, SuiteRecord};
use secateur_lab::solved::{plot, staircase};
use std::path::Path;
use tempfile::TempDir;

fn record() -> SuiteRecord {
    SuiteRecord {
        settings: setup(),
        positions: vec![solution(1, true), solution(2, false), solution(3, true)],
    }
}

fn plot_one(record: SuiteRecord) -> Option<String> {
    plot(&[("a".to_owned(), record)])
}

#[test]
fn the_plot_rises_at_each_solution() {
    assert_eq!(
        staircase(&[0.1, 0.2], 0.01, 1.0),
        [(0.01, 0.0), (0.1, 0.0), (0.1, 1.0), (0.2, 1.0), (0.2, 2.0), (1.0, 2.0)]
    );
    let svg = plot_one(record()).expect("a plot");
    assert!(svg.contains("Positions solved") && svg.contains("a.epd"));
    let nothing = SuiteRecord { positions: vec![solution(1, false)], ..record() };
    assert!(plot_one(nothing).is_some(), "a flat line");
    assert!(plot_one(SuiteRecord { positions: vec![], ..record() }).is_none());
}

#[test]
fn engines_and_results_have_a_line_each() {
    let mut engines = record();
    let engine = |name: &str| EngineSetup {
        name: name.to_owned(),
        command: Some(name.to_owned()),
        options: Vec::new(),
    };
    engines.settings.engines = vec![engine("one"), engine("two")];
    engines.positions[1].engine = 1;
    assert!(plot_one(engines).is_some_and(|svg| svg.contains("a.epd, two")));
    let svg = plot(&[("before".to_owned(), record()), ("after".to_owned(), record())]);
    let svg = svg.expect("a plot");
    assert!(svg.contains("before: a.epd") && svg.contains("after: a.epd"), "{svg}");
}

/// Reads the results of the fuzz corpus.
#[test]
fn every_result_with_positions_has_a_chart() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/results");
    let mut read = 0;
    for entry in std::fs::read_dir(corpus).expect("a corpus") {
        let path = entry.expect("an entry").path();
        let Ok(record) = SuiteRecord::read(&path) else { continue };
        let is_empty = record.positions.is_empty();
        assert_eq!(plot_one(record).is_none(), is_empty, "{}", path.display());
        read += 1;
    }
    assert!(read > 3, "only {read} results");
}

/// Exit code and standard error.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let (code, _, stderr) = crate::program::run(&mut crate::command(folder, arguments));
    (code, stderr)
}

/// A folder with the results `a.json` and `b.json`, and `empty.json` without positions.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let empty = SuiteRecord { positions: Vec::new(), ..record() };
    for (name, record) in [("a.json", record()), ("b.json", record()), ("empty.json", empty)] {
        let text = serde_json::to_vec(&record).expect("writable");
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

#[test]
fn the_command_writes_a_chart_of_each_result() {
    let folder = folder();
    for arguments in ["chart a.json --svg one.svg", "chart a.json b.json --svg two.svg"] {
        assert_eq!(run(folder.path(), arguments), (Some(0), String::new()), "{arguments}");
    }
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
    for svg in [text("one.svg"), text("two.svg")] {
        assert!(svg.contains("<svg") && svg.contains("Positions solved"), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"), "truncated");
    }
    assert!(text("two.svg").contains("b: a.epd") && !text("one.svg").contains("a: a.epd"));
    for (arguments, reason) in [
        ("chart empty.json --svg c.svg", "there are no positions to plot"),
        ("chart none.json --svg c.svg", "cannot read none.json"),
        ("chart one.svg --svg c.svg", "one.svg is not a result of `secateur epd`"),
        ("chart a.json --svg none/c.svg", "there is no folder none"),
        ("chart a.json", "--svg <FILE>"),
    ] {
        let (code, stderr) = run(folder.path(), arguments);
        assert!(code == Some(2) && stderr.contains(reason), "{arguments}: {code:?} {stderr}");
    }
    assert!(!folder.path().join("c.svg").exists());
}

#[test]
fn charts_are_inverted_in_the_dark_color_scheme() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = folder();
    assert_eq!(run(folder.path(), "chart a.json --svg a.svg"), (Some(0), String::new()));
    for (scheme, expected) in [("light", false), ("dark", true)] {
        browser.set_view(900, 600, scheme);
        browser.open(&folder.path().join("a.svg"));
        let filter = browser.eval("getComputedStyle(document.querySelector('g.chart')).filter");
        let is_inverted = filter.as_str().is_some_and(|filter| filter.contains("invert("));
        assert_eq!(is_inverted, expected, "{scheme}: {filter}");
    }
}
