//! Unit tests of `secateur::tools::suites`.

use secateur::tools::suites::*;

#[test]
fn every_suite_parses_completely() {
    for suite in &SUITES {
        let lines = suite.text.lines().filter(|line| !line.is_empty()).count();
        // Some lines of iq4 name no move; `--skip-bad` skips them.
        let min = if suite.name == "iq4" { lines - 5 } else { lines };
        let found = suite.positions().len();
        assert!(found >= 3 && (min..=lines).contains(&found), "{}: {found}", suite.name);
    }
    assert!(SUITES.is_sorted_by_key(|suite| suite.name));
    assert!(built_in("nonsense").is_empty());
    assert_eq!(named("WAC.epd").map(|suite| suite.name), Some("wac"));
}
