//! Fuzz target: results of experiments, and sidecars of stored games, as JSON. Accepted results can
//! be reported, and all accepted input survives a round trip.

use secateur_lab::experiments::experiment::ExperimentRecord;
use secateur_lab::experiments::{catalogue, plot, report, stored};
use secateur_lab::learn::store::Sidecar;

/// Runs the target. The input is the content of the file.
pub fn run(input: &[u8]) {
    if let Ok(record) = stored::read(input) {
        check_experiment(record);
    }
    if let Ok(sidecar) = serde_json::from_slice::<Sidecar>(input) {
        let text = serde_json::to_string(&sidecar).expect("writable");
        assert_eq!(serde_json::from_str::<Sidecar>(&text).expect("valid JSON"), sidecar);
    }
}

fn check_experiment(record: ExperimentRecord) {
    let text = serde_json::to_string(&record).expect("writable");
    let back = stored::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&back).expect("writable"), text);
    let svg =
        catalogue::find(&record.name).and_then(|experiment| plot::svg(experiment, &record.outcome));
    if let Some(trees) = &record.outcome.trees {
        assert_eq!(report::csv(trees).lines().count(), 1 + trees.cells.len());
    }
    let name = svg.map(|_| "a.svg".to_owned());
    assert!(report::page(&[(record, name)]).starts_with("# "));
}
