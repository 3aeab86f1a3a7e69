//! Unit tests of `secateur::uci::pending`.

use secateur::search::Signals;
use secateur::uci::pending::{Kind, Pending};
use std::sync::Arc;

#[test]
fn isready_overtakes_searches_and_single_long_work_only() {
    let at_once = |kinds: &[Kind]| {
        let pending = Pending::default();
        kinds.iter().for_each(|kind| pending.add(*kind, &Arc::default()));
        pending.is_ready_at_once()
    };
    assert!(!at_once(&[]), "no command is pending");
    assert!(at_once(&[Kind::Search]) && at_once(&[Kind::Work]));
    assert!(
        !at_once(&[Kind::Other])
            && !at_once(&[Kind::Work, Kind::Other])
            && !at_once(&[Kind::Work, Kind::Work])
    );
    assert!(
        at_once(&[Kind::Search, Kind::Other]) && at_once(&[Kind::Other, Kind::Search]),
        "a search may be infinite"
    );
    let (pending, search) = (Pending::default(), Arc::new(Signals::default()));
    pending.add(Kind::Search, &search);
    pending.add(Kind::Other, &Arc::default());
    search.stop();
    assert!(!pending.is_ready_at_once(), "a command after a stopped search may take long");
}

#[test]
fn only_a_running_search_without_queued_commands_lets_a_message_overtake() {
    let pending = Pending::default();
    let [search, other] = [Arc::new(Signals::default()), Arc::new(Signals::default())];
    assert!(!pending.is_only_searching());
    pending.add(Kind::Search, &search);
    assert!(!pending.is_only_searching(), "an earlier command may still answer");
    pending.begin(&search);
    assert!(pending.is_only_searching());
    pending.add(Kind::Other, &other);
    assert!(!pending.is_only_searching());
    pending.remove(&search);
    pending.begin(&other);
    assert!(!pending.is_only_searching());
}
