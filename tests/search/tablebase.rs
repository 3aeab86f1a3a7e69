//! Unit tests of `secateur::tablebase`.

use secateur::tablebase::*;

#[test]
fn verdicts_turn_around_with_the_side_to_move() {
    use TablebaseResult::{BlessedLoss, CursedWin, Draw, Loss, Win};
    for (ours, theirs) in [(Loss, Win), (BlessedLoss, CursedWin), (Draw, Draw)] {
        assert_eq!((-ours, -theirs), (theirs, ours));
    }
    assert!(Loss < BlessedLoss && BlessedLoss < Draw && Draw < CursedWin && CursedWin < Win);
    assert_eq!([BlessedLoss, CursedWin].map(|verdict| verdict.sign(true)), [0, 0]);
    assert_eq!([BlessedLoss, CursedWin].map(|verdict| verdict.sign(false)), [-1, 1]);
}

#[test]
fn a_path_without_tables_is_refused_by_name() {
    let error = Tablebases::open("/no/such/folder").expect_err("there is none").to_string();
    assert!(error.starts_with("no tables: '/no/such/folder' cannot be read"), "{error}");
}
