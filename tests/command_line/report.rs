//! Unit tests of `secateur::tools::solve::report`.

use crate::results::{setup, solution};
use secateur::tools::analysis::DisplayScore;
use secateur::tools::solve::EngineSetup;
use secateur::tools::solve::record::SuiteRecord;
use secateur::tools::solve::report::*;

fn record() -> SuiteRecord {
    SuiteRecord {
        settings: setup(),
        positions: vec![solution(1, true), solution(2, false), solution(3, true)],
    }
}

#[test]
fn the_table_has_a_row_for_each_suite_and_a_total() {
    let mut record = record();
    let rows = table(&record, None);
    assert_eq!(rows.lines().count(), 2);
    assert!(
        !rows.contains("points") && rows.contains("66.7") && rows.contains("0.100 s"),
        "{rows}"
    );
    record.settings.suites.push(record.settings.suites[0].clone());
    record.positions[2].suite = 1;
    record.positions[2].points = Some(7);
    record.positions[2].max_points = Some(10);
    let rows = table(&record, None);
    assert_eq!(rows.lines().count(), 4);
    assert!(rows.lines().all(|row| row.len() == rows.lines().next().map_or(0, str::len)), "{rows}");
    assert!(
        rows.lines().last().is_some_and(|row| row.starts_with("total") && row.contains("7/10")),
        "{rows}"
    );
}

#[test]
fn positions_without_a_solution_are_not_counted_as_unsolved() {
    let mut record = record();
    assert!(!table(&record, None).contains(" of "), "every position has a solution");
    record.positions[1].solved = None;
    let rows = table(&record, None);
    assert!(rows.contains("2 of 2") && rows.contains("100.0"), "{rows}");
}

#[test]
fn a_narrow_table_has_fewer_columns() {
    for width in [40, 60, 80, 120] {
        let rows = table(&record(), Some(width));
        assert!(rows.lines().all(|row| row.chars().count() <= width), "{width}:\n{rows}");
        assert!(rows.contains("solved"), "{rows}");
    }
    assert_eq!(table(&record(), Some(120)), table(&record(), None));
}

#[test]
fn engines_have_a_row_each() {
    let mut record = record();
    let engine = |name: &str| EngineSetup {
        name: name.to_owned(),
        command: Some(name.to_owned()),
        options: Vec::new(),
    };
    record.settings.engines = vec![engine("one"), engine("two")];
    record.positions[1].engine = 1;
    let rows = table(&record, None);
    assert_eq!(rows.lines().count(), 3, "{rows}");
    assert!(rows.lines().nth(2).is_some_and(|row| row.starts_with("a.epd  two")), "{rows}");
    let csv = csv(&record);
    assert!(csv.starts_with("suite,engine,id,") && csv.contains("\na.epd,two,"), "{csv}");
}

#[test]
fn csv_quotes_special_characters() {
    let text = csv(&record());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("suite,id,fen,expected,played,solved,points,"));
    assert!(lines[1].starts_with(
        "a.epd,\"A, \"\"1\"\"\",4k3/8/8/8/8/8/8/4K2R w H - 0 1,bm O-O,O-O,true,,,123,,9,"
    ));
    assert!(lines[2].ends_with(",false,,,123,,9,1000,0.5,,"), "{}", lines[2]);
    let mut record = record();
    record.positions[1].score = DisplayScore::Mate(-2);
    assert!(csv(&record).contains(",false,,,,-2,9,1000,0.5,,"), "{}", csv(&record));
}
