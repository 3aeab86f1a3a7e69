//! Unit tests of `secateur::tablebase`.

use secateur::tablebase::*;

#[test]
fn negation_gives_the_result_for_the_other_side() {
    use TablebaseResult::{BlessedLoss, CursedWin, Draw, Loss, Win};
    for (ours, theirs) in [(Loss, Win), (BlessedLoss, CursedWin), (Draw, Draw)] {
        assert_eq!((-ours, -theirs), (theirs, ours));
    }
    assert!(Loss < BlessedLoss && BlessedLoss < Draw && Draw < CursedWin && CursedWin < Win);
    assert_eq!([BlessedLoss, CursedWin].map(|result| result.sign(true)), [0, 0]);
    assert_eq!([BlessedLoss, CursedWin].map(|result| result.sign(false)), [-1, 1]);
}

#[test]
fn a_path_without_tables_is_an_error_that_names_the_path() {
    let error =
        Tablebases::open("/no/such/folder").expect_err("the folder does not exist").to_string();
    assert!(error.starts_with("no tables: '/no/such/folder' cannot be read"), "{error}");
}
