//! Unit tests of `secateur::uci::pending`.

use secateur::search::Signals;
use secateur::uci::pending::{CommandKind, Pending, ReadyAt};
use std::sync::Arc;

#[test]
fn isready_overtakes_only_searches_and_a_single_long_command() {
    use CommandKind::{Other, Search, Work};
    let queued = |kinds: &[CommandKind]| {
        let pending = Pending::default();
        kinds.iter().for_each(|kind| pending.add(*kind, &Arc::default()));
        pending.schedule_ready()
    };
    assert_eq!(queued(&[Work]), ReadyAt::Now);
    for kinds in [&[][..], &[Other], &[Work, Other], &[Work, Work]] {
        assert_eq!(queued(kinds), ReadyAt::ItsTurn, "{kinds:?}");
    }
    for kinds in [&[Search][..], &[Search, Other], &[Other, Search]] {
        assert_eq!(queued(kinds), ReadyAt::SearchStart, "{kinds:?}: it may be infinite");
    }
    let (pending, search) = (Pending::default(), Arc::new(Signals::default()));
    pending.add(Search, &search);
    pending.begin(&search);
    pending.add(Other, &Arc::default());
    assert_eq!(pending.schedule_ready(), ReadyAt::Now);
    search.stop();
    assert_eq!(pending.schedule_ready(), ReadyAt::ItsTurn, "the next command may take long");
}

#[test]
fn a_queued_search_answers_isready_when_it_begins() {
    let pending = Pending::default();
    let [first, last] = [Arc::new(Signals::default()), Arc::new(Signals::default())];
    pending.add(CommandKind::Search, &first);
    pending.add(CommandKind::Search, &last);
    assert_eq!(pending.schedule_ready(), ReadyAt::SearchStart);
    assert_eq!(pending.schedule_ready(), ReadyAt::SearchStart);
    pending.for_each(Signals::stop);
    assert_eq!((pending.begin(&first), pending.begin(&first), pending.begin(&last)), (2, 0, 0));
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
