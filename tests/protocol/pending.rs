//! Unit tests of `secateur::uci::pending`.

use secateur::search::Signals;
use secateur::uci::pending::{CommandKind, Pending};
use std::sync::Arc;

#[test]
fn isready_overtakes_only_searches_and_a_single_long_command() {
    let at_once = |kinds: &[CommandKind]| {
        let pending = Pending::default();
        kinds.iter().for_each(|kind| pending.add(*kind, &Arc::default()));
        pending.is_ready_at_once()
    };
    assert!(!at_once(&[]), "no command is pending");
    assert!(at_once(&[CommandKind::Search]) && at_once(&[CommandKind::Work]));
    assert!(
        !at_once(&[CommandKind::Other])
            && !at_once(&[CommandKind::Work, CommandKind::Other])
            && !at_once(&[CommandKind::Work, CommandKind::Work])
    );
    assert!(
        at_once(&[CommandKind::Search, CommandKind::Other])
            && at_once(&[CommandKind::Other, CommandKind::Search]),
        "a search may be infinite"
    );
    let (pending, search) = (Pending::default(), Arc::new(Signals::default()));
    pending.add(CommandKind::Search, &search);
    pending.add(CommandKind::Other, &Arc::default());
    search.stop();
    assert!(!pending.is_ready_at_once(), "a command after a stopped search may take long");
}

#[test]
fn messages_overtake_only_a_running_search_with_an_empty_queue() {
    let pending = Pending::default();
    let [search, other] = [Arc::new(Signals::default()), Arc::new(Signals::default())];
    assert!(!pending.is_only_searching());
    pending.add(CommandKind::Search, &search);
    assert!(!pending.is_only_searching(), "an earlier command may still answer");
    pending.begin(&search);
    assert!(pending.is_only_searching());
    pending.add(CommandKind::Other, &other);
    assert!(!pending.is_only_searching());
    pending.remove(&search);
    pending.begin(&other);
    assert!(!pending.is_only_searching());
}
