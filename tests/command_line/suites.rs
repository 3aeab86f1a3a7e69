//! Unit tests of `secateur::tools::suites`.

use secateur::tools::suites::*;

#[test]
fn every_suite_parses_completely() {
    for suite in &SUITES {
        let lines = suite.text.lines().filter(|line| !line.is_empty()).count();
        assert_eq!(suite.positions().len(), lines, "{}", suite.name);
    }
    assert!(SUITES.is_sorted_by_key(|suite| suite.name));
    assert!(built_in("nonsense").is_empty());
    assert_eq!(named("WAC.epd").map(|suite| suite.name), Some("wac"));
}
