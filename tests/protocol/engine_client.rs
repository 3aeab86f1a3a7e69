//! Unit tests of `secateur::uci::client`.

use secateur::uci::client::*;

#[test]
fn perft_counts_are_parsed_in_every_format() {
    for line in ["e2e4: 20", "e2e4 20", "e2e4 : 20"] {
        assert_eq!(read_divided(line), Some(("e2e4".to_owned(), 20)), "{line}");
    }
    assert_eq!(read_divided("e7e8q: 5"), Some(("e7e8q".to_owned(), 5)));
    for line in ["Nodes searched: 400", "info depth 1", "e2e4", "e2e4 20 more", "", "e2e9: 4"] {
        assert_eq!(read_divided(line), None, "{line}");
    }
    for line in ["Nodes searched: 400", "Total: 400", "perft 2 400", "info string 400 nodes"] {
        assert!(is_sum(line, 400), "{line}");
    }
    for line in ["Nodes searched: 401", "info nodes 400 nps 1", "400", ""] {
        assert!(!is_sum(line, 400), "{line}");
    }
}
