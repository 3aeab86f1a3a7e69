//! Unit tests of `secateur::search::table`.

use secateur::chess::Move;
use secateur::score::{DECISIVE_BOUND, is_decisive, mate_in, tb_win_in};
use secateur::search::table::schemes::Scheme;
use secateur::search::table::*;

fn entry(depth: i32, bound: Bound) -> TtEntry {
    TtEntry { mv: Move::from_bits(77), score: -35, eval: Some(12), depth, bound, tt_pv: false }
}

#[test]
fn stored_entries_are_found_with_mate_scores_adjusted_to_the_ply() {
    let table = Table::new(1).expect("a table of 1 MB");
    table.store(42, 3, &entry(9, Bound::Lower));
    let hit = table.probe(42).expect("the entry is stored");
    assert_eq!((hit.mv, hit.score, hit.eval, hit.depth), (Move::from_bits(77), -35, Some(12), 9));
    assert_eq!(table.probe(43), None);
    table.store(7, 3, &TtEntry { score: mate_in(10), eval: None, ..entry(9, Bound::Exact) });
    let hit = table.probe(7).expect("the entry is stored");
    assert_eq!((hit.deciding_score([-1, 1], 5, 0), hit.eval), (Some(mate_in(12)), None));
}

#[test]
fn an_entry_without_score_replaces_only_those_of_older_searches() {
    let mut table = Table::new(1).expect("a table of 1 MB");
    table.store(42, 3, &entry(1, Bound::Upper));
    let bare = TtEntry { mv: None, score: 0, ..entry(0, Bound::None) };
    table.store(42, 3, &bare);
    assert_eq!(table.probe(42).map(|hit| (hit.score, hit.bound)), Some((-35, Bound::Upper)));
    table.next_generation();
    table.store(42, 3, &bare);
    assert_eq!(table.probe(42).map(|hit| hit.bound), Some(Bound::None));
}

#[test]
fn wins_beyond_the_fifty_move_rule_are_not_decisive() {
    let table = Table::new(1).expect("a table of 1 MB");
    for (score, distance) in [(mate_in(23), 20), (-mate_in(23), 20), (tb_win_in(13), 10)] {
        table.store(7, 3, &TtEntry { score, ..entry(9, Bound::Exact) });
        let hit = table.probe(7).expect("the entry is stored");
        let at = |clock| hit.deciding_score([-1, 1], 3, clock);
        assert_eq!(at(100 - distance), Some(score), "the last move before the rule");
        let lowered = at(101 - distance).expect("the bound is exact");
        assert_eq!(lowered, (DECISIVE_BOUND - 1) * score.signum());
        assert!(!is_decisive(lowered));
    }
}

#[test]
fn deep_entries_are_kept_until_they_are_old() {
    let mut table = Table::new(1).expect("a table of 1 MB");
    for key in 0..4 {
        table.store(key, 3, &entry(20, Bound::Exact)); // small keys share the first cluster
    }
    table.store(4, 3, &entry(5, Bound::Exact));
    table.store(5, 3, &entry(5, Bound::Exact));
    assert!(table.probe(5).is_some() && table.probe(4).is_none());
    assert_eq!((0..4).filter(|&key| table.probe(key).is_some()).count(), 3);
    for _ in 0..5 {
        table.next_generation();
    }
    for key in 6..9 {
        table.store(key, 3, &entry(5, Bound::Exact));
    }
    assert!(
        (6..9).all(|key| table.probe(key).is_some()),
        "entries of depth 20 are replaced after five searches"
    );
}

#[test]
fn replacement_schemes_of_the_papers_keep_the_right_entries() {
    let found = |scheme, depths: [i32; 3]| {
        let table = Table::with_scheme(scheme, 4);
        for (key, depth) in (1..).zip(depths) {
            table.store_by_scheme(key, 3, &entry(depth, Bound::Exact)); // small keys share a slot
        }
        [1, 2, 3].map(|key| table.probe(key).is_some())
    };
    assert_eq!(found(Scheme::Always, [9, 5, 3]), [false, false, true]);
    assert_eq!(found(Scheme::DepthPreferred, [5, 9, 3]), [false, true, false]);
    assert_eq!(found(Scheme::TwoDeep, [9, 5, 3]), [true, false, true]);
    assert_eq!(found(Scheme::TwoDeep, [5, 9, 3]), [false, true, true]);
}

#[test]
fn an_entry_without_move_keeps_the_stored_move() {
    let table = Table::new(1).expect("a table of 1 MB");
    table.store(42, 3, &entry(3, Bound::Exact));
    table.store(42, 3, &TtEntry { mv: None, ..entry(3, Bound::Upper) });
    assert_eq!(table.probe(42).and_then(|hit| hit.mv), Move::from_bits(77));
}

#[test]
fn clear_and_resize_remove_all_entries() {
    let mut table = Table::new(1).expect("a table of 1 MB");
    table.store(42, 3, &entry(3, Bound::Exact));
    table.clear(2);
    assert_eq!((table.probe(42), table.permille_full()), (None, 0));
    table.store(42, 3, &entry(3, Bound::Exact));
    assert!(table.resize(usize::MAX, 1).is_err());
    assert!(
        table.probe(42).is_some() || secateur::machine::memory().is_none(),
        "a size beyond the physical memory changes nothing"
    );
    table.resize(9, 2).expect("a table of 9 MB");
    assert_eq!((table.probe(42), table.permille_full()), (None, 0));
    assert_eq!(format!("{table:?}"), "Table { megabytes: 9, .. }");
}

#[test]
fn touch_keeps_stored_entries() {
    let mut table = Table::new(1).expect("a table of 1 MB");
    table.resize(2, 1).expect("a table of 2 MB");
    table.next_generation();
    table.store(42, 3, &entry(3, Bound::Exact));
    table.touch(2);
    assert!(table.probe(42).is_some());
}
