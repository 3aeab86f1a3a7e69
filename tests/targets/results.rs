//! Results of runs, as JSON: those of suites and of experiments, and the sidecars of stored games.
//! What is taken can be shown, compared and merged, and comes back from its own text.

use secateur::lab::{catalogue, plot, report as lab_report, stored};
use secateur::learn::store::Sidecar;
use secateur::tools::solve::compare::compare;
use secateur::tools::solve::merge::merge;
use secateur::tools::solve::{Record, Shard, report};

/// The input is the file.
pub fn run(input: &[u8]) {
    if let Ok(record) = Record::from_json(input, "a.json") {
        check_suite(&record);
    }
    if let Ok(record) = stored::read(input) {
        check_experiment(record);
    }
    if let Ok(sidecar) = serde_json::from_slice::<Sidecar>(input) {
        let text = serde_json::to_string(&sidecar).expect("writable");
        assert_eq!(serde_json::from_str::<Sidecar>(&text).expect("our own"), sidecar);
    }
}

fn check_suite(record: &Record) {
    let text = serde_json::to_vec(record).expect("writable");
    assert_eq!(&Record::from_json(&text, "a.json").expect("our own"), record);
    assert!(report::table(record, None).lines().count() > record.settings.suites.len());
    assert!(report::csv(record).is_ok());
    assert_eq!(report::svg(record).is_some(), !record.positions.is_empty());
    let changes = compare(record, record);
    assert!(changes.gained.is_empty() && changes.lost.is_empty() && changes.setup.is_none());
    assert_eq!((changes.only_now, changes.only_then), (0, 0));
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

fn check_experiment(record: secateur::lab::experiment::Record) {
    let text = serde_json::to_string(&record).expect("writable");
    let back = stored::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&back).expect("writable"), text);
    let svg =
        catalogue::find(&record.name).and_then(|experiment| plot::svg(experiment, &record.outcome));
    if let Some(trees) = &record.outcome.trees {
        assert_eq!(lab_report::csv(trees).lines().count(), 1 + trees.cells.len());
    }
    let name = svg.map(|_| "a.svg".to_owned());
    assert!(lab_report::page(&[(record, name)]).starts_with("# "));
}
