//! Unit tests of `secateur::tools::page`.

use crate::results::{setup, solution};
use secateur::tools::page::suite;
use secateur::tools::solve::SuiteRecord;

#[test]
fn data_cannot_close_the_script_element_and_titles_are_escaped() {
    let mut record = SuiteRecord { settings: setup(), positions: vec![solution(1, false)] };
    record.settings.suites[0].name = "<script>alert(2)</script>".to_owned();
    record.positions[0].id = "</script><script>alert(1)</script><!--".to_owned();
    let page = suite(&record).expect("a page");
    assert!(!page.contains("alert(1)</script>") && !page.contains("<script>alert"), "escaped");
    assert!(page.contains("&lt;script&gt;alert(2)"), "titles are escaped");
    assert!(page.contains(r"\u003c/script>\u003cscript>alert(1)"), "data keep their value");
    assert!(page.contains(r#""score":{"cp":123}"#), "scores have the form of the JSON files");
}
