//! Unit tests of `secateur::tools::tree::legend`.

use secateur::tools::tree::legend::*;
use std::collections::HashSet;

#[test]
fn every_entry_has_a_unique_key_and_a_colour() {
    let keys: HashSet<&str> = LEGEND.iter().map(|reason| reason.key).collect();
    assert_eq!(keys.len(), LEGEND.len());
    for reason in LEGEND {
        assert!(reason.colour.len() == 7 && reason.colour.starts_with('#'), "{}", reason.key);
        assert!(
            reason.link.is_empty() || reason.link.starts_with("https://doi.org/10."),
            "{}",
            reason.link
        );
        assert!(!reason.cuts || !reason.paper.is_empty(), "{} has no paper", reason.key);
        assert_eq!(index(reason.cause).map(|place| LEGEND[place].key), Some(reason.key));
    }
}
