//! Fuzz target: suite results as JSON. A parsed file can be shown, compared and merged, and
//! survives a round trip through its own text.

use super::check_message;
use secateur::tools::solve::compare::compare;
use secateur::tools::solve::merge::merge;
use secateur::tools::solve::{Shard, SuiteRecord, report};

/// The input is the JSON file.
pub fn run(input: &[u8]) {
    match SuiteRecord::from_json(input, "a.json") {
        Ok(record) => check_suite(&record),
        Err(error) => check_message(&error.to_string()),
    }
}

fn check_suite(record: &SuiteRecord) {
    let text = serde_json::to_vec(record).expect("serializable");
    assert_eq!(&SuiteRecord::from_json(&text, "a.json").expect("a written file is valid"), record);
    assert!(report::table(record, None).lines().count() > record.settings.suites.len());
    assert_eq!(report::csv(record).is_empty(), record.positions.is_empty());
    let changes = compare(record, record);
    assert!(changes.gained.is_empty() && changes.lost.is_empty() && changes.setup.is_none());
    assert_eq!((changes.only_after, changes.only_before), (0, 0));
    let _ = merge(vec![("a.json".to_owned(), record.clone())]);
    let shards = (1..=2).map(|index| {
        let mut part = record.clone();
        part.settings.shard = Some(Shard { index, of: 2 });
        part.positions = record.positions.iter().skip(index - 1).step_by(2).cloned().collect();
        (format!("{index}.json"), part)
    });
    if let Ok(merged) = merge(shards.collect()) {
        assert_eq!(merged.positions.len(), record.positions.len());
    }
}
