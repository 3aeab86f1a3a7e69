//! Unit tests of `secateur::tools::tree::rooms`.

use secateur::tools::tree::rooms::*;
use std::collections::HashSet;

#[test]
fn every_room_has_a_unique_key_and_a_colour() {
    let keys: HashSet<&str> = LEGEND.iter().map(|room| room.key).collect();
    assert_eq!(keys.len(), LEGEND.len());
    for room in LEGEND {
        assert!(room.colour.len() == 7 && room.colour.starts_with('#'), "{}", room.key);
        assert!(
            room.link.is_empty() || room.link.starts_with("https://doi.org/10."),
            "{}",
            room.link
        );
        assert!(!room.cuts || !room.paper.is_empty(), "{} has no paper", room.key);
        assert_eq!(index(room.cause).map(|place| LEGEND[place].key), Some(room.key));
    }
}
