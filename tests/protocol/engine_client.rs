//! Unit tests of `secateur::uci::client`.

use secateur::search::Signals;
use secateur::uci::client::*;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::support::{BINARY, PATIENCE};

#[test]
fn continuous_output_does_not_extend_a_wait() {
    let mut client = Client::start(Path::new(BINARY)).expect("the engine starts");
    for _ in 0..20 {
        client.send("uci").expect("still running");
    }
    client.expect("uciok", PATIENCE).expect("the first answer");
    let mut lines = 0;
    let waited = client.wait(Duration::from_millis(300), |_| {
        std::thread::sleep(Duration::from_millis(2));
        lines += 1;
        (lines > 400).then_some(())
    });
    let is_timeout = matches!(waited, Err(ClientError::Silent { .. }));
    assert!(is_timeout && lines > 0, "{waited:?} after {lines} lines");
}

#[test]
fn a_stop_ends_a_wait() {
    let mut client = Client::start(Path::new(BINARY)).expect("the engine starts");
    let signals = Arc::new(Signals::default());
    client.set_signals(&signals);
    signals.stop();
    let waited = client.expect("nothing", Duration::from_secs(600));
    assert!(matches!(waited, Err(ClientError::Stopped { .. })), "{waited:?}");
}

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
